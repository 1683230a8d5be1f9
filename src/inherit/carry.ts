import type { Access } from '../types.js';
import type { Row, Selector } from '../table/row.js';
import { currentContext, type Context } from '../context/context.js';
import { deniedVariables, withheldVariables } from '../policy/variable-rules.js';
import { chunk } from '../chunks.js';
import { environmentPairs, splitPairs } from '../access/options.js';
import { builtin, environment, process, programArray, programObject } from '../primordials.js';
import { HANDOVER_VARIABLE } from './handover.js';
import { withBelt } from './node-options.js';

/** What children and workers need to be told; made by boot. */
export interface Carrier {
  /** Absolute path of the file for `--require`. */
  readonly register: string;
  /** The value of the handover variable for the acting context. */
  readonly offer: (context: Context, accesses: readonly Access[]) => string;
  /** The handover itself, for threads of this process. */
  readonly handover: (context: Context) => unknown;
  /** Records that a variable was kept from a child, once per name. */
  readonly withheld: (context: Context, names: readonly string[]) => void;
}

/** Key under which a worker finds its handover in Node's environment data. */
export const WORKER_DATA = 'receiptbot.handover';

/** The rows, with those that start something made to carry the belt on. */
export function carrying(rows: readonly Row[], carrier: Carrier): Row[] {
  return rows.map((row) => {
    if (row.starts === undefined) return row;
    const carried = { ...row, select: after(row.select, carriers[row.starts], carrier) };
    return row.starts === 'worker' ? { ...carried, lastly: forgetHandover } : carried;
  });
}

/** A worker has its copy of the handover once it is made; one that cannot be made needs none. */
const forgetHandover = (): void => {
  threads?.setEnvironmentData(WORKER_DATA, undefined);
};

type Carry = (args: unknown[], context: Context, carrier: Carrier, accesses: readonly Access[]) => void;

const after =
  (select: Selector, carry: Carry, carrier: Carrier): Selector =>
  (args, self, judge) => {
    const accesses = select(args, self, judge);
    if (accesses !== undefined) carry(args, currentContext(), carrier, accesses);
    return accesses;
  };

/** An environment for a child: what is not to be handed on taken out, the belt put in. */
function beltedEnvironment(pairs: readonly (readonly [string, string])[], context: Context, carrier: Carrier, accesses: readonly Access[]): Map<string, string> {
  const env = new Map(pairs);
  const names = [...env.keys()];
  const withheld = [...deniedVariables(context.policy, names), ...withheldVariables(context.policy, names)];
  for (const name of withheld) env.delete(name);
  if (withheld.length > 0) carrier.withheld(context, withheld);
  const commands = accesses.flatMap((access) => (access.kind === 'command' ? access.commands : []));
  if (context.policy.mode === 'enforce' && chunk('command').lacksShellLevel(commands, env.get('SHLVL'))) env.set('SHLVL', '1');
  env.set('NODE_OPTIONS', withBelt(env.get('NODE_OPTIONS'), carrier.register));
  env.set(HANDOVER_VARIABLE, carrier.offer(context, accesses));
  return env;
}

const carriers: Readonly<Record<NonNullable<Row['starts']>, Carry>> = {
  child(args, context, carrier, accesses) {
    const options = args[0] as Record<PropertyKey, unknown>;
    const given = options['envPairs'] as readonly string[] | undefined;
    const pairs = given === undefined ? environmentPairs(environment) : splitPairs(given);
    options['envPairs'] = programArray([...beltedEnvironment(pairs, context, carrier, accesses)].map(([name, value]) => `${name}=${value}`));
  },
  childOptions(args, context, carrier, accesses) {
    const options = args[args.length - 1] as Record<PropertyKey, unknown>;
    options['env'] = toObject(beltedEnvironment(environmentPairs(options['env'] ?? environment), context, carrier, accesses));
  },
  worker(args, context, carrier) {
    const options = args[1] as Record<PropertyKey, unknown>;
    const given = (options['execArgv'] ?? process.execArgv) as readonly string[];
    options['execArgv'] = programArray(['--require', carrier.register, ...(Array.isArray(given) ? given : [])]);
    const { env } = options;
    if (typeof env === 'object' && env !== null) options['env'] = toObject(withoutDenied(environmentPairs(env), context));
    handToWorker(carrier.handover(context));
  },
};

const withoutDenied = (pairs: readonly (readonly [string, string])[], context: Context): Map<string, string> => {
  const env = new Map(pairs);
  const names = [...env.keys()];
  for (const name of [...deniedVariables(context.policy, names), ...withheldVariables(context.policy, names)]) env.delete(name);
  return env;
};

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
function handToWorker(handover: unknown): void {
  threadModule().setEnvironmentData(WORKER_DATA, JSON.stringify(handover));
}

/** What the thread that made this worker handed down; undefined in the main thread. */
export function handedToThisWorker(): string | undefined {
  const { getEnvironmentData, setEnvironmentData } = threadModule();
  const text = getEnvironmentData(WORKER_DATA);
  setEnvironmentData(WORKER_DATA, undefined);
  return typeof text === 'string' ? text : undefined;
}
