import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';

/** The verb `schema`: prints a JSON Schema of the package, the policy's unless told otherwise. */
export function schemaVerb(): Command {
  return new Command('schema')
    .description('print the JSON Schema of the policy file or of the receipt')
    .addArgument(new Argument('[document]').choices(['policy', 'receipt']).default('policy'))
    .action((document: string) => {
      process.stdout.write(readFileSync(join(__dirname, '..', 'schema', `${document}.schema.json`), 'utf8'));
    });
}
