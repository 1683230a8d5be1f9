import { ownFile } from '../access/own-descriptors.js';
import { absolute, isGarbled, type PathName, pinPath } from '../access/path.js';
import {
  complaintAbout,
  defineGetter,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hrefOf,
  isProxy,
  objectCreate,
  objectPrototype,
  platform,
  programArray,
  programObject,
  ProgramURL,
  throwError,
} from '../primordials.js';

/** No call reaches a longer path: a folder's and a relative one's lengths together, by the limits of the systems. */
const LONGEST = platform === 'win32' ? 65_536 : 8192;

/** True for what every system call answers with ENAMETOOLONG: a text that was taken for a path, mostly. */
const isBeyondReach = (text: string): boolean => text.length > LONGEST && absolute(text).length > LONGEST;

/**
 * Pins the path at `index` and returns what it names. An object that is no path is replaced by an empty one, for it
 * could become a path between our look and Node's.
 */
export function takePath(args: unknown[], index: number): PathName | undefined {
  const given = args[index];
  const pinned = pinPath(given);
  if (pinned !== undefined) {
    const { value, text } = pinned;
    args[index] = value;
    if (isBeyondReach(text)) return undefined;
    return isGarbled(value, text) ? { text, unclear: 'garbled' } : { text };
  }
  if (typeof given === 'object' && given !== null && !ArrayBuffer.isView(given) && !staysHandle(given))
    args[index] = harmless(given);
  const own = ownFile(given);
  return own === undefined ? undefined : { text: own };
}

/**
 * True for an object with a descriptor and no address: a file handle, or what Node will refuse as one. It is kept from
 * getting an address later, for Node takes for a path what has one; a prototype could lend it.
 */
const staysHandle = (value: object): boolean =>
  !isProxy(value) && !('href' in value) && 'fd' in value && defineProperty(value, 'href', NO_ADDRESS);

const NO_ADDRESS: PropertyDescriptor = Object.freeze({ __proto__: null, value: undefined });

/** What Node complains about as it would about `given`, and that can become no path. */
function harmless(given: object): object {
  if (Array.isArray(given)) return programArray([]);
  const href = hrefOf(given);
  if (href === undefined) return namesake(given);
  return href.startsWith('file:') ? complaining(href) : new ProgramURL(href);
}

/** An object that Node's message calls what it would call `given`, by the name of the class. */
function namesake(given: object): object {
  if (getPrototypeOf(given) === null) return objectCreate(null) as object;
  const name = (given as { readonly constructor?: { readonly name?: unknown } | null }).constructor?.name;
  const object = programObject();
  return typeof name === 'string'
    ? Object.assign(object, { constructor: Object.assign(programObject(), { name }) })
    : object;
}

/**
 * What answers with Node's own complaint about the address when it is asked for its address. The address itself would not
 * do: Node reads it by getters that the program may have replaced.
 */
function complaining(href: string): object {
  const complaint = complaintAbout(href);
  if (complaint === undefined) return programObject();
  return defineGetter(programObject(), 'href', () => throwError(complaint.error));
}

/** Options as they were when they were read. */
export type Options = Readonly<Record<PropertyKey, unknown>>;

const NONE: Options = Object.freeze({ __proto__: null as never });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Reads the options at `index` once, and puts in their place what was read: nothing that runs between our look and Node's
 * can change it, be it a getter of other options, another prototype, or code that runs while the call waits. Those that
 * are named are pinned even where they are inherited or absent.
 */
export function takeOptions(args: unknown[], index: number, names: readonly string[]): Options {
  const given = args[index];
  return isObject(given) ? (args[index] = pinned(given, names, false)) : NONE;
}

/**
 * As `takeOptions`, for a call that copies what is its options' own, and reads those that were not given from what any
 * object inherits: all that are named become their own.
 */
export function takeOwnOptions(args: unknown[], index: number, names: readonly string[]): Options {
  if (args.length < index) return NONE;
  const given = args[index];
  if (typeof given === 'function') args.splice(index, 0, undefined);
  const options = typeof given === 'object' ? (given ?? programObject()) : optionsFor(given);
  return isObject(options) ? (args[index] = pinned(options, names, true)) : NONE;
}

/** The options that a call makes of what is given in their place: the name of an encoding, or nothing. */
function optionsFor(given: unknown): object | undefined {
  if (typeof given === 'string') return Object.assign(programObject(), { encoding: given });
  return given === undefined || typeof given === 'function' ? programObject() : undefined;
}

function pinned(given: object, names: readonly string[], asOwn: boolean): Options {
  const own = Object.assign(Object.create(null) as Record<PropertyKey, unknown>, given);
  const inherited = objectCreate(given) as object;
  const copy = objectCreate(inherited) as object;
  for (const key of Reflect.ownKeys(own)) set(copy, key, own[key]);
  for (const name of names)
    if (!(name in own)) set(asOwn ? copy : inherited, name, (given as Record<string, unknown>)[name]);
  Object.freeze(inherited);
  return Object.freeze(copy) as Options;
}

const set = (object: object, key: PropertyKey, value: unknown): void => {
  defineProperty(object, key, { __proto__: null, value, enumerable: true } as PropertyDescriptor);
};

/** What Node reads of options before the flag: a getter in the prototype of all objects could set it. */
const READ_BEFORE: readonly string[] = ['encoding', 'signal'];

/** True when the options at `index` cannot hold `name`, nor come to hold it: what a remembered decision relies on. */
export function lacksOption(args: unknown[], index: number, name: string): boolean {
  const options = args[index];
  if (!isObject(options)) return true;
  if (isProxy(options) || name in options) return false;
  const prototype = getPrototypeOf(options);
  if (prototype !== null && prototype !== objectPrototype) return false;
  if (Reflect.ownKeys(options).some((key) => getOwnPropertyDescriptor(options, key)?.get !== undefined)) return false;
  return !READ_BEFORE.some((before) => before in objectPrototype);
}
