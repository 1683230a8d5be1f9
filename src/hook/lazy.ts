import {
  apply,
  builtin,
  defineProperty,
  getOwnPropertyDescriptor,
  process,
  program,
  programArray,
  ProgramProxy,
  setOwn,
  setPrototypeOf,
} from '../primordials.js';
import { undeprecated } from '../undeprecated.js';

/** Internal module whose evaluation completes a public one that is reached by a lazy getter. */
const COMPLETED_BY: Readonly<Record<string, string>> = {
  'fs/promises': 'internal/fs/promises',
  'dns/promises': 'internal/dns/promises',
};

/** Modules of which Node loads one before there can be any object of a native module. */
const USED_BY: Readonly<Record<string, readonly string[]>> = {
  'binding:tcp_wrap': ['net'],
  'binding:pipe_wrap': ['net'],
  'binding:tty_wrap': ['tty'],
  'binding:udp_wrap': ['internal/dgram'],
  'binding:process_wrap': ['internal/child_process'],
  'binding:cares_wrap': ['dns', 'internal/dns/promises'],
};

const evaluated = (name: string): string => `NativeModule ${COMPLETED_BY[name] ?? name}`;

/** Names the object in which Node keeps the functions of a native module: `binding:fs`. It is there from the start. */
const BINDING = 'binding:';
const isBinding = (name: string): boolean => name.startsWith(BINDING);

interface Bindings {
  readonly binding: (name: string) => object;
  noDeprecation?: boolean;
}
const node = process as unknown as Bindings;
const { binding: bindingOf } = node;

/**
 * The object whose functions Node itself calls for a native module; an empty one where Node does not hand it out
 * (`--permission`). It is not the program that asks, so `--pending-deprecation` gives no warning.
 */
function binding(name: string): object {
  try {
    return undeprecated(node, () => apply(bindingOf, node, [name])) as object;
  } catch {
    return {};
  }
}

/** The live object that stands for a module name of a row. */
export function moduleObject(name: string): object {
  if (name === 'process') return process;
  if (name === 'globalThis') return program;
  if (isBinding(name)) return binding(name.slice(BINDING.length));
  if (name === 'fs/promises') return (builtin('fs') as { promises: object }).promises;
  return builtin(name);
}

/**
 * Calls `patch` for each module name: at once for those that Node has loaded, for the others right after Node
 * evaluates them, by whatever route, and before the program sees them. No builtin is loaded early.
 *
 * Node appends each builtin it evaluates to `process.moduleLoadList` by an ordinary `[[Set]]` (seen on 20 to 26);
 * a prototype with a set trap sees it. The program is given a list that is kept alike, so that it cannot take the trap off.
 * Where Node does not behave so, all modules are loaded and patched at once.
 */
export function whenLoaded(names: readonly string[], patch: (name: string) => void): void {
  for (const name of names) {
    const entries = entriesOf(name);
    if (entries.length === 0 || entries.some((entry) => list.includes(entry))) {
      patch(name);
      continue;
    }
    let patched = false;
    const once = (): void => {
      if (!patched) patch(name);
      patched = true;
    };
    for (const entry of entries) waiting.set(entry, [...(waiting.get(entry) ?? []), once]);
  }
  trapped ??= trap(met);
  if (!trapped) for (const entry of [...waiting.keys()]) met(entry);
}

/** The list that Node itself keeps: what the program finds on `process` from now on is another. */
const list = (process as unknown as { moduleLoadList: string[] }).moduleLoadList;
/** What is to be done when Node has evaluated a builtin. */
const waiting = new Map<string, (() => void)[]>();
/** Whether Node tells what it evaluates: the trap is set once, and the list itself is not to be had again. */
let trapped: boolean | undefined;

function met(entry: string): void {
  const due = waiting.get(entry) ?? [];
  waiting.delete(entry);
  for (const patch of due) patch();
}

/** What Node notes when the object of that name may be met for the first time; nothing where it is there from the start. */
function entriesOf(name: string): readonly string[] {
  if (name === 'process' || name === 'globalThis') return [];
  const users = USED_BY[name] ?? (isBinding(name) ? [] : [name]);
  return users.map(evaluated);
}

/** True when the trap is on the list and was seen to work. */
function trap(onEntry: (entry: string) => void): boolean {
  const own = getOwnPropertyDescriptor(process, 'moduleLoadList');
  if (!Array.isArray(list) || own?.configurable !== true) return false;
  let seen = false;
  const shown = programArray(Array.from({ length: list.length }, (_, i) => list[i]));
  setPrototypeOf(
    list,
    new ProgramProxy(program.Array.prototype, {
      set(_target, key, value, receiver) {
        const done = setOwn(receiver as object, key, value as unknown);
        if (value === PROBE) seen = true;
        else if (typeof value === 'string') {
          setOwn(shown, shown.length, value);
          onEntry(value);
        }
        return done;
      },
    }),
  );
  list[list.length] = PROBE;
  list.length -= 1;
  if (!(seen as boolean)) return false; // the trap sets it
  defineProperty(process, 'moduleLoadList', { ...own, value: shown });
  return true;
}

const PROBE = 'NativeModule receiptbot probe';
