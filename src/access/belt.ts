/** What carries the policy into a Node child: the variables and what each will hold when the child starts. */
export type Belt = Readonly<Partial<Record<string, string>>>;

/** The variable by which the belt is put on; see inherit/carry.ts. */
export const OPTIONS = 'NODE_OPTIONS';
const HANDOVER = 'RECEIPTBOT_HANDOVER';

/** Stands for the value of the handover variable, which is made when the child starts. */
const HANDED_DOWN = '(handed down)';

/** The belt of a child: `option` is the `--require` that comes first in its NODE_OPTIONS. */
export const beltOf = (option: string): Belt => ({ [OPTIONS]: option, [HANDOVER]: HANDED_DOWN });

/** The value that a variable will have in the child, the belt in it. */
export function beltedValue(name: string, value: string | undefined, belt: Belt | undefined): string | undefined {
  const worn = belt?.[name];
  if (worn === undefined || name !== OPTIONS || value === undefined) return worn ?? value;
  return startsWithBelt(value, worn) ? value : `${worn} ${value}`;
}

/** True when a word of NODE_OPTIONS ends there: at a blank, and at nothing else (20 to 26). */
const endsWord = (options: string, at: number): boolean => at === options.length || options[at] === ' ';

/** The two ways in which Node takes the belt's option and its value: ours, and that of most people who write it by hand. */
const spellings = (worn: string): readonly string[] => [worn, worn.replace(/^--require=/, '--require ')];

const isAt = (options: string, at: number, belt: string): boolean =>
  options.startsWith(belt, at) && endsWord(options, at + belt.length);

/** True when the belt comes first in the options, and is not the beginning of something longer. */
export const startsWithBelt = (options: string, worn: string): boolean =>
  spellings(worn).some((belt) => isAt(options, 0, belt));

/** Options without quotes, each of one word: what may stand before the belt without hiding it, or running before it. */
const PLAIN_OPTIONS = /^ *(?:(?!--?r(?:equire)?\b)--?[\w-]+(?:=[^\s"'\\]*)? +)*$/;

/** True when a variable that is set so still has the belt in it. */
export function keepsBelt(name: string, value: string, belt: Belt): boolean {
  const worn = belt[name];
  if (worn === undefined || name !== OPTIONS) return worn === undefined || value === worn;
  return spellings(worn).some((spelled) => {
    const at = value.indexOf(spelled);
    return at >= 0 && PLAIN_OPTIONS.test(value.slice(0, at)) && isAt(value, at, spelled);
  });
}

/** Why a Node child started with another value of this variable is not held. */
export const lossOf = (name: string): string =>
  name === OPTIONS
    ? 'NODE_OPTIONS is set anew, so that Node would run without this policy (write NODE_OPTIONS="$NODE_OPTIONS …")'
    : `${name} is set anew, so that Node would run without this policy`;

/** The loss among assignments of which later ones replace earlier ones, in an environment that is else kept or cleared. */
export function lossAmong(
  assignments: readonly (readonly [string, string])[],
  clears: boolean,
  belt: Belt,
): string | undefined {
  const before = clears ? Object.keys(belt).map((name) => [name, ''] as const) : [];
  const lost = [...new Map([...before, ...assignments])].find(([name, value]) => !keepsBelt(name, value, belt));
  if (lost === undefined) return undefined;
  return clears ? 'the environment is emptied, so that Node would run without this policy' : lossOf(lost[0]);
}

/** A place in a command line where the belt is off. */
export interface Bare {
  readonly why: string;
  /** True when the line itself says so; otherwise only what is plainly Node is a child without it. */
  readonly said: boolean;
}

/** The place that a loss makes. */
export const bareBy = (loss: string | undefined): Bare | undefined =>
  loss === undefined ? undefined : { why: loss, said: true };
