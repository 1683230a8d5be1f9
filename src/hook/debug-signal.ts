import type { AnyFunction } from './hook.js';
import { power } from '../access/power.js';
import type { Context } from '../context/context.js';
import { judgeOne } from '../enforce.js';
import { decide } from '../policy/decide.js';
import {
  apply,
  closeDebugger,
  construct,
  createAsyncHook,
  later,
  listenerCount,
  platform,
  process,
} from '../primordials.js';

/** The signal on which Node opens its debugger. */
const SIGNAL = 'SIGUSR1';
const NUMBER = platform === 'darwin' ? 30 : 10;

interface SignalHandle {
  readonly constructor: AnyFunction;
  onsignal: (number: number) => void;
  readonly start: (number: number) => number;
  readonly unref: () => void;
}

const ROW = { module: 'process', name: SIGNAL, type: 'tool.native' } as const;
const DEBUGGER = power('process.inspector', SIGNAL);

/**
 * Where the policy denies the debugger, no signal opens it, from wherever it comes. One that came before us to a child, or
 * a flag of it, has opened it already. For the main thread alone: signals are its business.
 */
export function keepDebuggerShut(root: Context, isChild: boolean): void {
  const { allowed, enforced } = decide(root.policy, DEBUGGER);
  if (allowed || !enforced) return;
  takeDebugSignal(() => {
    judgeOne(ROW, root, DEBUGGER);
  });
  if (isChild) closeDebuggerAtStart();
}

/** What must not be collected: the signal would end the process. */
const kept: SignalHandle[] = [];

/**
 * Takes the signal from Node's debugger: once libuv has a handle for it, Node's own handler is gone. Ours is no listener, is
 * on no list of what is active and keeps nothing alive; listeners of the program hear the signal as ever. `onSignal` is
 * told of each that would have opened the debugger.
 */
function takeDebugSignal(onSignal: () => void): void {
  const listener = (): void => undefined;
  const theirs = handleOf(() => apply(process.on, process, [SIGNAL, listener]));
  if (theirs !== undefined) {
    const ours = construct(theirs.constructor, []) as SignalHandle;
    ours.unref();
    ours.onsignal = () => {
      if (listenerCount(process, SIGNAL) === 0) onSignal();
    };
    if (ours.start(NUMBER) === 0) kept.push(ours);
  }
  apply(process.removeListener, process, [SIGNAL, listener]);
}

/** The handle that Node makes in `listen`: nothing else leads to its class. */
function handleOf(listen: () => void): SignalHandle | undefined {
  let found: object | undefined;
  const watch = createAsyncHook((type, resource) => {
    if (type === 'SIGNALWRAP') found ??= resource;
  });
  watch.enable();
  listen();
  watch.disable();
  return found as SignalHandle | undefined;
}

/** Node opens its debugger in up to three ways at one signal, the last of them when the loop polls (seen on 20 to 26). */
const TURNS = 3;

/** Closes a debugger that was opened before us, or is about to be by a signal that came before us. */
function closeDebuggerAtStart(turns: number = TURNS): void {
  closeDebugger();
  if (turns > 0)
    later(() => {
      closeDebuggerAtStart(turns - 1);
    }, 0);
}
