import type { Access } from '../types.js';
import type { Row, Selector } from '../table/row.js';
import { currentContext, type Context } from '../context/context.js';
import { chunk } from '../chunks.js';
import { environmentPairs, splitPairs, stringList } from '../access/options.js';
import {
  builtin,
  environment,
  process,
  programArray,
  programObject,
  registerHooksFile,
  startEnvironment,
} from '../primordials.js';
import { HANDOVER_VARIABLE } from './handover.js';
import { beltOption, withBelt } from './node-options.js';

/** What children and workers need to be told; made by boot. */
export interface Carrier {
  /** Absolute path of the file for `--require`. */
  readonly register: string;
  /** The value of the handover variable for the acting context. */
  readonly offer: (context: Context, accesses: readonly Access[]) => string;
  /** The handover itself, for threads of this process. */
  readonly handover: (context: Context) => object;
  /** Of `names`, the variables that are not to be handed on; records each, once per name. */
  readonly withheld: (context: Context, names: readonly string[]) => readonly string[];
}

/** Key under which a worker finds its handover in Node's environment data. */
export const WORKER_DATA = 'receiptbot.handover';

/** The rows, with those that start something made to carry the belt on. */
export function carrying(rows: readonly Row[], carrier: Carrier): Row[] {
  return rows.map((row) => {
    if (row.starts === undefined) return row;
    const carried = after(row.select, carriers[row.starts], carrier);
    return row.starts === 'worker' || row.starts === 'loader'
      ? { ...row, select: carried, lastly: forgetHandover }
      : { ...row, select: told(carried, beltOption(carrier.register)) };
  });
}

/** A worker has its copy of the handover once it is made; one that cannot be made needs none. */
const forgetHandover = (): void => {
  threads?.setEnvironmentData(WORKER_DATA, undefined);
};

/** True once the belt was sent to the loader's thread. */
let joined = false;

type Carry = (args: unknown[], context: Context, carrier: Carrier, accesses: readonly Access[]) => void;

const after =
  (select: Selector, carry: Carry, carrier: Carrier): Selector =>
  (args, self, judge) => {
    const accesses = select(args, self, judge);
    if (accesses !== undefined) carry(args, currentContext(), carrier, accesses);
    return accesses;
  };

/** Says what carries the policy into a child before its command line is read. */
const told =
  (select: Selector, option: string): Selector =>
  (args, self, judge) => {
    chunk('command').carryBy(option);
    return select(args, self, judge);
  };

/** Takes out the variables that are denied or not to be passed on; returns their names. */
function takeOut(env: Map<string, string>, context: Context, carrier: Carrier): readonly string[] {
  const withheld = carrier.withheld(context, [...env.keys()]);
  for (const name of withheld) env.delete(name);
  return withheld;
}

/** An environment for a child: what is not to be handed on taken out, the belt put in. */
function beltedEnvironment(
  pairs: readonly (readonly [string, string])[],
  context: Context,
  carrier: Carrier,
  accesses: readonly Access[],
): Map<string, string> {
  const env = new Map(pairs);
  takeOut(env, context, carrier);
  const commands = accesses.flatMap((access) => (access.kind === 'command' ? access.commands : []));
  if (context.policy.mode === 'enforce' && chunk('command').lacksShellLevel(commands, env.get('SHLVL')))
    env.set('SHLVL', '1');
  env.set('NODE_OPTIONS', withBelt(env.get('NODE_OPTIONS'), carrier.register));
  env.set(HANDOVER_VARIABLE, carrier.offer(context, accesses));
  return env;
}

const carriers: Readonly<Record<NonNullable<Row['starts']>, Carry>> = {
  child(args, context, carrier, accesses) {
    const options = args[0] as Record<PropertyKey, unknown>;
    const given = options['envPairs'] as readonly string[] | undefined;
    const pairs = given === undefined ? environmentPairs(environment) : splitPairs(given);
    options['envPairs'] = programArray(
      [...beltedEnvironment(pairs, context, carrier, accesses)].map(([name, value]) => `${name}=${value}`),
    );
  },
  childOptions(args, context, carrier, accesses) {
    const options = args[args.length - 1] as Record<PropertyKey, unknown>;
    options['env'] = toObject(
      beltedEnvironment(environmentPairs(options['env'] ?? environment), context, carrier, accesses),
    );
  },
  image(args, context, carrier, accesses) {
    const last = args.length - 1;
    args[last] = toObject(beltedEnvironment(environmentPairs(args[last]), context, carrier, accesses));
  },
  worker(args, context, carrier) {
    const options = args[1] as Record<PropertyKey, unknown>;
    const given = stringList(options['execArgv'] ?? process.execArgv) ?? [];
    options['execArgv'] = programArray(['--require', carrier.register, ...given]);
    const env = withoutDenied(options['env'], context, carrier);
    if (env !== undefined) options['env'] = env;
    handToWorker(carrier.handover(context));
  },
  loader(_args, context, carrier) {
    handToWorker(carrier.handover(context));
    if (joined) return;
    joined = true;
    // Node runs `--require` in the loader's thread, but no `--import`: ours goes there as the first module of hooks.
    registerHooksFile(carrier.register);
  },
};

/** The environment of a worker without what is not to be handed on; undefined when it stays as it was asked for. */
function withoutDenied(given: unknown, context: Context, carrier: Carrier): Record<PropertyKey, unknown> | undefined {
  // A symbol shares this thread's own environment, from which what is denied was taken out.
  if (given !== undefined && given !== null && typeof given !== 'object') return undefined;
  const env = new Map(environmentPairs(given ?? environment));
  const names = takeOut(env, context, carrier);
  return names.length === 0 && (given === undefined || given === null) ? undefined : toObject(env);
}

const toObject = (env: Map<string, string>): Record<PropertyKey, unknown> => {
  const object = programObject();
  for (const [name, value] of env) object[name] = value;
  return object;
};

interface Threads {
  readonly setEnvironmentData: (key: string, value?: unknown) => void;
  readonly getEnvironmentData: (key: string) => unknown;
  readonly isMainThread: boolean;
  readonly threadId: number;
}
let threads: Threads | undefined;
/** Node's `worker_threads`, its functions as they were when they were first asked for. */
export const threadModule = (): Threads => (threads ??= { ...(builtin('worker_threads') as unknown as Threads) });

/** Leaves the handover for the worker that is made next. */
function handToWorker(handover: object): void {
  threadModule().setEnvironmentData(WORKER_DATA, JSON.stringify({ ...handover, environment: startEnvironment() }));
}

/** What the thread that made this worker handed down; undefined in the main thread. */
export function handedToThisWorker(): string | undefined {
  const { getEnvironmentData, setEnvironmentData } = threadModule();
  const text = getEnvironmentData(WORKER_DATA);
  setEnvironmentData(WORKER_DATA, undefined);
  return typeof text === 'string' ? text : undefined;
}
