import { ANYTHING, type Origin, originOfText } from './shell-origins.js';

/** Variables whose values a shell expands by itself, sooner or later. */
const EXPANDED = ['PS0', 'PS1', 'PS2', 'PS4', 'PROMPT_COMMAND', 'BASH_ENV', 'ENV', 'MAILPATH'];

/**
 * Keeps book of the texts that a line makes a shell evaluate. A shell runs the substitutions in such a text, in the
 * value of every variable that it names, in what that names, and so on. So whatever may reach one has to be known not
 * to hold a substitution. Order does not matter here: in loops, functions and traps what stands last may come first.
 */
export class Evaluations {
  readonly #outside: (name: string) => Origin;
  readonly #given = new Map<string, Origin[]>();
  readonly #evaluated: Origin[] = [];

  constructor(outside: (name: string) => Origin) {
    this.#outside = outside;
  }

  /** Notes that a variable gets, or may get, a text that comes from there. */
  give(name: string, origin: Origin): void {
    const origins = this.#given.get(name) ?? [];
    origins.push(origin);
    this.#given.set(name, origins);
  }

  /** Notes that a text which comes from there is evaluated. */
  evaluate(origin: Origin): void {
    this.#evaluated.push(origin);
  }

  /** Why the line may run what is not listed; undefined when it does not. */
  doubt(): string | undefined {
    const expanded = EXPANDED.flatMap((name) => this.#given.get(name) ?? []);
    const open: Origin[] = [...this.#evaluated, ...expanded];
    const seen = new Set<string>();
    for (let origin = open.pop(); origin !== undefined; origin = open.pop()) {
      if (origin.armed) return 'a text that the shell evaluates may hold a substitution';
      for (const name of origin.names) {
        if (seen.has(name)) continue;
        seen.add(name);
        open.push(...(this.#given.get(name) ?? []), this.#outside(name));
      }
    }
    return undefined;
  }
}

/** What a value from outside of the line brings with it: undefined is unset, null not known. */
export const originOfValue = (value: string | undefined | null): Origin =>
  value === null ? ANYTHING : originOfText(value ?? '');

/** The same for `$1` … */
export const originOfPositionals = (list: readonly string[] | undefined): Origin =>
  list === undefined ? ANYTHING : originOfText(list.join(' '));
