import type { Mode, PolicyLayer } from '../policy/document.js';
import { files, paths, sha256 } from '../primordials.js';

/** What a parent hands down to a child process or a worker: the acting context's effective policy, and the run it belongs to. */
export interface Handover {
  readonly protocol: 1;
  readonly run: string;
  /** Name of the parent's receipt file. */
  readonly parent: string | undefined;
  /** Absolute receipts folder, or the word that stands for another sink. */
  readonly receipts: string;
  readonly mode: Mode;
  readonly layers: readonly PolicyLayer[];
  /** For a worker: what its process started with. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** For a worker: the flags it is told it has. */
  readonly flags?: readonly string[];
  /** `RECEIPTBOT_ENTRY` of the run, with absolute files. */
  readonly entries?: string;
}

/** Names the file with the handed-down policy, and its digest. Children trust no other. */
export const HANDOVER_VARIABLE = 'RECEIPTBOT_HANDOVER';

const written = new Map<string, string>();

/**
 * Writes the handover where the program cannot (the receipts folder protects itself) and returns the value of the variable.
 * A file, since an inherited descriptor dies in between and one variable holds 128 KB at most.
 */
export function offer(handover: Handover, folder: string): string {
  const text = JSON.stringify(handover);
  const digest = sha256(text);
  let value = written.get(digest);
  if (value === undefined) {
    const place = paths.join(folder, 'handover');
    const file = paths.join(place, `${digest.slice(0, 32)}.handover`);
    files.mkdirSync(place, { recursive: true, mode: 0o700 });
    files.writeFileSync(file, text, 0o600);
    value = `${digest}:${file}`;
    written.set(digest, value);
  }
  return value;
}

/** Reads what the parent handed down. @throws a plain sentence when it is not what the parent wrote */
export function accept(value: string): Handover {
  const at = value.indexOf(':');
  const digest = value.slice(0, at);
  const file = value.slice(at + 1);
  let text: string;
  try {
    text = files.readFileSync(file);
  } catch {
    throw new Error(
      `the policy handed down by the parent process cannot be read (${file}); unset ${HANDOVER_VARIABLE} to start a run of its own`,
    );
  }
  if (sha256(text) !== digest) throw new Error(`the policy handed down by the parent process was altered (${file})`);
  const handover = JSON.parse(text) as Handover | { readonly protocol: number };
  if (!('run' in handover))
    throw new Error(`the parent process runs an incompatible receiptbot (protocol ${String(handover.protocol)})`);
  return handover;
}
