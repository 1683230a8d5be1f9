#!/usr/bin/env node
import { Command } from 'commander';
import { schemaVerb } from './schema.js';

declare const RECEIPTBOT_VERSION: string;

const program = new Command('receiptbot')
  .description('A seatbelt and flight recorder for Node.js programs that run AI agents.')
  .version(RECEIPTBOT_VERSION)
  .showSuggestionAfterError()
  .exitOverride();

program.addCommand(schemaVerb());

program.parseAsync().catch((error: unknown) => {
  // Commander has said what is wrong; its own codes tell help and version from mistakes.
  process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
});
