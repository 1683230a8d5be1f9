import { promiseThen, resolved } from '../primordials.js';
import { begin, type Context, currentContext, followRoot, rootContext } from './context.js';
import { originOfCode } from './code-origin.js';
import type { NamedContexts } from './named.js';
import type { OnLoad, WrappedEntry } from './wrap-entry.js';

/**
 * What an evaluation of a tagged module starts belongs to the module's contexts as soon as one of their entries was called.
 * While it is `open`, its own code is on the stack. One that did not end in the same turn (it awaits, it threw, it
 * returned early) is in `doubt`: code that has nothing to do with it may run where it set the store.
 */
type Evaluation = 'open' | 'closed' | 'doubt';

/**
 * Has strays act in the contexts that their code belongs to: what a tagged module prepared while it was loaded, and what
 * nobody started at all. `main` is the program's main module, to which everything belongs. Returns what rewritten modules
 * tell of their evaluation, with `key`.
 */
export function followStrays(
  entries: readonly WrappedEntry[],
  { entered, stray }: Pick<NamedContexts, 'entered' | 'stray'>,
  main: string | undefined,
  key: number,
): OnLoad {
  const namesOf = new Map<string, Set<string>>();
  for (const { file, entry } of entries)
    if (file !== main) namesOf.set(file, (namesOf.get(file) ?? new Set()).add(entry.name));
  const all = new Set([...namesOf.values()].flatMap((names) => [...names]));

  /** `parent`, and within it those of the contexts whose entry was called. */
  const inside = (parent: Context, names: ReadonlySet<string>): Context =>
    [...names].filter(entered).reduce((context, name) => stray(name, context), parent);

  const byCode = (parent: Context): Context => {
    if (![...all].some(entered)) return parent;
    const origin = originOfCode((file) => namesOf.has(file));
    const names = origin === undefined ? all : namesOf.get(origin);
    return names === undefined ? parent : inside(parent, names);
  };

  const ends = new Map<string, () => void>();
  const start = (file: string, names: ReadonlySet<string>): void => {
    const parent = currentContext();
    let evaluation: Evaluation = 'open';
    const leave = begin(() => {
      if (evaluation === 'open') return parent;
      return evaluation === 'closed' ? inside(parent, names) : byCode(parent);
    });
    void promiseThen(resolved(undefined), () => {
      if (evaluation === 'open') evaluation = 'doubt';
    });
    ends.set(file, () => {
      if (evaluation === 'open') evaluation = 'closed';
      leave();
    });
  };

  followRoot(() => byCode(rootContext()));
  return (id, stage, told) => {
    const file = entries[id]?.file ?? '';
    const names = namesOf.get(file);
    if (told !== key || names === undefined) return;
    if (stage === 'early') {
      start(file, names);
      return;
    }
    ends.get(file)?.();
    ends.delete(file);
  };
}
