import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { homeFolder } from '../policy/here.js';
import { load, PolicyProblems } from '../policy/load.js';
import { pendingKeys } from '../policy/pending.js';
import { nodeFiles } from '../policy/node-files.js';

/** The exit code of a start that would be refused. */
const REFUSED = 78;

/** The verb `check`: reads the policy as a start from this folder would. Exit code 0, or 78 after every problem at once. */
export function checkVerb(): Command {
  return new Command('check')
    .description('check a policy file, or the policy that a program started here would have')
    .argument('[file]', 'the policy file; found as at a start unless given')
    .action((file: string | undefined) => {
      try {
        process.stdout.write(`${report(file)}\n`);
      } catch (error) {
        if (!(error instanceof PolicyProblems)) throw error;
        process.stderr.write(`${error.message}\n`);
        process.exitCode = REFUSED;
      }
    });
}

function report(file: string | undefined): string {
  const { layers, mode, warnings } = load({
    env: file === undefined ? process.env : { ...process.env, RECEIPTBOT_CONFIG: file },
    argv1: undefined,
    cwd: process.cwd(),
    home: homeFolder(),
    tmp: tmpdir(),
    platform: process.platform,
    files: nodeFiles,
  });
  const sources = layers.flatMap(({ name, sources: read }) => read.map((source) => `${name.padEnd(9)} ${source.file}`));
  return [
    ...sources,
    `mode      ${mode}`,
    ...[...warnings, ...pendingKeys(layers)].map((warning) => `warning   ${warning}`),
  ].join('\n');
}
