import { beforeAll, describe, expect, it } from 'vitest';
import { type Context, enterContext, openContext, setRoot } from '../../../src/context/context.js';
import { noteLetThrough, wasLetThrough } from '../../../src/context/let-through.js';
import type { CompiledPolicy } from '../../../src/policy/compile.js';
import type { Recorder } from '../../../src/receipt/recorder.js';
import type { EndpointAccess } from '../../../src/types.js';

const make = (parent: Context | undefined, name: string): Context =>
  openContext(parent, name, {} as CompiledPolicy, {} as Recorder);
const root = make(undefined, 'root');
const child = make(root, 'child');
const sister = make(root, 'sister');
beforeAll(() => {
  setRoot(root);
});

const to = (address: string, port: number, more: Partial<EndpointAccess> = {}): EndpointAccess => ({
  kind: 'endpoint',
  capability: 'net.connect',
  use: 'connect',
  requested: address,
  resource: `${address}:${port}`,
  host: address,
  address,
  port,
  ...more,
});

describe('an endpoint that was let through', () => {
  it('passes in its context and in those around it, by address and port alone', () => {
    noteLetThrough(child, to('10.0.0.1', 80, { host: 'name.example', resource: 'name.example:80' }));
    const literal = to('10.0.0.1', 80, { use: 'udp' });
    expect([child, root, sister].map((each) => wasLetThrough(each, literal))).toEqual([true, true, false]);
    expect(wasLetThrough(child, to('10.0.0.1', 81))).toBe(false);
    expect(wasLetThrough(child, to('10.0.0.1', 80, { capability: 'net.listen' }))).toBe(false);
  });

  it('passes where its lookup answered', () => {
    enterContext(sister, () => {
      noteLetThrough(child, to('10.0.0.2', 80));
    });
    expect(wasLetThrough(sister, to('10.0.0.2', 80))).toBe(true);
  });

  it('is a place: a name is none, unless it was asked for', () => {
    const name = to('name.example', 80);
    delete (name as { address?: string }).address;
    noteLetThrough(child, name);
    expect(wasLetThrough(child, name)).toBe(false);
    noteLetThrough(child, { ...name, use: 'resolve' });
    expect(wasLetThrough(child, { ...name, use: 'resolve' })).toBe(true);
  });

  it('listens on all addresses of IPv4 where it was all of IPv6', () => {
    noteLetThrough(child, to('::', 80, { capability: 'net.listen' }));
    expect(wasLetThrough(child, to('0.0.0.0', 80, { capability: 'net.listen' }))).toBe(true);
    expect(wasLetThrough(child, to('0.0.0.0', 81, { capability: 'net.listen' }))).toBe(false);
  });

  it('is forgotten when thousands came after it, unless it was asked for again', () => {
    noteLetThrough(sister, to('10.1.0.0', 1));
    noteLetThrough(sister, to('10.1.0.0', 2));
    for (let port = 0; port < 4094; port++) noteLetThrough(sister, to('10.2.0.0', port));
    noteLetThrough(sister, to('10.1.0.0', 1));
    noteLetThrough(sister, to('10.3.0.0', 1));
    expect(wasLetThrough(sister, to('10.1.0.0', 1))).toBe(true);
    expect(wasLetThrough(sister, to('10.1.0.0', 2))).toBe(false);
  });
});
