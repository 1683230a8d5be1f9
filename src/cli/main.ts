#!/usr/bin/env node
import { Command } from 'commander';
import * as ip from '../access/ip.js';
import { setChunkLoader } from '../chunks.js';
import * as glob from '../policy/odd-glob.js';
import { checkVerb } from './check.js';
import { schemaVerb } from './schema.js';
import { showVerb } from './show.js';

declare const RECEIPTBOT_VERSION: string;

// The command line is one file: what the engine loads on first use is in it already.
const parts: Readonly<Record<string, unknown>> = { ip, glob };
setChunkLoader((name) => parts[name]);

const program = new Command('receiptbot')
  .description('A seatbelt and flight recorder for Node.js programs that run AI agents.')
  .version(RECEIPTBOT_VERSION)
  .showSuggestionAfterError()
  .exitOverride();

program.addCommand(checkVerb()).addCommand(schemaVerb()).addCommand(showVerb());

program.parseAsync().catch((error: unknown) => {
  // Commander has said itself what is wrong with the command line, and what code goes with it.
  const { exitCode } = error as { exitCode?: number };
  if (exitCode === undefined)
    process.stderr.write(`receiptbot: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCode ?? 1;
});
