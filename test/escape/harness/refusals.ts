import { recorded } from './recorded.js';

/** One refused attempt as the receipt tells it. */
export interface Refusal {
  readonly action: string;
  readonly rule: string;
}

/** Every refusal in the receipts of a run, its children and its workers. */
export function refusalsIn(folder: string): Refusal[] {
  return recorded(folder)
    .filter((event) => event.status === 'BLOCKED_BY_POLICY')
    .map(({ action = '', rule = '' }) => ({ action, rule }));
}
