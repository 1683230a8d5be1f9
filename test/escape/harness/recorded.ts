import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An event as far as the techniques look into it. */
export interface Recorded {
  readonly status?: string;
  readonly action?: string;
  readonly rule?: string;
}

/** Every event in the receipts of a run, its children and its workers. @throws for a receipt that is no JSON any more */
export function recorded(folder: string): Recorded[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap(
      (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { events: readonly Recorded[] }).events,
    );
}
