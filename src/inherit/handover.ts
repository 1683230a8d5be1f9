import type { Mode, PolicyLayer } from '../policy/document.js';
import { utf8Length } from '../primordials.js';
import { type KeptText, keepText, readKept } from './kept-text.js';

/** The policy that children and workers are under. */
interface HandedPolicy {
  readonly mode: Mode;
  readonly layers: readonly PolicyLayer[];
}

/** What a parent hands down to a child process or a worker: the acting context's effective policy, and the run it belongs to. */
export interface Handover extends HandedPolicy {
  readonly protocol: 1;
  readonly run: string;
  /** Name of the parent's receipt file. */
  readonly parent: string | undefined;
  /** Absolute receipts folder, or the word that stands for another sink. */
  readonly receipts: string;
  /** For a worker: what its process started with. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** For a worker: the flags it is told it has. */
  readonly flags?: readonly string[];
  /** `RECEIPTBOT_ENTRY` of the run, with absolute files. */
  readonly entries?: string;
}

/** What a child finds in its environment: the policy in a file that all processes of one policy share, or as it is. */
type Handed = Pick<Handover, 'protocol' | 'run' | 'parent' | 'receipts'> & {
  readonly policy: KeptText | HandedPolicy;
};

/** Tells a child its policy and its run. Children trust no file with another digest than it names. */
export const HANDOVER_VARIABLE = 'RECEIPTBOT_HANDOVER';

/** Linux takes no variable of more than 128 KB. */
const MOST_IN_A_VARIABLE = 100_000;

/** Where policies for children are kept. */
export interface HandoverPlaces {
  /** The receipts folder, which the program cannot write to; undefined where receipts have none. */
  readonly folder: string | undefined;
  /** For what has no other place. */
  readonly tmp: string;
}

/**
 * The value of the variable. The policy is in a file, since an inherited descriptor dies in between and a long variable
 * shows wherever a program prints its environment; in the variable itself where no file can be written, as in a container
 * whose file system is read-only.
 */
export function offer({ protocol, run, parent, receipts, mode, layers }: Handover, places: HandoverPlaces): string {
  const valueWith = (policy: Handed['policy']): string =>
    JSON.stringify({ protocol, run, parent, receipts, policy } satisfies Handed);
  const text = JSON.stringify({ mode, layers } satisfies HandedPolicy);
  const kept = places.folder === undefined ? undefined : keepText(text, places.folder);
  if (kept !== undefined) return valueWith(kept);
  const whole = valueWith({ mode, layers });
  if (utf8Length(whole) <= MOST_IN_A_VARIABLE) return whole;
  const last = keepText(text, places.tmp);
  if (last === undefined)
    throw new Error(`the policy cannot be handed down: it is too long for a variable, and ${places.tmp} takes no file`);
  return valueWith(last);
}

/** Reads what the parent handed down. @throws a plain sentence when it is not what the parent wrote */
export function accept(value: string): Handover {
  const { policy, ...facts } = parsed(value);
  return { ...facts, ...('file' in policy ? (JSON.parse(readPolicy(policy)) as HandedPolicy) : policy) };
}

function parsed(value: string): Handed {
  let handed: Handed | { readonly protocol: unknown };
  try {
    handed = JSON.parse(value) as typeof handed;
  } catch {
    throw new Error(`${HANDOVER_VARIABLE} is not what a parent process handed down; ${ANEW}`);
  }
  if (!('policy' in handed))
    throw new Error(`the parent process runs an incompatible receiptbot (protocol ${String(handed.protocol)})`);
  return handed;
}

const ANEW = `unset ${HANDOVER_VARIABLE} to start a run of its own`;

function readPolicy(kept: KeptText): string {
  let text: string | undefined;
  try {
    text = readKept(kept);
  } catch {
    throw new Error(`the policy handed down by the parent process cannot be read (${kept.file}); ${ANEW}`);
  }
  if (text === undefined) throw new Error(`the policy handed down by the parent process was altered (${kept.file})`);
  return text;
}
