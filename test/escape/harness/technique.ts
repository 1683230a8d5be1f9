import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasTool, major } from './node.js';

/** Where the techniques and what they bring along are kept. */
export const shelf: string = resolve(import.meta.dirname, '../../../fixtures/escape');

/** What shows that a technique went through. */
export type Sign = 'canary' | 'size' | 'oracle' | 'outside' | 'net' | 'listen' | 'cmd' | 'victim' | 'loss' | 'none';

/** The flag by which the guard gets in. */
export type Via = 'require' | 'import';

/** One way round the guard: a program, and what its first line says of it. */
export interface Technique {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly file: string;
  readonly detect: Sign;
  /** Node majors it works on, when not on all. */
  readonly nodes?: readonly number[];
  /** Flags of Node that it needs, where Node knows them. */
  readonly flags?: readonly string[];
  /** Commands that the policy allows. */
  readonly cmds?: readonly string[];
  /** Powers that the policy grants. */
  readonly grants?: readonly string[];
  /** Files that it brings along. */
  readonly fix?: readonly string[];
  /** `denylist` when the policy allows every host that it does not deny. */
  readonly net?: 'denylist';
  /** `denylist` when the policy allows every command that it does not deny. */
  readonly exec?: 'denylist';
  /** Exported function that is a tagged entry, with a context of its own. */
  readonly entry?: string;
  /** How the guard gets in, where that matters; by `--require` alone when not given. */
  readonly via?: readonly Via[];
  /** A process that is none of its children stands by to be signalled. */
  readonly victim?: boolean;
  /** Something changes in the secret folder while it runs. */
  readonly tick?: boolean;
  /** Works for root only. */
  readonly root?: boolean;
}

const HEADER = /^\/\/ @case (.*)$/m;

function read(name: string): Technique {
  const file = join(shelf, 'cases', name);
  const header = HEADER.exec(readFileSync(file, 'utf8'))?.[1];
  if (header === undefined) throw new Error(`${name} has no header`);
  return { ...(JSON.parse(header) as Omit<Technique, 'file'>), file };
}

/** Every technique, whether it works here or not. */
export const techniques: readonly Technique[] = readdirSync(join(shelf, 'cases'))
  .filter((name) => /\.[cm]js$/.test(name))
  .sort()
  .map(read);

/** True when the Node at hand and this system have what the technique needs. */
export function applies(technique: Technique): boolean {
  const { nodes, root, cmds = [] } = technique;
  if (nodes !== undefined && !nodes.includes(major)) return false;
  if (root === true && process.getuid?.() !== 0) return false;
  return cmds.every((command) => command === 'node' || command === 'allowed-cmd' || hasTool(command));
}

/** A race is won by luck, so it is tried more than once. */
export const isRace = (technique: Technique): boolean => technique.id.endsWith('-race');
