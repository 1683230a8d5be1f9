import { chunk } from '../chunks.js';
import type { RuleRef } from '../types.js';
import { endsAs, type Form, isWithin, type Odd, type Shape, shapeMatches } from './glob.js';
import { Leaves } from './leaves.js';
import type { OddMatcher } from './odd-glob.js';

/** One compiled rule of an allow or a deny list. */
export interface PathRule {
  /** Position among the rules of its index: the first that hits is the one that is named. */
  readonly order: number;
  readonly deny: boolean;
  readonly ref: RuleRef;
  readonly forms: readonly Form[];
  readonly except: readonly Form[];
}

/** A covering or final shape and its rule. */
export interface Slot {
  readonly rule: PathRule;
  readonly shape: Shape;
}

interface OddSlot {
  readonly rule: PathRule;
  readonly odd: Odd;
}

/** What holds for every file directly in a folder, whatever its name. */
interface Folder {
  /** Deny rules that cover the folder; their exceptions are still open. */
  readonly denied: readonly PathRule[];
  readonly allowed: boolean;
  /** Rules that name one entry of it. */
  readonly entries: ReadonlyMap<string, Slot[]> | undefined;
  /** Tables to look the last name up in. */
  readonly leaves: readonly Leaves[];
  readonly odds: readonly OddSlot[];
}

/** Folders whose state is kept before starting anew. */
const REMEMBERED = 4096;

/**
 * The path rules of one section as tables keyed by folder, name, extension and beginning, so that a decision costs
 * about the same with five hundred rules as with fifty.
 */
export class PathIndex {
  /** Whether an allow rule matched the path that was looked up last. */
  allowed = false;
  #denied: PathRule | undefined;

  readonly #entries = new Map<string, Map<string, Slot[]>>();
  readonly #leaves = new Map<string, Leaves>();
  readonly #odds = new Map<string, OddSlot[]>();
  readonly #everything: Slot[] = [];
  #folders = new Map<string, Folder>();

  constructor(rules: readonly PathRule[]) {
    for (const rule of rules) for (const form of rule.forms) this.#add(rule, form);
  }

  /** Looks a path in canonical spelling up: returns the first deny rule that hits it and sets `allowed`. */
  find(path: string): PathRule | undefined {
    this.#denied = undefined;
    this.allowed = false;
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    if (name === '') {
      for (const slot of this.#everything) this.#hit(slot.rule, '');
      return this.#denied;
    }
    const folder = this.#folder(path.slice(0, cut));
    this.allowed = folder.allowed;
    for (const rule of folder.denied) this.#hit(rule, path);
    const entries = folder.entries?.get(name);
    if (entries !== undefined) for (const slot of entries) this.#hit(slot.rule, path);
    for (const leaves of folder.leaves)
      leaves.visit(name, (slot) => {
        if (endsAs(slot.shape, path)) this.#hit(slot.rule, path);
      });
    for (const slot of folder.odds) if (oddMatches(slot.odd, path)) this.#hit(slot.rule, path);
    return this.#denied;
  }

  #hit(rule: PathRule, path: string): void {
    if (!rule.deny) this.allowed = true;
    else if (
      (this.#denied === undefined || rule.order < this.#denied.order) &&
      !rule.except.some((form) => formMatches(form, path))
    )
      this.#denied = rule;
  }

  #add(rule: PathRule, form: Form): void {
    if (form.kind === 'odd') {
      listAt(this.#odds, form.base).push({ rule, odd: form });
      return;
    }
    const slot = { rule, shape: form };
    const { base, tail } = form;
    if (tail.length > 0) {
      let leaves = this.#leaves.get(base);
      if (leaves === undefined) this.#leaves.set(base, (leaves = new Leaves()));
      leaves.add(slot);
    } else if (base === '') this.#everything.push(slot);
    else {
      const cut = base.lastIndexOf('/');
      const folder = base.slice(0, cut);
      let names = this.#entries.get(folder);
      if (names === undefined) this.#entries.set(folder, (names = new Map<string, Slot[]>()));
      listAt(names, base.slice(cut + 1)).push(slot);
    }
  }

  #folder(path: string): Folder {
    let folder = this.#folders.get(path);
    if (folder === undefined) {
      folder = path === '' ? this.#root() : this.#below(path);
      if (this.#folders.size >= REMEMBERED) this.#folders = new Map();
      this.#folders.set(path, folder);
    }
    return folder;
  }

  #root(): Folder {
    const rules = this.#everything.map((slot) => slot.rule);
    return this.#state('', { denied: [], leaves: [], odds: [] }, rules);
  }

  #below(path: string): Folder {
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    const parent = this.#folder(path.slice(0, cut));
    const covering: PathRule[] = parent.entries?.get(name)?.map((slot) => slot.rule) ?? [];
    for (const leaves of parent.leaves)
      leaves.visit(name, ({ shape, rule }) => {
        if (shape.covers && endsAs(shape, path)) covering.push(rule);
      });
    return this.#state(path, parent, covering);
  }

  #state(
    path: string,
    above: Pick<Folder, 'denied' | 'leaves' | 'odds'> & { allowed?: boolean },
    covering: readonly PathRule[],
  ): Folder {
    const own = this.#leaves.get(path);
    return {
      denied: [...above.denied, ...covering.filter((rule) => rule.deny)],
      allowed: above.allowed === true || covering.some((rule) => !rule.deny),
      entries: this.#entries.get(path),
      leaves: own === undefined ? above.leaves : [...above.leaves, own],
      odds: [...above.odds, ...(this.#odds.get(path) ?? [])],
    };
  }
}

function listAt<K, V>(map: Map<K, V[]>, key: K): V[] {
  let list = map.get(key);
  if (list === undefined) map.set(key, (list = []));
  return list;
}

/** True when the path is what the form describes. */
export const formMatches = (form: Form, path: string): boolean =>
  form.kind === 'odd' ? oddMatches(form, path) : shapeMatches(form, path === '/' ? '' : path);

const matchers = new Map<string, OddMatcher>();

/** The matcher of an odd glob; picomatch is loaded at the first. */
export function oddMatcherOf(rest: string): OddMatcher {
  let matcher = matchers.get(rest);
  if (matcher === undefined) matchers.set(rest, (matcher = chunk('glob').oddMatcher(rest)));
  return matcher;
}

function oddMatches({ base, rest }: Odd, path: string): boolean {
  return path.length > base.length && isWithin(base, path) && oddMatcherOf(rest)(path.slice(base.length + 1));
}
