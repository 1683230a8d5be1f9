import type { Access } from '../types.js';
import type { Row, Selector } from './row.js';
import { power } from '../access/power.js';
import { isOwnProcess } from '../access/processes.js';
import { platform } from '../primordials.js';
import { failing } from './native-sockets.js';
import { throwingRow } from './throwing-row.js';

/** The signal on which Node opens its debugger: whoever can connect then reads all memory and runs code past every hook. */
const DEBUG = 'SIGUSR1';
const DEBUG_NUMBER = platform === 'darwin' ? 30 : 10;

/** Node's functions take numbers modulo 2³², and texts for numbers too. */
const isDebug = (signal: unknown): boolean =>
  (Number(signal) | 0) === DEBUG_NUMBER || (typeof signal === 'string' && signal.toUpperCase() === DEBUG);

/** What a signal asks for beside its being sent. No listener is asked for: the program could have put one there that is none. */
export const debugging = (signal: unknown, resource: string): readonly Access[] =>
  isDebug(signal) ? [power('process.inspector', DEBUG, resource)] : [];

/** `process.kill(pid, signal)`: to a process that is neither this one nor its child; signal 0 only asks whether it is there. */
const killSelector: Selector = (args) => {
  const [given] = args;
  // What is no number or text may be another at each look.
  const number = typeof given === 'symbol' ? NaN : Number(given);
  if ((typeof given === 'object' && given !== null) || typeof given === 'function') args[0] = number;
  const pid = number | 0;
  if (typeof args[1] === 'object' && args[1] !== null) args[1] = (args[1] as { toString: () => string }).toString();
  if (args[1] === 0) return undefined;
  const foreign = isOwnProcess(pid) ? [] : [power('process.signals', String(pid))];
  return [...foreign, ...debugging(args[1], String(pid))];
};

/** `child.kill(signal)`, and what its handle is told: the child may be a Node. */
const childSelector: Selector = (args, self) => debugging(args[0], String((self as { pid?: unknown } | null)?.pid));

/** `os.setPriority(pid, priority)`; with one argument, and for 0, it is about this process. */
const prioritySelector: Selector = (args) => {
  if (args[1] === undefined || typeof args[0] !== 'number') return undefined;
  return isOwnProcess(args[0]) ? [] : [power('process.signals', String(args[0]))];
};

const row = throwingRow('tool.native');

/** What one process can do to another, or to itself, by its number. */
export const signalRows: readonly Row[] = [
  row('process', 'kill', killSelector, { ends: true }),
  row('process', '_kill', killSelector, { ends: true }),
  row('child_process', 'ChildProcess.prototype.kill', childSelector, { label: 'child.kill' }),
  row('binding:process_wrap', 'Process.prototype.kill', childSelector, { label: 'child.kill', delivery: failing }),
  row('os', 'setPriority', prioritySelector),
];
