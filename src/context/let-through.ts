import type { Access, EndpointAccess } from '../types.js';
import { type Context, currentContext } from './context.js';

/** Endpoints remembered for one context: more than can be under way at a time. */
const KEPT = 4096;

/** The place itself: a name alone can be asked for, but nothing can connect to it. */
function placeOf({ capability, use, address, host, port, resource, socketPath }: EndpointAccess): string | undefined {
  if (socketPath !== undefined) return `${capability} ${resource}`;
  const at = address ?? (use === 'resolve' ? host : undefined);
  return at === undefined ? undefined : `${capability} ${at} ${port ?? ''}`;
}

/**
 * Notes an endpoint that is let through, for the context that it was judged for, for those around it (which are wider),
 * and for the one that goes on with it: a lookup may answer in another context than it was asked in.
 */
export function noteLetThrough(context: Context, access: Access): void {
  if (access.kind !== 'endpoint') return;
  const place = placeOf(access);
  if (place === undefined) return;
  const acting = currentContext();
  if (acting !== context) keep(acting, place);
  for (let at: Context | undefined = context; at !== undefined; at = at.parent) keep(at, place);
}

/** Where the system has no IPv6, a server that asked for `::` gets this. */
const ANY_IPV6 = 'net.listen :: ';
const ANY_IPV4 = 'net.listen 0.0.0.0 ';

function keep({ letThrough }: Context, place: string): void {
  letThrough.delete(place);
  if (letThrough.size >= KEPT) for (const oldest of letThrough) if (letThrough.delete(oldest)) break;
  letThrough.add(place);
}

/**
 * True for an endpoint that `context` was let through to: what Node's own functions then tell the native handle. It is the
 * literal address that was judged, so what a name led to at the time of the judgement is all that can be connected to.
 */
export function wasLetThrough({ letThrough }: Context, access: Access): boolean {
  const place = access.kind === 'endpoint' ? placeOf(access) : undefined;
  if (place === undefined) return false;
  return letThrough.has(place) || (place.startsWith(ANY_IPV4) && letThrough.has(place.replace(ANY_IPV4, ANY_IPV6)));
}
