import type { Meaning } from '../access/hold.js';
import type { OpenUse } from '../access/open-flags.js';
import type { Access, DeliveryName, EventType, Json } from '../types.js';

/**
 * Judges and records an access that turns up later in the same call; returns the error to deliver, or undefined.
 * With `refusals` only what is refused is recorded: the entries of a listing are not events of their own.
 */
export type Judge = (access: Access, only?: 'refusals') => unknown;

/**
 * Arguments → accesses. Replaces entries of `args` by pinned values, so that what is judged is what is used.
 * Returns undefined when the arguments are not of the call's form: Node then complains about them itself.
 */
export type Selector = (args: unknown[], self: unknown, judge: Judge) => readonly Access[] | undefined;

/** Hands a refusal to the caller the way the guarded API hands over its own errors. */
export type Delivery = (error: unknown, self: unknown, args: unknown[]) => unknown;

/** Tells an outcome that was learnt after the event was written. */
export type Outcome = (outcome: { readonly [key: string]: Json }) => void;

/** An object and the key on it that a hook takes the place of. */
export interface Target {
  readonly object: object;
  readonly key: PropertyKey;
  /** True for an accessor through which Node is given the function that it calls itself: the hook is handed in there. */
  readonly given?: true;
}

/** The declarative entry for one guarded API. */
export interface Row {
  /** Builtin that must be loaded before the target exists (`fs`, `internal/fs/promises`); `globalThis` and `process` always do. */
  readonly module: string;
  /** Dotted path from the module to the function: `readFile`, `Socket.prototype.connect`, `realpath.native`. */
  readonly name: string;
  readonly type: EventType;
  /** One of the common ways by name, or a way of its own. */
  readonly delivery: DeliveryName | Delivery;
  readonly select: Selector;
  /** Human name of the API in events, when it is not `module.name`. */
  readonly label?: string;
  /** Node majors that have it, when not all do; the drift test reads it. */
  readonly nodes?: readonly number[];
  /** Set when a call with one string path is decided by that path alone, so that the decision can be remembered. */
  readonly remember?: Remember;
  /** True when paths may lead elsewhere after the call: no remembered decision outlives it. */
  readonly unsettles?: true;
  /** True when the call may end the process with no word to anyone: what waits in memory is written first. */
  readonly ends?: true;
  /** True when the target is a class and the constructor itself is the door. */
  readonly constructs?: true;
  /** True when the target is a property whose setter is the door. */
  readonly sets?: true;
  /**
   * What the call starts, when it must carry the policy on: a child by its environment (in the options of the handle, in
   * those of the call, or as the last argument for a new image of this process), a worker by its options, the loader's
   * thread by its data alone.
   */
  readonly starts?: 'child' | 'childOptions' | 'image' | 'worker' | 'loader';
  /** The names that the call opens: each is held, judged by where it leads, and used as it is held. */
  readonly holds?: (args: readonly unknown[]) => readonly Held[];
  /** True for a function of Node's own that public ones call: a read of the very path that the call around it was let through for is not judged again. */
  readonly inner?: true;
  /** Set for a call that only looks, where the paths that it asks about decide alone. */
  readonly glance?: Glance;
  /** Finds targets that no dotted path reaches. */
  readonly reach?: (module: object) => readonly Target[];
  /** True when Node's own functions end here: what they were let through to is judged already. */
  readonly carriesOut?: true;
  /** Called when the call is let through, right before the original. */
  readonly before?: (self: unknown, args: unknown[]) => void;
  /** Sees the result of an allowed call; returns what the caller gets. Must return `result` itself where it changes nothing. */
  readonly after?: (result: unknown, self: unknown, args: unknown[], judge: Judge, outcome: Outcome) => unknown;
  /** Rows for what the call returns: nothing else leads to its functions, which are hooked as it is handed out. */
  readonly makes?: readonly Row[];
  /** Called right before the original of an allowed call. */
  readonly firstly?: () => void;
  /** Called when the original is done, whether it returned or threw. */
  readonly lastly?: () => void;
}

/** A row as it is put on a live object: its delivery looked up. */
export interface Guard extends Row {
  readonly deliver: Delivery;
  /** The function in place of the original; the stack of a refusal starts at its caller. */
  hook?: (...args: never[]) => unknown;
}

/** How a remembered decision is keyed: by the argument at `index`, among calls of the same `group`. */
export interface Remember {
  readonly index: number;
  readonly group: string;
  /** True when nothing but that argument decides (no flag given, for instance). */
  readonly plain: (args: unknown[]) => boolean;
}

/** What a call that only looks is about. */
export interface Glance {
  /** The paths, absolute and normalised; undefined where they cannot be told without pinning the arguments. */
  readonly paths: (args: readonly unknown[]) => readonly string[] | undefined;
  /** False when it matters not where a path leads that is a link. */
  readonly follow: boolean;
  /** Set when the call may be made before it is judged, for it does nothing but answer: whether a glance is enough then. */
  readonly answered?: (path: string, answer: unknown) => boolean;
}

/** An argument that names what a call opens, and what it does to it. */
export interface Held {
  readonly index: number;
  readonly use: OpenUse;
  readonly meaning: Meaning;
  /** True when the call answers with a name that begins with this one. */
  readonly answers?: true;
  /** Changes the arguments so that a link that comes to the name of a new file is not followed. */
  readonly stay?: (args: unknown[]) => void;
}
