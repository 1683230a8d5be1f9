import type { PolicyLayer } from './document.js';
import type { FilePort } from './file-port.js';
import { type Problem, problemOf } from './problems.js';
import { PRESET_PREFIX } from './preset-names.js';
import { readText } from './read-file.js';

/** The layers that a parent handed down, and which of this process's own policy files they stand in for. */
export interface Inherited {
  readonly layers: readonly PolicyLayer[];
  readonly covered: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/**
 * Takes over what a parent handed down. A file that this process finds too, unchanged, is in force already, with what its
 * `${…}` meant at the start of the run: its layer keeps its name. Every other layer is the parent's. A file that was changed
 * since is a problem: the run would have two policies.
 */
export function inherit(handed: readonly PolicyLayer[], found: readonly string[], files: FilePort): Inherited {
  const covered = new Set<string>();
  const problems: Problem[] = [];
  const layers = handed.map((layer): PolicyLayer => {
    const [main] = layer.sources;
    if (main === undefined || !found.includes(main.file))
      return isBuiltIn(layer, found) ? layer : { ...layer, name: 'parent' };
    covered.add(main.file);
    problems.push(...layer.sources.flatMap((source) => changed(source, files)));
    return layer;
  });
  return { layers, covered, problems };
}

/** Without files of its own this process would have the built-in layer as well. */
const isBuiltIn = ({ name }: PolicyLayer, found: readonly string[]): boolean =>
  name === 'built-in' && found.length === 0;

function changed({ file, sha256 }: PolicyLayer['sources'][number], files: FilePort): Problem[] {
  if (file.startsWith(PRESET_PREFIX)) return [];
  const result = readText(file, files);
  if ('problem' in result) return [result.problem];
  if (files.sha256(result.text) === sha256) return [];
  return [
    problemOf(file, 'was changed since the run began: start the run again, for all its processes have one policy'),
  ];
}
