import type { SimpleCommand } from '../types.js';
import { absolute } from './path.js';
import { parseLine } from './parse-line.js';
import type { Surroundings } from './surroundings.js';

/** Variables that name a file which shells run before anything else. */
const NAMED_BY = /^(BASH_ENV|ENV)=(.*)$/s;
/** Longer files are not looked into. */
const LONGEST = 65_536;

/** Why a file that shells are told to run first takes the belt off. */
export function startFileLoss(
  environment: ReadonlyMap<string, string>,
  commands: readonly SimpleCommand[],
  cwd: string,
  around: Surroundings,
): string | undefined {
  const given = [...environment].filter(([name, value]) => value !== around.startedWith(name));
  const set = commands.flatMap(({ assignments, argv }) => [...assignments.map(pair), ...argv]);
  const files = [...given.map(pair), ...set].flatMap((text) => NAMED_BY.exec(text)?.[2] ?? []);
  return files.map((file) => lossIn(absolute(file, cwd), around)).find((loss) => loss !== undefined);
}

const pair = ([name, value]: readonly [string, string]): string => `${name}=${value}`;

function lossIn(file: string, { files, belt }: Surroundings): string | undefined {
  const text = belt === undefined ? undefined : files.start(file, LONGEST);
  return text === undefined ? undefined : parseLine(text, 'bash', { variable: () => undefined, belt }).unbelted;
}
