import type { LoadedPolicy, Mode, PolicyDocument, PolicyLayer } from './document.js';
import type { Composed, Reading } from './extends.js';
import { type Inherited, inherit } from './inherited.js';
import { modeInForce, modeWanted } from './mode.js';
import { PolicyProblems } from './problems.js';
import { PRESET_PREFIX } from './preset-names.js';
import { placesOf } from './project-places.js';
import { findPolicyFiles, type PolicyFiles, type SearchInput } from './search.js';
import { paths } from '../primordials.js';

/** What decides which policy is in force. */
export interface LoadInput extends SearchInput {
  readonly home: string;
  readonly tmp: string;
  /** The layers and the mode that a belted parent handed down. */
  readonly parent?: readonly PolicyLayer[];
  readonly parentMode?: Mode;
}

/** What is not in the core: asked for only when it is needed. */
export interface Readers {
  readonly readComposed: (file: string, reading: Reading) => Composed;
  /** The built-in policy: a preset without its package managers, for it has no allow lists. */
  readonly recommended: () => { readonly document: PolicyDocument; readonly sha256: string };
}

/** Finds and reads every layer of the policy. @throws PolicyProblems with everything that is wrong in any of them */
export function loadLayers(input: LoadInput, readers: Readers): LoadedPolicy {
  const start = input.parent?.[0]?.places.cwd;
  const found = findPolicyFiles({ ...input, ...(start === undefined ? {} : { runFolder: start }) });
  const mine = [...found.managed, ...(found.project === undefined ? [] : [found.project.file])];
  const inherited = inherit(input.parent ?? [], mine, input.files);
  const own = readOwn(input, found, inherited, readers);
  const wanted = modeWanted(input.env['RECEIPTBOT_MODE']);
  const problems = [...wanted.problems, ...found.problems, ...inherited.problems, ...own.problems];
  if (problems.length > 0) throw new PolicyProblems(problems);
  const layers = [...inherited.layers, ...own.layers];
  const { mode, warnings } = modeInForce({ ...modesOf(layers, input), ...(wanted.mode && { wanted: wanted.mode }) });
  return {
    layers,
    mode,
    ...(found.project && { projectFile: found.project.file }),
    // What stands in for a file has been warned of at the start of the run.
    warnings: [...(inherited.covered.size > 0 ? [] : found.warnings), ...warnings, ...own.notices],
  };
}

interface Own {
  readonly layers: readonly PolicyLayer[];
  readonly problems: Composed['problems'];
  readonly notices: readonly string[];
}

/** The layers that are read here: managed and project, or the built-in one when there is no other at all. */
function readOwn(input: LoadInput, found: PolicyFiles, { layers: handed, covered }: Inherited, readers: Readers): Own {
  const { project, managed, start, problems } = found;
  const folder = project === undefined || project.named ? input.cwd : paths.dirname(project.file);
  const places = placesOf(folder, { ...input, start });
  const wanted = [
    ...managed.map((file) => ({ name: 'managed' as const, file })),
    ...(project === undefined ? [] : [{ name: 'project' as const, file: project.file }]),
  ];
  if (wanted.length === 0 && handed.length === 0 && problems.length === 0) {
    const { document, sha256 } = readers.recommended();
    const sources = [{ file: `${PRESET_PREFIX}recommended`, sha256 }];
    return { layers: [{ name: 'built-in', document, sources, places }], problems: [], notices: [NOTICE] };
  }
  const read = wanted
    .filter(({ file }) => !covered.has(file))
    .map(({ name, file }) => {
      const relative = name === 'project';
      const { document, sources, problems: wrong } = readers.readComposed(file, { ...input, relative });
      return { layer: { name, document, sources, places }, wrong };
    });
  return { layers: read.map(({ layer }) => layer), problems: read.flatMap(({ wrong }) => wrong), notices: [] };
}

const NOTICE =
  'there is no receiptbot.config.yaml: receiptbot:recommended is in force in audit mode, which records and refuses nothing';

/** A file without a mode means to be enforced. */
function modesOf(layers: readonly PolicyLayer[], { parentMode }: LoadInput): { floor: Mode[]; project?: Mode } {
  const modeOf = ({ document }: PolicyLayer): Mode => document.mode ?? 'enforce';
  const managed = layers.filter(({ name }) => name === 'managed').map(modeOf);
  const project = layers.find(({ name, sources }) => name === 'project' && sources.length > 0);
  const builtIn = layers.some(({ name }) => name === 'built-in');
  const own = project === undefined ? (builtIn ? 'audit' : undefined) : modeOf(project);
  return { floor: [...(parentMode === undefined ? [] : [parentMode]), ...managed], ...(own && { project: own }) };
}
