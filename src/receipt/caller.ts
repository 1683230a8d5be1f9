import { createGenerations } from './generations.js';
import { files, paths, program } from '../primordials.js';

/** Frames looked at; Node's own take up to some thirty of them. */
const FRAMES = 64;
/** A larger file is no package.json. */
const MANIFEST_BYTES = 1_048_576;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

type Prepare = (error: Error, sites: NodeJS.CallSite[]) => unknown;
type Formatter = { prepareStackTrace?: Prepare | undefined; stackTraceLimit: number };

/** Asks for the frames of the object at hand; every other error keeps a stack that is text. */
let subject: object | undefined;
const prepare: Prepare = (error, sites) =>
  error === subject
    ? sites
    : `${String(error)}${sites.map((site: { toString(): string }) => `\n    at ${site.toString()}`).join('')}`;

const ownRealm = program !== globalThis;
if (ownRealm) {
  // Once and for all: the constructor is frozen later, and nothing of the program sees this realm's.
  Error.prepareStackTrace = prepare;
  Error.stackTraceLimit = FRAMES;
}

/** ReceiptBot's own files are those beside this one: the built folder, or the sources. */
const ownFolder = folderOf(pathOfSite(sitesBelow()[0]) ?? '');

/**
 * The code that asked: `package@version file:line:column` of the first frame that is neither Node's nor ReceiptBot's, where `file` is relative
 * to the package. Undefined when there is none, as in a callback that Node calls. `below` and what it called are left out.
 */
export function callerOf(below?: (...args: never[]) => unknown): string | undefined {
  for (const site of sitesBelow(below ?? callerOf)) {
    const file = pathOfSite(site);
    if (file === undefined || file.startsWith('node:') || file.startsWith(ownFolder)) continue;
    return `${nameFile(file)}:${site.getLineNumber() ?? 0}:${site.getColumnNumber() ?? 0}`;
  }
  return undefined;
}

/** The call sites under way, the innermost first, at most `frames` of them; `below` and what it called are left out. */
export function sitesBelow(below?: (...args: never[]) => unknown, frames: number = FRAMES): NodeJS.CallSite[] {
  const holder: { stack?: unknown } = {};
  const formatter = Error as Formatter;
  const { prepareStackTrace, stackTraceLimit } = formatter;
  subject = holder;
  try {
    if (!ownRealm) Error.prepareStackTrace = prepare;
    formatter.stackTraceLimit = frames;
    Error.captureStackTrace(holder, below);
    return Array.isArray(holder.stack) ? (holder.stack as NodeJS.CallSite[]) : [];
  } finally {
    subject = undefined;
    formatter.stackTraceLimit = stackTraceLimit;
    if (!ownRealm) formatter.prepareStackTrace = prepareStackTrace;
  }
}

/** True for a frame of ReceiptBot itself. */
export const isOurs = (site: NodeJS.CallSite): boolean => pathOfSite(site)?.startsWith(ownFolder) === true;

/** The file of a frame as a path, or undefined for code that has none (eval, natives). */
export function pathOfSite(site: NodeJS.CallSite | undefined): string | undefined {
  const name = site?.getFileName() ?? undefined;
  if (name?.startsWith('file://') !== true) return name;
  try {
    return decodeURIComponent(name.slice('file://'.length).replace(/[?#].*$/, ''));
  } catch {
    return name;
  }
}

function folderOf(file: string): string {
  const folder = paths.dirname(file);
  return (folder.endsWith(`src${paths.sep}receipt`) ? paths.dirname(folder) : folder) + paths.sep;
}

interface Package {
  readonly label: string;
  readonly folder: string;
}

const packages = createGenerations<string, Package | null>(512);

function nameFile(file: string): string {
  const owner = paths.isAbsolute(file) ? packageOf(paths.dirname(file)) : null;
  return owner === null ? file : `${owner.label} ${paths.relative(owner.folder, file)}`;
}

/** The nearest folder above with a package.json that has a name. */
function packageOf(folder: string): Package | null {
  const known = packages.get(folder);
  if (known !== undefined) return known;
  const above = paths.dirname(folder);
  const found =
    readPackage(folder) ?? (above === folder || paths.basename(folder) === 'node_modules' ? null : packageOf(above));
  packages.set(folder, found);
  return found;
}

function readPackage(folder: string): Package | undefined {
  try {
    const manifest = paths.join(folder, 'package.json');
    const stats = files.statSync(manifest, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const { mode, size } = stats;
    if ((mode & FILE_TYPE) !== REGULAR || size > MANIFEST_BYTES) return undefined;
    const { name, version } = JSON.parse(files.readFileSync(manifest)) as { name?: unknown; version?: unknown };
    if (typeof name !== 'string' || name === '') return undefined;
    return { folder, label: typeof version === 'string' ? `${name}@${version}` : name };
  } catch {
    // No package.json here, or none that can be read: the folder above is asked.
    return undefined;
  }
}
