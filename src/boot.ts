import type { Handover } from './inherit/handover.js';
import type { LoadedPolicy } from './policy/document.js';
import type { Realm } from './realm.js';
import type { Row } from './table/row.js';
import { companyCame } from './access/epoch.js';
import { type Context, openContext, setRoot } from './context/context.js';
import { serving, tagModules } from './context/tag.js';
import { tellAllRepeats } from './context/memory.js';
import { enforce, judgeOne } from './enforce.js';
import { keepDebuggerShut } from './hook/debug-signal.js';
import { watchEnd } from './hook/endings.js';
import { install } from './hook/install.js';
import { watchOnlookers } from './hook/onlooking.js';
import { bindRegistrations } from './hook/registering.js';
import { carrier, type CarrierFacts } from './inherit/carrier.js';
import { carrying } from './inherit/carry.js';
import { handedDown, threadId } from './inherit/origin.js';
import { runsScripts } from './inherit/scripts.js';
import { tellFlags } from './inherit/thread-flags.js';
import { destinationOf, folderWithoutPolicy } from './inherit/settings.js';
import { metered } from './llm/metered.js';
import { compile } from './policy/compile.js';
import { decide } from './policy/decide.js';
import { pendingKeys } from './policy/pending.js';
import { readPolicy } from './policy/read.js';
import { toldBefore } from './receipt/copies.js';
import { type Destination, type Recording, sealer, startRecording, tell } from './receipt/start.js';
import { environment, nodeVersion, paths, process } from './primordials.js';
import { isOwnError } from './own-error.js';
import { refuse } from './refuse.js';
import { table } from './table/index.js';

/**
 * Start-up, once per thread, before any of the program runs: read the policy, open the receipt, put the hooks on,
 * tag the entries. Whatever goes wrong refuses to start: a broken policy never means no policy.
 */
export function boot(realm: Realm, byRequire: boolean): void {
  let destination: Destination | undefined;
  try {
    const parent = handedDown();
    if (parent !== undefined) {
      companyCame();
      toldBefore();
    }
    const policy = readPolicy(parent);
    if (policy.mode === 'off') return;
    destination = destinationOf(environment['RECEIPTBOT_RECEIPT'], parent?.receipts, policy);
    for (const warning of [...policy.warnings, ...pendingKeys(policy.layers)]) tell(warning);
    start(realm, byRequire, parent, policy, destination);
  } catch (error) {
    const message = isOwnError(error)
      ? error.message
      : String((error as { message?: unknown } | undefined)?.message ?? error);
    refuse(
      message,
      destination === undefined ? folderWithoutPolicy(environment['RECEIPTBOT_RECEIPT'], error) : folderOf(destination),
    );
  }
}

const folderOf = (destination: Destination): string | undefined =>
  destination.kind === 'folder' ? destination.folder : undefined;

function start(
  realm: Realm,
  byRequire: boolean,
  parent: Handover | undefined,
  policy: LoadedPolicy,
  destination: Destination,
): void {
  const script = process.argv[1];
  const compiled = compile(
    policy.layers,
    policy.mode,
    protectedBy(realm, policy, destination),
    script === undefined ? {} : { entryFolder: paths.dirname(script) },
  );
  const recording = startRecording({
    version: realm.version,
    policy,
    destination,
    run: parent?.run,
    parent: parent?.parent,
    threadId: threadId(),
    collect: tellAllRepeats,
  });
  for (const warning of compiled.warnings()) tell(warning);
  const root = openContext(undefined, 'root', compiled, recording.recorder);
  setRoot(root);
  removeVariables(root);
  if (threadId() === 0) keepDebuggerShut(root, parent !== undefined);
  else if (parent?.flags !== undefined) tellFlags(parent.flags);
  const tagged = tagModules(environment['RECEIPTBOT_ENTRY'], policy, realm.folder);
  const rows = carrying(
    serving(metered(table), tagged),
    carrier({
      register: realm.register,
      byRequire,
      destination,
      tmp: policy.layers[0]?.places.tmp ?? '/tmp',
      recording: () => recording,
      withheld,
    }),
  );
  guard(rows, policy, root, recording, tagged !== undefined);
  watchEnd(sealer(recording, runsScripts));
}

/** Puts the hooks on. A door that cannot be guarded is named in the receipt, and keeps the program from starting where the policy says so. */
function guard(
  rows: readonly Row[],
  { layers }: LoadedPolicy,
  root: Context,
  recording: Recording,
  hasContexts: boolean,
): void {
  const missing: string[] = [];
  let booting = true;
  const onMissing = (door: string): void => {
    if (booting) missing.push(door);
    else
      root.recorder.record({
        context: root.name,
        type: 'policy',
        action: `unguarded(${JSON.stringify(door)})`,
        payload: { door },
        status: 'success',
        urgency: 'first',
      });
  };
  install(rows, enforce, onMissing);
  if (hasContexts) bindRegistrations(onMissing);
  watchOnlookers(onMissing);
  booting = false;
  if (missing.length > 0 && layers.some(({ document }) => document.coverage === 'required'))
    throw new Error(
      `coverage: required, and Node ${nodeVersion} has no ${missing.join(', ')} to guard; set coverage: warn, or run another Node`,
    );
  recording.cover(missing);
}

const protectedBy = (realm: Realm, policy: LoadedPolicy, destination: Destination): Parameters<typeof compile>[2] => ({
  policyFiles: policy.layers.flatMap((layer) =>
    layer.sources.map((source) => source.file).filter((file) => file.includes('/')),
  ),
  ...(destination.kind === 'folder' ? { receiptsFolder: destination.folder } : {}),
  ownFolder: realm.folder,
});

/** Takes the variables that the policy denies out of this process; in audit they stay. */
function removeVariables(root: Context): void {
  for (const name of refusedVariables('env.read', root, Object.keys(environment))) delete environment[name];
}

/** Of `names`, the variables to take out; each that is denied is recorded, and in audit none is taken out. */
const refusedVariables = (capability: 'env.read' | 'env.pass', context: Context, names: readonly string[]): string[] =>
  names.filter((name) => {
    const access = { kind: 'variable', capability, requested: name, resource: name } as const;
    const { allowed, enforced } = decide(context.policy, access);
    if (!allowed) judgeOne(ENVIRONMENT, context, access);
    return !allowed && enforced;
  });
const withheld: CarrierFacts['withheld'] = (context, names) => refusedVariables('env.pass', context, names);
const ENVIRONMENT = { module: 'process', name: 'env', type: 'tool.env' } as const;
