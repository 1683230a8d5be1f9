import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { NotAReceipt, readReceipt } from '../receipt/read.js';
import { describeReceipt } from '../receipt/summary.js';

/** The verb `show`: prints receipts for people, one file or every one of a folder. Exit code 1 when there is none. */
export function showVerb(): Command {
  return new Command('show')
    .description('print receipts for people: running, torn, unsealed and sealed ones alike')
    .argument('[path]', 'a receipt, or a folder of receipts', join('.receiptbot', 'receipts'))
    .action((path: string) => {
      const texts = receiptsAt(path)
        .map(described)
        .filter((text) => text !== undefined);
      if (texts.length === 0) throw new Error(`no receipt at ${path}`);
      process.stdout.write(`${texts.join('\n\n')}\n`);
    });
}

function receiptsAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}

/** Undefined for a file that is JSON of another kind: a folder may hold other things. */
function described(file: string): string | undefined {
  try {
    return describeReceipt(readReceipt(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof NotAReceipt) return undefined;
    throw error;
  }
}
