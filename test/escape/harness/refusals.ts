import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One refused attempt as the receipt tells it. */
export interface Refusal {
  readonly action: string;
  readonly rule: string;
}

interface Receipt {
  readonly events: readonly { readonly status?: string; readonly action?: string; readonly rule?: string }[];
}

/** Every refusal in the receipts of a run, its children and its workers. */
export function refusalsIn(folder: string): Refusal[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Receipt).events)
    .filter((event) => event.status === 'BLOCKED_BY_POLICY')
    .map(({ action = '', rule = '' }) => ({ action, rule }));
}
