import { isPolicyProblems } from '../policy/problems.js';
import { cwd, environment, paths } from '../primordials.js';
import type { LoadedPolicy } from '../policy/document.js';
import type { Destination } from '../receipt/start.js';

const DEFAULT_FOLDER = '.receiptbot/receipts';

/**
 * Where receipts go: what the parent says, else RECEIPTBOT_RECEIPT, else the policy, else a folder of the project.
 * @throws Error for a word that is none
 */
export function destinationOf(
  variable: string | undefined,
  inherited: string | undefined,
  policy: Pick<LoadedPolicy, 'layers'>,
): Destination {
  const word = inherited ?? variable;
  if (word === undefined || word === '') return { kind: 'folder', folder: folderOf(policy) };
  if (word === 'none') return { kind: 'none' };
  if (!word.startsWith('fd:')) return { kind: 'folder', folder: paths.resolve(cwd(), word) };
  if (word !== 'fd:2')
    throw new Error(`RECEIPTBOT_RECEIPT=${word}: only fd:2 is supported; write a folder, fd:2 or none`);
  return { kind: 'fd', fd: 2 };
}

/** The folder that the nearest layer names, its `${…}` replaced, relative to its project. */
function folderOf({ layers }: Pick<LoadedPolicy, 'layers'>): string {
  const layer = layers.findLast(({ document }) => document.receipt?.dir !== undefined) ?? layers.at(-1);
  if (layer === undefined) return paths.resolve(cwd(), DEFAULT_FOLDER);
  const { project, tmp, home, cwd: start } = layer.places;
  const places: Readonly<Record<string, string>> = { project, tmp, home, cwd: start };
  const dir = (layer.document.receipt?.dir ?? DEFAULT_FOLDER)
    .replace(/^\$\{(\w+)\}/, (whole, place: string) => places[place] ?? whole)
    .replace(/^~(?=\/|$)/, home);
  return paths.resolve(project, dir);
}

/** A policy file's name, which tells the project's folder. */
const PROJECT_FILE = /^receiptbot\.config\.\w+$/;

/**
 * Where a refusal to start is told of when the policy that would name the folder cannot be used: the folder of the
 * variable, else the usual one in the project's folder, or in the working folder when that is not known.
 */
export function folderWithoutPolicy(variable: string | undefined, error: unknown): string | undefined {
  if (variable === 'none' || variable?.startsWith('fd:') === true) return undefined;
  if (variable !== undefined && variable !== '') return paths.resolve(cwd(), variable);
  const named = environment['RECEIPTBOT_CONFIG'] !== undefined || !isPolicyProblems(error);
  const file = named ? undefined : error.problems.find((one) => PROJECT_FILE.test(paths.basename(one.file)))?.file;
  return paths.join(file === undefined ? cwd() : paths.dirname(file), DEFAULT_FOLDER);
}

/** The same destination as one word, for children. */
export function wordOf(destination: Destination): string {
  return destination.kind === 'folder'
    ? destination.folder
    : destination.kind === 'fd'
      ? `fd:${destination.fd}`
      : 'none';
}
