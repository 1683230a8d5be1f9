import type { PathAccess, PathEffect } from '../types.js';
import {
  bytesToText,
  copyBytes,
  cwd,
  hrefOf,
  platform,
  realpathNative,
  sameBytes,
  textToBytes,
} from '../primordials.js';

/** A path argument made safe to judge: the value to pass on and the text that is judged. */
export interface PinnedPath {
  readonly value: unknown;
  readonly text: string;
}

/** What a path argument names. */
export interface PathName {
  readonly text: string;
  /** Set where the text cannot tell the name that Node will use. */
  readonly unclear?: 'garbled';
}

/** Reads a path argument once. Undefined when it is no path that Node takes: Node then complains about it itself. */
export function pinPath(value: unknown): PinnedPath | undefined {
  if (typeof value === 'string') return value.includes('\0') ? undefined : { value, text: value };
  if (typeof value !== 'object' || value === null) return undefined;
  if (ArrayBuffer.isView(value)) return pinBytes(value);
  const href = hrefOf(value);
  return href === undefined ? pinUrlLike(value) : pinUrl(href);
}

/** A private copy: shared memory cannot change it between the judging and the use. */
function pinBytes(view: ArrayBufferView): PinnedPath | undefined {
  const bytes = copyBytes(view);
  const text = bytesToText(bytes);
  return text.includes('\0') ? undefined : { value: bytes, text };
}

/** The path of a `file:` URL; anything else is handed to Node as a fresh URL, so that it complains about just that. */
function pinUrl(href: string): PinnedPath | undefined {
  const text = pathOfFileUrl(href);
  return text === undefined ? undefined : { value: text, text };
}

/** An object that only looks like a URL is read once and becomes a genuine one. */
function pinUrlLike(value: object): PinnedPath | undefined {
  const like = value as { href?: unknown; protocol?: unknown; pathname?: unknown };
  const { href, protocol, pathname } = like;
  if (typeof href !== 'string' || protocol !== 'file:' || typeof pathname !== 'string') return undefined;
  return pinUrl(`file://${pathname}`);
}

/** The absolute path that a `file:` address names; undefined when it names none on this host. */
export function pathOfFileUrl(href: string): string | undefined {
  const match = /^file:\/\/([^/?#]*)([^?#]*)/i.exec(href);
  if (match === null || (match[1] !== '' && match[1] !== 'localhost')) return undefined;
  const raw = match[2] ?? '';
  if (/%2f/i.test(raw)) return undefined;
  const decoded = decodeURIComponent(raw);
  return platform === 'win32' ? decoded.replace(/^\/([A-Za-z]:)/, '$1').replaceAll('/', '\\') : decoded;
}

/** Absolute and normalised; links are not resolved. */
export function absolute(text: string, base: string = cwd()): string {
  return normalise(text.startsWith('/') ? text : `${base}/${text}`);
}

/** Most paths are written clean and cost one scan. */
const UNCLEAN = /\/\/|\/\.\.?(?:\/|$)|.\/$/s;

function normalise(path: string): string {
  if (!UNCLEAN.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  return `/${kept.join('/')}`;
}

/** What a path access does, beside its capability. */
export interface PathUse {
  readonly capability: PathAccess['capability'];
  readonly effect: PathEffect;
  readonly follow?: boolean;
  readonly tree?: boolean;
  readonly unclear?: PathAccess['unclear'];
}

/**
 * The accesses that a path stands for: one, or two where `..` follows a component that may be a link,
 * since the kernel then goes up from where the link leads.
 */
export function pathAccesses(text: string, use: PathUse, base: string = cwd()): PathAccess[] {
  const resource = absolute(text, base);
  const access: PathAccess = {
    kind: 'path',
    capability: use.capability,
    requested: text,
    resource,
    effect: use.effect,
    follow: use.follow ?? true,
    tree: use.tree ?? false,
    ...(use.unclear === undefined ? {} : { unclear: use.unclear }),
  };
  const walked = climbs(text) ? walkedPath(text, base) : resource;
  return walked === resource ? [access] : [access, { ...access, resource: walked }];
}

/** The accesses to what an argument names. */
export const nameAccesses = ({ text, unclear }: PathName, use: PathUse, base?: string): PathAccess[] =>
  pathAccesses(text, unclear === undefined ? use : { ...use, unclear }, base);

/** True when `..` stands behind another component. */
export const climbs = (text: string): boolean => /\/\.\.(?:\/|$)/.test(text);

/** The path with every `..` taken from the real folder before it, as the kernel does. */
function walkedPath(text: string, base: string): string {
  let at = text.startsWith('/') ? '' : base;
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') at = parentOf(real(at));
    else at = `${at}/${part}`;
  }
  return normalise(at === '' ? '/' : at);
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** The path without links; one that leads nowhere stays as it is. */
export function real(path: string): string {
  try {
    return realpathNative(path === '' ? '/' : path);
  } catch {
    return path;
  }
}

/** True when `value` is bytes that are not the UTF-8 of `text`: the name that Node will use cannot be written as text. */
export function isGarbled(value: unknown, text: string): boolean {
  if (typeof value === 'string' || !ArrayBuffer.isView(value)) return false;
  return !sameBytes(value as Uint8Array, textToBytes(text));
}
