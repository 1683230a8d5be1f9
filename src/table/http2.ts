import type { Row, Selector } from './row.js';
import { wasRefused } from './net.js';
import { requestAccesses } from '../access/request.js';
import { isObject } from '../access/socket-form.js';
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } from '../primordials.js';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The class of client sessions is not exported and making a session costs some ms, while `fetch` alone loads http2.
 * So the row's hook stands on `door` from the start, and the class is led through it when the first session turns up.
 */
const door: { request: Callable } = {
  request(...args) {
    return apply(original as Callable, this, args);
  },
};
let original: Callable | undefined;

function leadThroughDoor(session: unknown): void {
  const prototype = original === undefined && isObject(session) ? getPrototypeOf(session) : null;
  const descriptor = prototype === null ? undefined : getOwnPropertyDescriptor(prototype, 'request');
  if (prototype === null || typeof descriptor?.value !== 'function') return;
  original = descriptor.value as Callable;
  const { request } = {
    request(this: unknown, ...args: unknown[]): unknown {
      return apply(door.request, this, args);
    },
  };
  defineProperty(request, 'length', { value: original.length, configurable: true });
  defineProperty(prototype, 'request', { ...descriptor, value: request });
}

/** Connecting is judged at the waist, or where the caller's own socket was connected. */
const connectSelector: Selector = () => [];

/** `session.request(headers)`: the request goes to where the session was made for. */
const requestSelector: Selector = (args, self) => {
  const headers = pinHeaders(args);
  const { authority, protocol, socket } = kept(self);
  if (typeof authority !== 'string' || wasRefused(socket)) return [];
  const [, host = authority, port] = /^(.*):(\d+)$/s.exec(authority) ?? [];
  const method = text(headers[':method'], 'GET');
  return requestAccesses({
    method,
    protocol: text(protocol, 'https:'),
    host,
    port,
    target: text(headers[':path'], '/'),
  });
};

/** Headers come as an object, read once, or as a flat list. */
function pinHeaders(args: unknown[]): Readonly<Record<PropertyKey, unknown>> {
  const [headers] = args;
  if (Array.isArray(headers)) return pairs(headers);
  if (!isObject(headers)) return {};
  // Without a prototype: a header may be called `__proto__`.
  const copy = Object.assign(Object.create(null) as Record<PropertyKey, unknown>, headers);
  args[0] = copy;
  return copy;
}

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

function pairs(list: readonly unknown[]): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (let i = 0; i + 1 < list.length; i += 2) headers[String(list[i])] = list[i + 1];
  return headers;
}

/** What Node keeps of a session under symbols of its own: what it was made for, and its socket. */
function kept(session: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const symbol of isObject(session) ? Object.getOwnPropertySymbols(session) : []) {
    const name = symbol.description;
    if (name === 'authority' || name === 'protocol' || name === 'socket')
      found[name] = (session as Record<symbol, unknown>)[symbol];
  }
  return found;
}

/** HTTP/2 clients. */
export const http2Rows: readonly Row[] = [
  {
    module: 'http2',
    name: 'connect',
    type: 'tool.net',
    delivery: 'throwing',
    select: connectSelector,
    after: (session) => {
      leadThroughDoor(session);
      return session;
    },
  },
  {
    module: 'http2',
    name: 'ClientHttp2Session.prototype.request',
    label: 'http2.request',
    type: 'tool.net',
    delivery: 'throwing',
    select: requestSelector,
    reach: () => [{ object: door, key: 'request' }],
  },
];
