import type { EventDraft } from './types.js';
import { type Context, currentContext, enterContext, hasRoot, openContext, setRoot } from './context/context.js';
import { enforce } from './enforce.js';
import { install } from './hook/install.js';
import { bindRegistrations } from './hook/registering.js';
import { carrier } from './inherit/carrier.js';
import { type Carrier, carrying } from './inherit/carry.js';
import { destinationOf } from './inherit/settings.js';
import { countReceipt } from './llm/ledger.js';
import { metered } from './llm/metered.js';
import { compile, type CompiledPolicy, narrow } from './policy/compile.js';
import { PolicyEngine } from './policy/engine.js';
import { placesHere } from './policy/here.js';
import { headOf, Receipt, recorderOf } from './receipt/receipt.js';
import type { Recorder } from './receipt/recorder.js';
import { realm } from './realm.js';
import { environment, ProgramTypeError } from './primordials.js';
import { table } from './table/index.js';

/**
 * Runs `fn`, and all that it starts, under `policy`, recording in `receipt` what it does; returns what `fn` returns.
 * In a preloaded process it opens a context within the acting one, which can only narrow, and the run's own receipt has
 * the events too. @throws TypeError for a policy, receipt or function that is none
 */
export function runWithInterceptors<T>(policy: PolicyEngine, receipt: Receipt, fn: () => T): T {
  if (!(policy instanceof PolicyEngine))
    throw new ProgramTypeError('runWithInterceptors: the policy is a PolicyEngine');
  if (!(receipt instanceof Receipt)) throw new ProgramTypeError('runWithInterceptors: the receipt is a Receipt');
  if (typeof fn !== 'function') throw new ProgramTypeError('runWithInterceptors: the third argument is a function');
  if (!hasRoot()) putOn();
  bindRegistrations(() => undefined);
  const parent = currentContext();
  const recorder = recorderOf(receipt);
  const context = openContext(parent, nameWithin(parent), narrowed(parent, policy), both(recorder, parent), {
    watching: parent.policy.mode === 'audit' ? parent.policy : undefined,
  });
  receipts.set(context, receipt);
  countReceipt(context, () => recorder.totals.run.cost);
  return enterContext(context, fn);
}

/** Without a preload the process has no policy: the hooks go on, and pass everything but what runs in a context. */
function putOn(): void {
  setRoot(openContext(undefined, 'root', compile([], 'off', { policyFiles: [] }), nothing));
  install(carrying(metered(table), carrierHere()), enforce, () => undefined);
}

/** The receipts that contexts were opened for. */
const receipts = new WeakMap<Context, Receipt>();

/** What a child or a worker belongs to: the nearest receipt. */
function recordingOf(context: Context): { readonly run: string; readonly id: string } {
  for (let at: Context | undefined = context; at !== undefined; at = at.parent) {
    const receipt = receipts.get(at);
    if (receipt !== undefined) return headOf(receipt);
  }
  throw new Error('nothing that is started here has a receipt');
}

/**
 * Children and workers carry the policy of the context that starts them. A receipt in memory has no folder for theirs:
 * they write one where RECEIPTBOT_RECEIPT says, and none without it.
 */
function carrierHere(): Carrier {
  const { register } = realm();
  const { tmp } = placesHere();
  const word = environment['RECEIPTBOT_RECEIPT'];
  const destination = destinationOf(word === undefined || word === '' ? 'none' : word, undefined, { layers: [] });
  return carrier({ register, byRequire: false, tmp, destination, recording: recordingOf, withheld: () => [] });
}

/**
 * The acting policy and the engine's own. Where the acting one refuses nothing (there is none, or it is in audit), the
 * engine's is in force alone: being watched must not loosen what code asks for.
 */
function narrowed({ policy }: Context, engine: PolicyEngine): CompiledPolicy {
  const layer = engine.layer();
  if (policy.mode !== 'enforce')
    return { ...compile([layer], 'enforce', { policyFiles: [] }), protect: policy.protect };
  const { document, places } = layer;
  return narrow(policy, 'code', { ...document, at: { file: '(code)', line: 0, column: 0, key: '' } }, places, {
    layer: 'code',
  });
}

const nameWithin = (parent: Context): string => (parent.name === 'root' ? 'code' : `${parent.name}/code`);

/** Events whose number in the run's receipt is kept, for outcomes that come later. */
const REMEMBERED = 8192;

/** Writes to the receipt at hand and, within a run that has one, to the run's. */
function both(own: Recorder, parent: Context): Recorder {
  const { recorder } = parent;
  if (recorder === nothing) return own;
  const numbers = new Map<number, number>();
  const note = (seq: number, theirs: number): void => {
    if (numbers.size >= REMEMBERED) numbers.clear();
    numbers.set(seq, theirs);
  };
  return {
    ...own,
    record: (draft: EventDraft, folds) => {
      const seq = own.record(draft, folds);
      note(seq, recorder.record(draft, folds));
      return seq;
    },
    flush: () => {
      own.flush();
      recorder.flush();
    },
    outcome: (seq, outcome) => {
      own.outcome(seq, outcome);
      const theirs = numbers.get(seq);
      if (theirs !== undefined) recorder.outcome(theirs, outcome);
    },
    repeat: (seq, count, like) => {
      own.repeat(seq, count, like);
      const theirs = numbers.get(seq);
      if (theirs !== undefined) recorder.repeat(theirs, count, like);
    },
  };
}

/** The recorder of a process that has no receipt. */
const nothing: Recorder = {
  record: () => 0,
  repeat: () => undefined,
  outcome: () => undefined,
  wake: () => undefined,
  flush: () => undefined,
  seal: () => undefined,
  get totals(): never {
    throw new Error('receiptbot: this process has no receipt');
  },
};
