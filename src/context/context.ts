import type { CompiledPolicy } from '../policy/compile.js';
import type { Recorder } from '../receipt/recorder.js';
import { createStore } from '../primordials.js';
import { within } from './nesting.js';
import { type Acting, actingBy, isToken, type Token, tokenOf } from './token.js';
import type { Enter } from './wrap-entry.js';

/** A decision that was made and recorded once, and is only counted from then on. */
export interface Seen {
  /** The epoch of the file system in which it was decided; another epoch decides anew. */
  readonly epoch: number;
  /** The event that recorded it. */
  readonly seq: number;
  /** Repeats not yet told to the recorder. */
  pending: number;
}

/** Who is acting: the root or a named context, with its policy and its records. Contexts only narrow. */
export interface Context {
  readonly name: string;
  /** Which call of its entry this is, from 1; tells overlapping calls apart. Undefined for the root. */
  readonly call: number | undefined;
  readonly parent: Context | undefined;
  readonly policy: CompiledPolicy;
  /** A policy that only watches: what the other one lets through is judged by it too, for the record. */
  readonly watching: CompiledPolicy | undefined;
  readonly recorder: Recorder;
  /** What budgets and limits are counted by: the calls of one entry share it. */
  readonly account: object;
  /** Endpoints that a request was recorded for: the socket that is opened for it is no event of its own. */
  readonly asked: Set<string>;
  /** Endpoints that were let through: Node's native handles are told of them once more. */
  readonly letThrough: Set<string>;
  /** Remembered decisions by group and by the argument as the caller wrote it. */
  readonly seen: Map<string, Map<string, Seen>>;
}

let root: Context | undefined;
let named = 0;
const store = createStore<Token | undefined>();
const rootToken = tokenOf(() => rootContext());

/** The context whose call is on the stack of this thread at this moment. */
let inside: Context | undefined;
/** True when the program itself runs where the store holds nothing: it came before us (`--import` on Node 24 and later). */
let lost: boolean | undefined;
/** Who acts where the store holds nothing. */
let adrift: Acting = () => rootContext();

/** Sets the context of all that runs in no named one. */
export function setRoot(context: Context): void {
  root = context;
}

/**
 * Has the store name the root from here on, so that nothing in it means that nobody started what runs; `nobody` tells who
 * acts then.
 */
export function followRoot(nobody: Acting): void {
  store.enterWith(rootToken);
  adrift = nobody;
}

/**
 * The acting context: that of the call on the stack, that in which what runs was started, the root when there is no other. An
 * undefined store never means that no policy holds.
 */
export function currentContext(): Context {
  if (named === 0) return rootContext();
  const started = actingBy(store.getStore());
  if (inside === undefined) return started ?? adrift();
  return started === undefined || started === inside ? inside : within(inside, started);
}

/** The acting context, for a call of an entry. A root that was lost is found by it: the store names the root from here on. */
export function callingContext(): Context {
  const context = currentContext();
  if (lost === true && context === root && inside === undefined && store.getStore() === undefined)
    store.enterWith(rootToken);
  return context;
}

/** The root context. @throws before boot */
export function rootContext(): Context {
  if (root === undefined) throw new Error('receiptbot: no policy is in force yet');
  return root;
}

/** True once a root context was set in this thread. */
export function hasRoot(): boolean {
  return root !== undefined;
}

/** Makes a context under `parent`; its store is read from now on. */
export function openContext(
  parent: Context | undefined,
  name: string,
  policy: CompiledPolicy,
  recorder: Recorder,
  shared: Partial<Pick<Context, 'call' | 'account' | 'watching'>> = {},
): Context {
  if (parent !== undefined) named += 1;
  return {
    name,
    call: shared.call,
    parent,
    policy,
    recorder,
    watching: shared.watching ?? parent?.watching,
    account: shared.account ?? {},
    asked: new Set(),
    letThrough: new Set(),
    seen: new Map(),
  };
}

/** Runs `fn`, and all that it starts, in `context`. What it calls acts within it, in whatever context that was bound. */
export function enterContext<T>(context: Context, fn: () => T): T {
  const outer = inside;
  inside = context;
  try {
    return store.run(
      tokenOf(() => context),
      fn,
    );
  } finally {
    inside = outer;
  }
}

/** From here on, and in all that is started, `acting` tells who acts, until the function returned is called. */
export function begin(acting: Acting): () => void {
  const held = store.getStore();
  lost ??= held === undefined;
  const before = held ?? (lost ? rootToken : undefined);
  store.enterWith(tokenOf(acting));
  return () => {
    store.enterWith(before);
  };
}

/**
 * What runs a callback as the one who registers it now: the named context that acts, or the evaluation of a tagged module
 * that is under way. Undefined when that is the root, as which it runs anyway.
 */
export function registrant(): Enter | undefined {
  const token = registering();
  if (token === undefined) return undefined;
  return (fn) => {
    const before = store.getStore();
    if (before === token) return fn();
    // Not `run`: on Node 24 and later it would undo what the callback puts into stores of the program.
    store.enterWith(token);
    try {
      return fn();
    } finally {
      store.enterWith(before);
    }
  };
}

function registering(): Token | undefined {
  const held = store.getStore();
  // What an evaluation starts is told by its token alone: while it is under way, the root acts.
  if (inside === undefined && isToken(held)) return held === rootToken ? undefined : held;
  const context = currentContext();
  if (context === root) return undefined;
  return actingBy(held) === context ? held : tokenOf(() => context);
}
