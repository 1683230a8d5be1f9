import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from './shared-modules.js';

const bundled = new Set<string>();

/** Collects which packages' code a build contains and writes their licences to `file`. @throws when one ships none. */
export function licences(file: string): Plugin {
  return {
    name: 'licences',
    setup(build) {
      build.onEnd(({ metafile }) => {
        for (const output of Object.values(metafile?.outputs ?? {})) {
          for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
            const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
            if (folder !== undefined && bytesInOutput > 0) bundled.add(folder);
          }
        }
        if (existsSync('dist')) writeFileSync(file, [...bundled].sort().map(entry).join('\n'));
      });
    },
  };
}

function entry(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (text === undefined) throw new Error(`${name ?? folder} ships no licence text`);
  return `${name ?? ''} ${version ?? ''} (${license ?? ''})\n\n${readFileSync(join(folder, text), 'utf8').trim()}\n\n${'-'.repeat(80)}\n`;
}
