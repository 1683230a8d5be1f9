import { readFileSync } from 'node:fs';
import { SHARED, type Plugin } from './shared-modules.js';

const core = new Set<string>();
const chunks = new Map<string, string[]>();

/** A variable that changes, or a collection that starts empty, at the top level of a module. */
const STATE = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m;

/**
 * Fails the build when a module that keeps state is bundled into the core and into a chunk as well: there would be two of it.
 * Such a module belongs into SHARED, or the chunk has to do without.
 */
export function oneState(part: 'core' | 'chunks'): Plugin {
  return {
    name: 'one-state',
    setup(build) {
      build.onEnd(({ metafile }) => {
        for (const [output, { inputs }] of Object.entries(metafile?.outputs ?? {})) {
          for (const input of Object.keys(inputs).filter((name) => name.startsWith('src/'))) {
            if (part === 'core') core.add(input);
            else chunks.set(input, [...(chunks.get(input) ?? []), output]);
          }
        }
        const doubled = [...chunks].filter(([input]) => core.has(input) && STATE.test(readFileSync(input, 'utf8')));
        const errors = doubled.map(([input, outputs]) => ({
          text: `${input} keeps state and is in the core and in ${outputs.join(', ')}; shared are only ${SHARED.join(', ')}`,
        }));
        return { errors };
      });
    },
  };
}
