import { cwd, paths } from '../primordials.js';
import type { LoadedPolicy, PolicyLayer } from '../policy/document.js';
import type { Destination } from '../receipt/start.js';

const DEFAULT_FOLDER = '.receiptbot/receipts';

/** The destination that RECEIPTBOT_RECEIPT, the parent, or the policy names, in this order. @throws on a word that is none */
export function destinationOf(
  variable: string | undefined,
  inherited: string | undefined,
  policy: LoadedPolicy,
): Destination {
  const word = inherited ?? variable;
  if (word === 'none') return { kind: 'none' };
  if (word?.startsWith('fd:') === true) {
    const fd = Number(word.slice(3));
    if (fd !== 2) throw new Error(`RECEIPTBOT_RECEIPT=${word}: only fd:2 is supported; write a folder, fd:2 or none`);
    return { kind: 'fd', fd };
  }
  if (word !== undefined && word !== '') return { kind: 'folder', folder: paths.resolve(cwd(), word) };
  const layer = nearest(policy.layers, (each) => each.document.receipt?.dir !== undefined);
  const dir = layer?.document.receipt?.dir ?? DEFAULT_FOLDER;
  const places = (layer ?? policy.layers.at(-1))?.places;
  const folder = dir
    .replace(/^\$\{tmp\}/, places?.tmp ?? '/tmp')
    .replace(/^(?:\$\{home\}|~)(?=\/|$)/, places?.home ?? '~')
    .replace(/^\$\{(?:project|cwd)\}/, places?.project ?? cwd());
  return { kind: 'folder', folder: paths.resolve(places?.project ?? cwd(), folder) };
}

const nearest = (layers: readonly PolicyLayer[], has: (layer: PolicyLayer) => boolean): PolicyLayer | undefined =>
  [...layers].reverse().find(has);

/** The same destination as one word, for children. */
export function wordOf(destination: Destination): string {
  return destination.kind === 'folder'
    ? destination.folder
    : destination.kind === 'fd'
      ? `fd:${destination.fd}`
      : 'none';
}
