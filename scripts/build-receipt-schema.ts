import { mkdirSync, writeFileSync } from 'node:fs';
import { receiptJsonSchema } from './receipt-schema.js';

const file = new URL('../schema/receipt.schema.json', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, receiptJsonSchema());
