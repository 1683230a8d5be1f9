import type { Resolver } from './resolve-path.js';

/** Devices that hold nothing: neither reading nor writing them needs an allow. */
const DEVICES: ReadonlySet<string> = new Set(['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/tty']);

/** Paths by which a process names its own standard streams, and their descriptors. */
const STREAMS: ReadonlyMap<string, number> = new Map([
  ...['stdin', 'stdout', 'stderr'].map((name, fd) => [`/dev/${name}`, fd] as const),
  ...[0, 1, 2].flatMap((fd) => [[`/dev/fd/${String(fd)}`, fd] as const, [`/proc/self/fd/${String(fd)}`, fd] as const]),
]);

/** What is open as each of the standard streams. */
export type Streams = readonly (string | undefined)[];

const openAs = (resolver: Resolver, fd: number): string | undefined => resolver.readlink(`/proc/self/fd/${String(fd)}`);

/** The standard streams as they are now, at the start: what the program opens later under such a descriptor is none. */
export const standardStreams = (resolver: Resolver): Streams => [0, 1, 2].map((fd) => openAs(resolver, fd));

/** True when a path, as asked and as it really is, needs no allow. */
export function isFree(streams: Streams, resolver: Resolver, asked: string, real: string): boolean {
  if (DEVICES.has(real)) return true;
  const fd = STREAMS.get(asked);
  return fd !== undefined && openAs(resolver, fd) === streams[fd];
}

/** What counts as code when Node's own loader reads it. */
const CODE = /(?:\.(?:js|cjs|mjs|ts|cts|mts|node|wasm)|\/package\.json)$/;

/** True when Node's own loader reads such a file as code, for which it needs no allow. */
export const isCode = (path: string): boolean => CODE.test(path);
