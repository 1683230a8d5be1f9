/** A policy file as people write it. The schemas are held to these types key by key (`mapping`, schema-parts.ts). */
export interface WrittenPolicy extends WrittenCapabilities {
  readonly $schema?: string;
  readonly version: 1;
  readonly extends?: readonly string[];
  readonly mode?: 'enforce' | 'audit' | 'off';
  readonly coverage?: 'warn' | 'required';
  readonly env?: { readonly deny?: readonly WrittenRule[]; readonly pass?: WrittenPass };
  readonly redact?: { readonly patterns: readonly { readonly label: string; readonly regex: string }[] };
  readonly receipt?: WrittenReceipt;
  readonly contexts?: Readonly<Record<string, WrittenContext>>;
}

export interface WrittenContext extends WrittenCapabilities {
  readonly entry?: string;
  readonly env?: { readonly pass?: WrittenPass; readonly deny?: never };
}

/** What the root and a context have in common. */
export interface WrittenCapabilities {
  readonly fs?: { readonly read?: WrittenSection; readonly write?: WrittenSection };
  readonly net?: { readonly connect?: WrittenSection; readonly listen?: WrittenSection };
  readonly exec?: WrittenExec;
  readonly process?: WrittenProcess;
  readonly budget?: WrittenBudget;
  readonly limits?: WrittenLimits;
}

/** A rule: its pattern alone, or with what belongs to it. */
export type WrittenRule =
  | string
  | {
      readonly rule: string;
      readonly except?: readonly string[];
      readonly reason?: string;
      readonly runs?: readonly string[];
    };

export interface WrittenSection {
  readonly allow?: readonly WrittenRule[];
  readonly deny?: readonly WrittenRule[];
}

export interface WrittenExec extends WrittenSection {
  readonly env?: readonly WrittenRule[];
  readonly unbelted?: Power;
}

export interface WrittenPass {
  readonly deny?: readonly WrittenRule[];
}

type Power = 'deny' | 'allow';

export interface WrittenProcess {
  readonly addons?: Power | { readonly allow: readonly WrittenRule[] };
  readonly internals?: Power;
  readonly inspector?: Power;
  readonly wasi?: Power;
  readonly signals?: Power;
  readonly workers?: Power;
}

export interface WrittenReceipt {
  readonly dir?: string;
  readonly onError?: 'stop' | 'warn';
  readonly maxSize?: string;
}

/** Money in US dollars, times with their unit. */
export interface WrittenBudget {
  readonly maxCostUsd?: number;
  readonly maxTokens?: number;
  readonly maxCalls?: number;
  readonly maxTime?: string;
  readonly warnAt?: number;
  readonly perCall?: { readonly maxCostUsd?: number; readonly maxOutputTokens?: number };
  readonly perModel?: Readonly<Record<string, WrittenModelCaps>>;
  readonly rate?: { readonly callsPerMinute?: number; readonly concurrent?: number };
  readonly models?: WrittenSection;
  readonly reserve?: 'worst' | 'typical' | 'none';
  readonly onExceed?: 'respond' | 'throw' | 'exit';
  readonly onOverrun?: 'abort' | 'finish';
  readonly unknownPrice?: 'deny' | 'free' | 'highest';
  readonly prices?: Readonly<Record<string, 'free' | WrittenPrice>>;
  readonly websocket?: 'allow' | 'warn' | 'deny';
}

export interface WrittenModelCaps {
  readonly maxCostUsd?: number;
  readonly maxTokens?: number;
  readonly maxCalls?: number;
}

/** US dollars per million tokens, or another model's price. */
export type WrittenPrice = Readonly<{ input?: number; output?: number; as?: string; times?: number }>;

export interface WrittenLimits {
  readonly filesWritten?: number;
  readonly filesDeleted?: number;
  readonly processes?: number;
  readonly sameCallRepeats?: { readonly max: number; readonly action?: 'warn' | 'deny' };
}
