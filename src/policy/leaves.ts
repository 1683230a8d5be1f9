import type { Segment } from './glob.js';
import type { Slot } from './path-index.js';

/** Rules of one base folder, keyed by the last part of their patterns. */
export class Leaves {
  readonly #names = new Map<string, Slot[]>();
  readonly #extensions = new Map<string, Slot[]>();
  readonly #beginnings: ByLength[] = [];
  readonly #endings: ByLength[] = [];
  readonly #any: Slot[] = [];

  /** Files a rule whose pattern has a part after the base. */
  add(slot: Slot): void {
    const last = slot.shape.tail.at(-1) as Segment;
    if (typeof last === 'string') push(this.#names, last, slot);
    else if (last.after.includes('.')) push(this.#extensions, last.after.slice(last.after.lastIndexOf('.')), slot);
    else if (last.before !== '') byLength(this.#beginnings, last.before, slot);
    else if (last.after !== '') byLength(this.#endings, last.after, slot);
    else this.#any.push(slot);
  }

  /** Calls `visit` with every rule whose last part may be `name`: a superset, cheaply found. */
  visit(name: string, visit: (slot: Slot) => void): void {
    each(this.#names.get(name), visit);
    if (this.#extensions.size > 0) {
      const dot = name.lastIndexOf('.');
      if (dot >= 0) each(this.#extensions.get(name.slice(dot)), visit);
    }
    for (const { length, slots } of this.#beginnings)
      if (name.length >= length) each(slots.get(name.slice(0, length)), visit);
    for (const { length, slots } of this.#endings)
      if (name.length >= length) each(slots.get(name.slice(-length)), visit);
    each(this.#any, visit);
  }
}

interface ByLength {
  readonly length: number;
  readonly slots: Map<string, Slot[]>;
}

function each(slots: readonly Slot[] | undefined, visit: (slot: Slot) => void): void {
  if (slots !== undefined) for (const slot of slots) visit(slot);
}

function push(map: Map<string, Slot[]>, key: string, slot: Slot): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [slot]);
  else list.push(slot);
}

function byLength(groups: ByLength[], key: string, slot: Slot): void {
  let group = groups.find(({ length }) => length === key.length);
  if (group === undefined) groups.push((group = { length: key.length, slots: new Map() }));
  push(group.slots, key, slot);
}
