/** Publishes the schema of policy files as JSON Schema, for editors. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import { format, resolveConfig } from 'prettier';
import { policySchema } from '../src/policy/schema.js';

export const SCHEMA = 'schema/policy.schema.json';

/** The text of the published schema. */
export async function generateSchema(): Promise<string> {
  const schema = toJsonSchema(policySchema(true), {
    typeMode: 'input',
    errorMode: 'ignore',
    ignoreActions: ['raw_check', 'check', 'finite', 'safe_integer'],
  });
  const text = JSON.stringify({
    $schema: schema.$schema,
    $id: 'https://unpkg.com/receiptbot/schema/policy.schema.json',
    title: 'ReceiptBot policy',
    ...schema,
  });
  return format(text, { ...(await resolveConfig(SCHEMA)), parser: 'json' });
}

if (process.argv[1]?.endsWith('build-schema.ts') === true) {
  mkdirSync('schema', { recursive: true });
  writeFileSync(SCHEMA, await generateSchema());
}
