import { NODE_STYLE } from './node-flags.js';
import { scanOptions, valuesOf } from './option-words.js';
import type { CommandFiles } from './surroundings.js';
import { printWords, type Word } from './word.js';

/** The line that `node --run name` hands to a shell, and the folder it runs in. */
export type ScriptLine = { readonly text: string; readonly folder: string } | { readonly opaque: string };

/** Finds the script of the nearest package.json; undefined when Node is not told to run one, or there is none. */
export function scriptLine(args: readonly Word[], cwd: string, files: CommandFiles): ScriptLine | undefined {
  const { options, rest } = scanOptions(args, NODE_STYLE);
  const [name] = valuesOf(options, '--run');
  if (name === undefined) return undefined;
  if (!name.known) return { opaque: 'node --run is given a name that is known only once the line runs' };
  for (let folder = cwd; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const text = files.text(`${folder}/package.json`);
    if (text !== undefined) {
      const script = scriptOf(text, name.text);
      return script === undefined
        ? undefined
        : {
            text: [script, printWords(rest.map((word) => word.text))].join(' ').trim(),
            folder: folder === '' ? '/' : folder,
          };
    }
    if (folder === '') return undefined;
  }
}

function scriptOf(text: string, name: string): string | undefined {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    const script = scripts !== undefined && Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    return typeof script === 'string' ? script : undefined;
  } catch {
    return undefined;
  }
}
