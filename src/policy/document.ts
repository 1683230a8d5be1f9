import type { Json, Origin } from '../types.js';

/**
 * A policy document after parsing, validation and `extends`: every clause carries where it was written.
 * Plain data: it survives JSON, which is how a parent process hands it down.
 */
export interface PolicyDocument {
  readonly mode?: Mode;
  readonly coverage?: 'warn' | 'required';
  readonly fs?: { readonly read?: Section; readonly write?: Section };
  readonly net?: { readonly connect?: Section; readonly listen?: Section };
  readonly exec?: ExecSection;
  readonly env?: { readonly deny?: readonly Rule[]; readonly passDeny?: readonly Rule[] };
  readonly process?: Partial<Record<PowerName, PowerRule>>;
  readonly budget?: BudgetDocument;
  readonly limits?: LimitsDocument;
  readonly redact?: readonly { readonly label: string; readonly regex: string; readonly at: Origin }[];
  readonly receipt?: {
    readonly dir?: string;
    readonly onError?: 'stop' | 'warn';
    /** bytes */ readonly maxSize?: number;
  };
  readonly contexts?: Readonly<Record<string, ContextDocument>>;
}

export type Mode = 'enforce' | 'audit' | 'off';
export type PowerName = 'addons' | 'internals' | 'inspector' | 'wasi' | 'signals' | 'workers';

/** What a named context may say: it can only narrow the root. */
export interface ContextDocument extends Pick<
  PolicyDocument,
  'fs' | 'net' | 'exec' | 'env' | 'process' | 'budget' | 'limits'
> {
  /** `./module.js#export`, relative to `${project}`. */
  readonly entry?: string;
  readonly at: Origin;
}

/** An allow list that is present and empty allows nothing; one that is absent restricts nothing. */
export interface Section {
  readonly allow?: readonly Rule[];
  readonly deny?: readonly Rule[];
  /** Where the allow list itself stands, for denials that no single rule decided. */
  readonly allowAt?: Origin;
}

export interface ExecSection extends Section {
  /** Names of environment variables that a command may set although they steer programs. */
  readonly env?: readonly Rule[];
  /** Whether Node may be started without what carries the policy into it. */
  readonly unbelted?: PowerRule;
}

export interface Rule {
  readonly rule: string;
  readonly except?: readonly string[];
  readonly reason?: string;
  /** exec only: commands that the descendants of this one may run besides. */
  readonly runs?: readonly string[];
  readonly at: Origin;
}

/** `deny`, `allow`, or the globs that are allowed (addons only). */
export type PowerRule = { readonly word: 'deny' | 'allow'; readonly allow?: readonly Rule[]; readonly at: Origin };

/** Money in picodollars (1e-12 USD) as decimal text, so that JSON keeps it exact; time in ms. */
export interface BudgetDocument {
  readonly maxCost?: string;
  readonly maxTokens?: number;
  readonly maxCalls?: number;
  readonly maxTime?: number;
  readonly warnAt?: number;
  readonly perCall?: { readonly maxCost?: string; readonly maxOutputTokens?: number };
  readonly perModel?: Readonly<
    Record<string, { readonly maxCost?: string; readonly maxTokens?: number; readonly maxCalls?: number }>
  >;
  readonly rate?: { readonly callsPerMinute?: number; readonly concurrent?: number };
  readonly models?: Section;
  readonly reserve?: 'worst' | 'typical' | 'none';
  readonly onExceed?: 'respond' | 'throw' | 'exit';
  readonly onOverrun?: 'abort' | 'finish';
  readonly unknownPrice?: 'deny' | 'free' | 'highest';
  readonly prices?: Readonly<Record<string, Json>>;
  readonly websocket?: 'allow' | 'warn' | 'deny';
  /** Where each key was written, by key (`maxCost`, `perCall.maxCost`). */
  readonly at: Readonly<Record<string, Origin>>;
}

export interface LimitsDocument {
  readonly filesWritten?: number;
  readonly filesDeleted?: number;
  readonly processes?: number;
  readonly sameCallRepeats?: { readonly max: number; readonly action: 'warn' | 'deny' };
  readonly at: Readonly<Record<string, Origin>>;
}

export type LayerName = 'parent' | 'managed' | 'project' | 'built-in' | 'code';

/** What the `${…}` of one run stand for; absolute folders, links not resolved. */
export interface Places {
  readonly project: string;
  readonly cwd: string;
  readonly tmp: string;
  readonly home: string;
  /** The `node_modules` folders on the resolution path of the project. */
  readonly modules: readonly string[];
}

/** One layer in force: a gate of its own that an access must pass. */
export interface PolicyLayer {
  readonly name: LayerName;
  readonly document: PolicyDocument;
  /** Every file read for it, in the order read; `receiptbot:recommended` for presets. */
  readonly sources: readonly { readonly file: string; readonly sha256: string }[];
  /** What this layer's own `${…}` and relative patterns stand for. */
  readonly places: Places;
}

/** Everything that `load` found: the layers, the mode in force and what to warn of. */
export interface LoadedPolicy {
  readonly layers: readonly PolicyLayer[];
  readonly mode: Mode;
  /** The project file, when there is one. */
  readonly projectFile?: string;
  readonly warnings: readonly string[];
}
