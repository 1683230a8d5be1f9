import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { keyPath } from './problems.js';
import { aliasWords, anchorWords, bracketWords, emptyWords, tagWords } from './traps.js';

/** A key path. */
export type Path = readonly (string | number)[];

/** What a syntax tree says: plain data, where each part of it is, and what cannot be part of a policy. */
export interface Tree {
  readonly value: unknown;
  /** Offsets of values and of keys, by key path. */
  readonly values: ReadonlyMap<string, number>;
  readonly keys: ReadonlyMap<string, number>;
  readonly problems: readonly TreeProblem[];
}

interface TreeProblem {
  readonly path: Path;
  readonly offset: number;
  readonly message: string;
  /** True when the value at the path is there all the same. */
  readonly kept?: true;
  /** True for `*`, `&` and `!`, which are what they are even in a text that is not well formed. */
  readonly sign?: true;
}

const DEEPEST = 32;
/** Names that stand for something else in JavaScript. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Reads a syntax tree without the library's own conversion, which follows aliases and loses positions. */
export function readTree(document: Document, text: string): Tree {
  return new Reader(text).tree(document);
}

class Reader {
  readonly #text: string;
  readonly #values = new Map<string, number>();
  readonly #keys = new Map<string, number>();
  readonly #problems: TreeProblem[] = [];
  readonly #anchors = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  tree({ contents }: Document): Tree {
    const value = contents === null ? undefined : this.#read(contents, [], 0);
    return { value, values: this.#values, keys: this.#keys, problems: this.#problems };
  }

  #read(node: unknown, path: Path, offset: number): unknown {
    const at = startOf(node, offset);
    this.#values.set(keyPath(path), at);
    if (path.length > DEEPEST) return this.#report(path, at, 'this is nested too deep for a policy');
    if (isAlias(node)) return this.#alias(node.source, path, at);
    if (isMap(node) || isSeq(node)) {
      this.#signs(node, path, at);
      return isMap(node) ? this.#mapping(node, path) : this.#list(node, path);
    }
    return isScalar(node) ? this.#scalar(node, path, at) : this.#empty(path, at, '');
  }

  #scalar(node: Scalar, path: Path, at: number): unknown {
    this.#signs(node, path, at);
    if (node.value !== null) return node.value;
    if (node.anchor !== undefined || path.length === 0) return undefined;
    return this.#empty(path, at, node.source ?? '');
  }

  #empty(path: Path, at: number, written: string): unknown {
    return this.#report(path, at, emptyWords(written, typeof path.at(-1) === 'number'));
  }

  #alias(name: string, path: Path, at: number): unknown {
    const written = wordAt(this.#text, at).replace(/:$/, '');
    this.#problems.push({ path, offset: at, message: aliasWords(written, this.#anchors.has(name)), sign: true });
    return undefined;
  }

  #signs(node: Node, path: Path, at: number): void {
    const { anchor, tag } = node as { anchor?: string; tag?: string };
    if (anchor !== undefined) {
      this.#anchors.add(anchor);
      const offset = this.#text.lastIndexOf(`&${anchor}`, at);
      this.#problems.push({ path, offset, message: anchorWords(wordAt(this.#text, offset)), sign: true });
    }
    const offset = tag === undefined ? at : tagStart(this.#text, at);
    if (offset !== at) this.#problems.push({ path, offset, message: tagWords(wordAt(this.#text, offset)), sign: true });
  }

  #mapping(node: YAMLMap, path: Path): unknown {
    const [only] = node.items;
    if (only !== undefined && isSeq(only.key)) {
      const at = startOf(only.key, 0);
      const written = wordAt(this.#text, at);
      if (/^\[[^\]]*:/.test(written)) return this.#report(path, at, bracketWords(written));
    }
    const object: Record<string, unknown> = {};
    for (const pair of node.items) this.#pair(pair, path, object);
    return object;
  }

  #pair({ key, value }: Pair, path: Path, object: Record<string, unknown>): void {
    const at = startOf(key, startOf(value, 0));
    if (isScalar(key)) this.#signs(key, path, at);
    const name = isScalar(key) ? keyName(key) : undefined;
    if (isAlias(key)) this.#alias(key.source, [...path, ''], at);
    else if (name === undefined) this.#report([...path, ''], at, 'a key has to be a word');
    else if (RESERVED.includes(name)) this.#report([...path, name], at, `${name} is no name that can be used`);
    else this.#entry([...path, name], at, value, object);
  }

  #entry(path: Path, at: number, value: unknown, object: Record<string, unknown>): void {
    const key = keyPath(path);
    const first = this.#keys.get(key);
    if (first !== undefined) {
      const message = `this key is written twice, first in line ${lineOf(this.#text, first)}`;
      this.#problems.push({ path, offset: at, message, kept: true });
      return;
    }
    this.#keys.set(key, at);
    const read = this.#read(value, path, at);
    if (read !== undefined) object[String(path.at(-1))] = read;
  }

  #list(list: YAMLSeq, path: Path): unknown[] {
    return list.items.map((item, i) => this.#read(item, [...path, i], startOf(list, 0)));
  }

  #report(path: Path, offset: number, message: string): unknown {
    this.#problems.push({ path, offset, message });
    return undefined;
  }
}

/** A key is the text that was written: `1` and `true` are words here. */
const keyName = (key: { value: unknown; source?: string }): string | undefined =>
  typeof key.value === 'string' ? key.value : key.source;

const startOf = (node: unknown, otherwise: number): number =>
  (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? otherwise;

const TAG = /(?:^|[\s,[{:])(![^\s,[\]{}]*)\s*$/;
/** A tag stands right before what it tags. */
const tagStart = (text: string, at: number): number => {
  const before = text.slice(Math.max(0, at - 200), at);
  const found = TAG.exec(before);
  return found === null ? at : at - before.length + found.index + found[0].indexOf('!');
};

/** What was written from an offset on, up to where a plain value ends. */
function wordAt(text: string, offset: number): string {
  const line = text.slice(offset, text.indexOf('\n', offset) >= 0 ? text.indexOf('\n', offset) : undefined);
  const address = /^\[[^\]\n]*\](?::[\d*]+)?/.exec(line);
  if (address !== null) return address[0];
  return (/^[^\s,[\]{}]+(?:\{[^}\s]*\}[^\s,[\]{}]*)?/.exec(line)?.[0] ?? line.trim()).slice(0, 80);
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
