import type { Access } from '../types.js';
import type { Row, Selector } from '../table/row.js';
import { type Context, currentContext } from '../context/context.js';
import { chunk } from '../chunks.js';
import { dressedIn, noteDressed } from '../access/dressed.js';
import { environmentPairs, splitPairs, stringList, textList } from '../access/options.js';
import {
  environment,
  handsPermissionDown,
  process,
  programArray,
  programObject,
  registerHooksFile,
} from '../primordials.js';
import { HANDOVER_VARIABLE } from './handover.js';
import { beltOption, NODE_OPTIONS, setsOptions, withBelt, withPass } from './node-options.js';
import { noteScript } from './scripts.js';
import { flagsForThreads, optionsForThreads } from './thread-flags.js';
import { handDown, prepare, takeBack, whileHandingDown } from './thread-data.js';

/** What children and workers need to be told; made by boot. */
export interface Carrier {
  /** Absolute path of the file for `--require`. */
  readonly register: string;
  /** True where Node has this thread, and any of its loader, run the file by `--require`. */
  readonly byRequire: boolean;
  /** Options that a Node under its own permission model needs for it. */
  readonly pass: string;
  /** The value of the handover variable for the acting context. */
  readonly offer: (context: Context, accesses: readonly Access[]) => string;
  /** The handover itself, for threads of this process. */
  readonly handover: (context: Context) => object;
  /** Of `names`, the variables that are not to be handed on; records each, once per name. */
  readonly withheld: (context: Context, names: readonly string[]) => readonly string[];
}

/** The rows, with those that start something made to carry the belt on. */
export function carrying(rows: readonly Row[], carrier: Carrier): Row[] {
  return rows.map((row) => {
    if (row.starts === undefined) return row;
    const carried = after(row.select, carriers[row.starts], carrier);
    return row.starts === 'worker' || row.starts === 'loader'
      ? { ...row, select: carried, firstly: handDown, lastly: takeBack }
      : { ...row, select: told(carried, beltOption(carrier.register)) };
  });
}

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
  noteScript(env);
  const commands = accesses.flatMap((access) => (access.kind === 'command' ? access.commands : []));
  if (context.policy.mode === 'enforce' && chunk('command').lacksShellLevel(commands, env.get('SHLVL')))
    env.set('SHLVL', '1');
  const permitted = handsPermissionDown || chunk('command').startsPermitted(commands);
  const options = withPass(env.get(NODE_OPTIONS), carrier.pass, permitted);
  env.set(NODE_OPTIONS, withBelt(options, carrier.register));
  env.set(HANDOVER_VARIABLE, carrier.offer(context, accesses));
  return env;
}

const carriers: Readonly<Record<NonNullable<Row['starts']>, Carry>> = {
  child(args, context, carrier, accesses) {
    const options = args[0] as Record<PropertyKey, unknown>;
    const dressed = dressedIn(accesses);
    if (dressed !== undefined) {
      const [name = ''] = stringList(options['args']) ?? [];
      options['args'] = programArray([name, ...dressed.args]);
      noteDressed(options, dressed);
    }
    const given = options['envPairs'] as readonly string[] | undefined;
    const pairs = given === undefined ? environmentPairs(environment) : splitPairs(given);
    options['envPairs'] = programArray(
      [...beltedEnvironment(pairs, context, carrier, accesses)].map(([name, value]) => `${name}=${value}`),
    );
  },
  childOptions(args, context, carrier, accesses) {
    const last = args.length - 1;
    const options = args[last] as Record<PropertyKey, unknown>;
    const dressed = dressedIn(accesses);
    if (dressed !== undefined) {
      args[0] = dressed.file;
      if (last > 1) args[1] = programArray(dressed.args);
      noteDressed(options, dressed);
    }
    options['env'] = toObject(
      beltedEnvironment(environmentPairs(options['env'] ?? environment), context, carrier, accesses),
    );
  },
  image(args, context, carrier, accesses) {
    const last = args.length - 1;
    const dressed = dressedIn(accesses);
    const [name = ''] = stringList(args[1]) ?? [];
    if (dressed !== undefined) args[1] = programArray([name, ...dressed.args]);
    args[last] = toObject(beltedEnvironment(environmentPairs(args[last]), context, carrier, accesses));
  },
  worker(args, context, carrier) {
    const options = args[1] as Record<PropertyKey, unknown>;
    const flags = options['execArgv'];
    const given = textList(flags);
    // Of what is no list Node says that it is wrong.
    if (given !== undefined || !flags)
      options['execArgv'] = programArray(['--require', carrier.register, ...(given ?? flagsForThreads())]);
    const env = threadEnvironment(options['env'], context, carrier);
    if (env !== undefined) options['env'] = env;
    const shared = env === undefined ? environment[NODE_OPTIONS] : undefined;
    const belted = setsOptions(shared) ? withBelt(shared, carrier.register) : undefined;
    prepare(carrier.handover(context), belted, upToEnd(given ?? Array.from(process.execArgv)));
  },
  loader(_args, context, carrier) {
    if (!joined && !carrier.byRequire) {
      joined = true;
      prepare(carrier.handover(context));
      // Node runs `--require` in the loader's thread, but no `--import`: ours goes there as the first module of hooks.
      whileHandingDown(() => registerHooksFile(carrier.register));
    }
    prepare(carrier.handover(context));
  },
};

/**
 * The environment of a worker: what is not to be handed on taken out, and the belt first in its NODE_OPTIONS, which Node
 * reads before `execArgv`. Always a copy, for Node would read it after code of the program may have run.
 */
function threadEnvironment(
  given: unknown,
  context: Context,
  carrier: Carrier,
): Record<PropertyKey, unknown> | undefined {
  // A symbol shares this thread's own environment, from which what is denied was taken out.
  if (given !== undefined && given !== null && typeof given !== 'object') return undefined;
  const env = new Map(environmentPairs(given ?? environment));
  takeOut(env, context, carrier);
  const options = env.get(NODE_OPTIONS);
  if (setsOptions(options)) env.set(NODE_OPTIONS, threadOptions(options, carrier.register));
  return toObject(env);
}

/** What is the process's own is forgiven what threads do not take, and so is what becomes of it. */
function threadOptions(options: string, register: string): string {
  const belted = withBelt(options, register);
  if (belted === options || options !== environment[NODE_OPTIONS]) return belted;
  return withBelt(optionsForThreads(options), register);
}

/** Flags as a thread is told them: what ends them is not among them. */
const upToEnd = (flags: readonly string[]): readonly string[] => {
  const end = flags.indexOf('--');
  return end < 0 ? flags : flags.slice(0, end);
};

const toObject = (env: Map<string, string>): Record<PropertyKey, unknown> => {
  const object = programObject();
  for (const [name, value] of env) object[name] = value;
  return object;
};
