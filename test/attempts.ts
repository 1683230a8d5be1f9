import { run, type RunOptions, type RunResult } from './run.js';

/** Expressions of a program by name; each becomes one attempt of one and the same process. */
export type Tries = Readonly<Record<string, string>>;

/** What a run of attempts needs besides the options of any run. */
export interface AttemptOptions extends RunOptions {
  /** Statements before the attempts; `fs` is there already. */
  readonly head?: string;
  /** Runs as an ES module: `head` then imports what it needs. */
  readonly esm?: boolean;
}

/** What became of each attempt. */
export interface Attempted extends RunResult {
  /** `ok`, what the attempt gave to `show`, the rule that refused, or the code of another error. */
  readonly outcomes: Readonly<Record<string, unknown>>;
}

/**
 * Makes every attempt in one process, one after the other. An expression may give a promise, an emitter (its `error`
 * or its first sign of success is waited for) or a function, which is called with a callback; `show(value)` tells the value.
 */
export async function attempt(tries: Tries, options: AttemptOptions = {}): Promise<Attempted> {
  const main = options.esm === true ? 'main.mjs' : 'main.cjs';
  const files = { ...options.files, [main]: program(tries, options) };
  const result = await run(main, { ...options, files });
  const line = result.stdout.split('\n').find((each) => each.startsWith(MARK));
  if (line === undefined) throw new Error(`no outcomes: ${result.stdout}\n${result.stderr}`);
  return { ...result, outcomes: JSON.parse(line.slice(MARK.length)) as Record<string, unknown> };
}

/** The names of the attempts that did not end in `expected`, with how they ended: empty when all is well. */
export function others(outcomes: Attempted['outcomes'], expected: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== expected));
}

const MARK = 'outcomes: ';

const program = (tries: Tries, { head = '', esm }: AttemptOptions): string => `
${esm === true ? "import * as fs from 'node:fs';" : "const fs = require('node:fs');"}
${head}
const write = fs.writeSync;
const tries = {
${Object.entries(tries)
  .map(([name, code]) => `  ${JSON.stringify(name)}: () => ${settled(code)},`)
  .join('\n')}
};
${RUNNER}
`;

/** Wrapped once more, for what an attempt gives may be a promise, or a function that is not to be called by accident. */
const settled = (code: string): string => `({ made: ${code} })`;

const RUNNER = String.raw`
const nameOf = (error) => (error === null || typeof error !== 'object' ? String(error) : error.rule ?? error.code ?? String(error));
class Shown {
  constructor(value) {
    this.value = value;
  }
}
const show = async (value) => new Shown(await value);
const SIGNS = ['ready', 'open', 'connect', 'listening', 'online', 'exit', 'response', 'session', 'message'];
const settle = (made) =>
  new Promise((resolve, reject) => {
    if (typeof made === 'function') made((error, value) => (error instanceof Error ? reject(error) : resolve(value === undefined ? error : value)));
    else if (typeof made?.on === 'function' && typeof made.then !== 'function') {
      made.on('error', reject);
      for (const sign of SIGNS) made.on(sign, () => resolve('ok'));
    } else resolve(made);
  });
// What is thrown later on has no other way to be seen.
const late = () => new Promise((_, reject) => setTimeout(reject, 8000, 'nothing happened'));
let stray = () => {};
process.on('uncaughtException', (error) => stray(error));
(async () => {
  const outcomes = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      const uncaught = new Promise((_, reject) => (stray = (error) => reject('uncaught ' + nameOf(error))));
      const value = await Promise.race([settle(attempt().made), uncaught, late()]);
      outcomes[name] = value instanceof Shown ? value.value : 'ok';
    } catch (error) {
      outcomes[name] = nameOf(error);
    }
  }
  write(1, '\n${MARK}' + JSON.stringify(outcomes) + '\n');
  process.exit();
})();
`.replace('${MARK}', MARK);
