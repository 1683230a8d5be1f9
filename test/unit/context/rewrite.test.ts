import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { locateExport, rewriteModule, type TaggedExport } from '../../../src/context/rewrite.js';

const tag = (exportName: string, id = 0): TaggedExport => {
  const [exported = '', ...members] = exportName.split('.');
  return { id, path: [exported, ...members] };
};
const KEY = 7;
/** The rewritten text without what tells of the module's evaluation; `E(…)` for early and `F(…)` for final calls of the wrapper, `X` for those on `module`. */
const rewritten = (source: string, ...exportNames: string[]): string =>
  rewriteModule(source, '/x.js', exportNames.map(tag), 'W', KEY)
    .replace(/W\(\d,"load","\w+",7\);;?/g, '')
    .replace(/W\((\d),"binding","early",/g, (_, id: string) => `E${id === '0' ? '' : id}(`)
    .replace(/W\((\d),"binding","final",/g, (_, id: string) => `F${id === '0' ? '' : id}(`)
    .replace(/W\((\d),"exports","early",module\)/g, 'XE')
    .replace(/W\((\d),"exports","final",module\)/g, 'XF')
    .replaceAll('$receiptbot_default', '$d');

describe('an ES module', () => {
  it.each([
    // functions are hoisted: wrapped before the first statement
    ['export async function run() {}', 'run=E(run);export async function run() {}\n;run=F(run);\n'],
    [
      'import a from "a";\nexport function* run() {}',
      'run=E(run);import a from "a";\nexport function* run() {}\n;run=F(run);\n',
    ],
    [
      '#!/usr/bin/env node\n"use client"\nexport function run() {}',
      '#!/usr/bin/env node\n"use client";run=E(run);\nexport function run() {}\n;run=F(run);\n',
    ],
    ['function run() {}\nexport { run }', 'run=E(run);function run() {}\nexport { run }\n;run=F(run);\n'],
    [
      'export { run }; const x = function run() {}; async function run() {}',
      'run=E(run);export { run }; const x = function run() {}; async function run() {}\n;run=F(run);\n',
    ],
    // variables: after their statement, whose const gives way
    [
      'export const run = async () => {}\nrun()',
      'export let   run = async () => {};run=E(run);\nrun()\n;run=F(run);\n',
    ],
    ['export const run = () => 1; run()', 'export let   run = () => 1;run=E(run); run()\n;run=F(run);\n'],
    ['const a = 1, go = b; export { go as run }', 'let   a = 1, go = b;go=E(go); export { go as run }\n;go=F(go);\n'],
    ['export const { run, stop } = make()\n', 'export let   { run, stop } = make();run=E(run);\n\n;run=F(run);\n'],
    [
      'export let run\nrun = () => 1\nrun()',
      'export let run;run=E(run);\nrun = () => 1;run=E(run);\nrun()\n;run=F(run);\n',
    ],
    ['var run=()=>1;export{run}', 'var run=()=>1;run=E(run);export{run}\n;run=F(run);\n'],
    ['const a=1;export const run=b', 'const a=1;export let   run=b;run=E(run);\n;run=F(run);\n'],
    [
      'const one=1;const run=()=>one;export{run}',
      'const one=1;let   run=()=>one;run=E(run);export{run}\n;run=F(run);\n',
    ],
  ])('%s', (source, expected) => {
    expect(rewritten(source, 'run')).toBe(expected);
  });

  it.each([
    ['export default function run() {}', 'run=E(run);export default function run() {}\n;run=F(run);\n'],
    ['export default async function () {}', '$d=E($d);export default async function $d () {}\n;$d=F($d);\n'],
    ['export default function*(){}', '$d=E($d);export default function* $d(){}\n;$d=F($d);\n'],
    ['export default class {}\n(1)', 'export default class $d {}$d=E($d);\n(1)\n;$d=F($d);\n'],
    ['export default async () => {}', 'export{$d as default};let $d= async () => {};$d=E($d);\n;$d=F($d);\n'],
    [
      'export default traceable(async () => {}); next()',
      'export{$d as default};let $d= traceable(async () => {});$d=E($d); next()\n;$d=F($d);\n',
    ],
    [
      'const run = () => 1;\nexport default run;',
      'let   run = () => 1;run=E(run);\nexport default run;\n;run=F(run);\n',
    ],
    [
      'export { run as default };function run() {}',
      'run=E(run);export { run as default };function run() {}\n;run=F(run);\n',
    ],
  ])('by default: %s', (source, expected) => {
    expect(rewritten(source, 'default')).toBe(expected);
  });

  it('wraps members where the class or object is made, and once more at the end', () => {
    expect(rewritten('export class Agent { run() {} }\nnew Agent().run()', 'Agent.prototype.run')).toBe(
      'export class Agent { run() {} }E(Agent);\nnew Agent().run()\n;F(Agent);\n',
    );
    expect(rewritten('export const agent = { run() {} }', 'agent.run')).toBe(
      'export const agent = { run() {} };E(agent);\n;F(agent);\n',
    );
    expect(rewritten('export class Agent { run() {} }', 'Agent')).toBe(
      'export class Agent { run() {} }Agent=E(Agent);\n;Agent=F(Agent);\n',
    );
  });

  it('wraps several exports of one statement', () => {
    expect(rewritten('export const a = f, b = g', 'a', 'b')).toBe(
      'export let   a = f, b = g;a=E(a);;b=E1(b);\n;a=F(a);b=F1(b);\n',
    );
  });

  it('takes erasable TypeScript', () => {
    const source = `import type { A } from './a.js';
type B = Promise<A>
export const run: (q: string) => B
  = async <T,>(q: string): B => { return q as never } satisfies unknown
export type { B }
export function more(a: string): void;
export function more(a: unknown): void {}`;
    expect(rewritten(source, 'run', 'more')).toBe(`more=E1(more);import type { A } from './a.js';
type B = Promise<A>
export let   run: (q: string) => B
  = async <T,>(q: string): B => { return q as never } satisfies unknown;run=E(run);
export type { B }
export function more(a: string): void;
export function more(a: unknown): void {}
;run=F(run);more=F1(more);
`);
  });
});

describe('a CommonJS module', () => {
  it.each([
    [
      "'use strict';\nexports.run = run;\nfunction run() {}",
      "'use strict';run=E(run);\nexports.run = run;XE;\nfunction run() {}\n;XF;\n",
    ],
    ['exports.run = async () => {}\nexports.run()', 'exports.run = async () => {};XE;\nexports.run()\n;XF;\n'],
    [
      'const run = () => 1; module.exports = { run };',
      'let   run = () => 1;run=E(run); module.exports = { run };XE;\n;XF;\n',
    ],
    [
      'const go = () => 1; module.exports = { run: go }',
      'let   go = () => 1;go=E(go); module.exports = { run: go };XE;\n;XF;\n',
    ],
    ['module.exports = { async run() {} }', 'module.exports = { async run() {} };XE;\n;XF;\n'],
    [
      'exports.run = void 0;\nconst run = () => 1;\nexports.run = run;',
      'exports.run = void 0;XE;\nlet   run = () => 1;run=E(run);\nexports.run = run;XE;\n;XF;\n',
    ],
    [
      '// exports.run = other\nexports.go = exports.run = run; function run() {}',
      '// exports.run = other\nrun=E(run);exports.go = exports.run = run;XE; function run() {}\n;XF;\n',
    ],
    [
      '__export(x, { run: () => go });\nmodule.exports = x;\nasync function go() {}',
      'go=E(go);__export(x, { run: () => go });\nmodule.exports = x;XE;\nasync function go() {}\n;XF;\n',
    ],
  ])('%s', (source, expected) => {
    expect(rewritten(source, 'run')).toBe(expected);
  });

  it('of which the whole is exported', () => {
    expect(rewritten('module.exports = run; function run() {}', 'default')).toBe(
      'run=E(run);module.exports = run;XE; function run() {}\n;XF;\n',
    );
  });
});

describe('locateExport', () => {
  it.each([
    ["export { run } from './a.js'", 'run', { kind: 'elsewhere', specifier: './a.js', path: ['run'] }],
    ["export { default as run } from './a.js'", 'run', { kind: 'elsewhere', specifier: './a.js', path: ['default'] }],
    [
      "import go from './a.js'; export { go as run }",
      'run',
      { kind: 'elsewhere', specifier: './a.js', path: ['default'] },
    ],
    [
      "import { go } from './a.js'; export default go",
      'default',
      { kind: 'elsewhere', specifier: './a.js', path: ['go'] },
    ],
    ["export * as agents from './a.js'", 'agents.run', { kind: 'elsewhere', specifier: './a.js', path: ['run'] }],
    ["export * from './a.js'; export * from './b.js'", 'run', { kind: 'stars', specifiers: ['./a.js', './b.js'] }],
    ["export type { run } from './a.js'; export const other = 1", 'run', { kind: 'missing' }],
    ["module.exports = require('./a.js');", 'run', { kind: 'elsewhere', specifier: './a.js', path: ['run'] }],
    ["exports.run = require('./a.js').go", 'run', { kind: 'elsewhere', specifier: './a.js', path: ['go'] }],
    [
      "const { go: run } = require('./a.js'); module.exports = { run }",
      'run',
      { kind: 'elsewhere', specifier: './a.js', path: ['go'] },
    ],
    [
      "const a_1 = require('./a.js'); Object.defineProperty(exports, 'run', { enumerable: true, get: function () { return a_1.go; } });",
      'run',
      { kind: 'elsewhere', specifier: './a.js', path: ['go'] },
    ],
    ["__exportStar(require('./a.js'), exports)", 'run', { kind: 'stars', specifiers: ['./a.js'] }],
    ["module.exports = { ...require('./a.js') }", 'run', { kind: 'stars', specifiers: ['./a.js'] }],
    ['module.exports = createAgent()', 'run', { kind: 'here' }],
    ['export class Agent { run() {} }', 'Agent.prototype.run', { kind: 'here' }],
    ['export class Agent extends Base {}', 'Agent.prototype.run', { kind: 'here' }],
    ['export class Agent {}\nAgent.prototype.run = f', 'Agent.prototype.run', { kind: 'here' }],
    ['class Agent { run() {} } module.exports = { Agent }', 'Agent.prototype.run', { kind: 'here' }],
  ])('%s', (source, exportName, expected) => {
    expect(locateExport(source, tag(exportName))).toMatchObject(expected);
  });

  it.each([
    ['export const go = 1, stop = 2', 'run', 'it exports no run; it exports go, stop'],
    ['export enum run { A }', 'run', 'not declared as a function'],
    ["import * as run from './a.js'; export { run }", 'run', 'it is a namespace'],
    [
      'export class Agent { run = async () => {} }',
      'Agent.prototype.run',
      'run is a field, of which every instance has its own',
    ],
    ['export class Agent { get run() { return f } }', 'Agent.prototype.run', 'run is an accessor'],
    ['export class Agent { static run() {} }', 'Agent.prototype.run', 'the class has no method run'],
    ['exports.go = 1', 'run', 'nothing in it looks like exports.run'],
    ["export const run = () => <p>don't</p>", 'run', 'could not be read'],
  ])('says why %s has no %s', (source, exportName, why) => {
    const placement = locateExport(source, tag(exportName));
    expect(placement.kind === 'missing' ? placement.why : placement.kind).toContain(why);
  });
});

it('refuses to rewrite what is not there', () => {
  expect(() => rewriteModule('export const go = 1', '/x.js', [tag('run')], 'W', KEY)).toThrow(
    'the tagged export /x.js#run cannot be wrapped: it exports no run',
  );
});

it.each([
  [
    'export const one = () => 1, two = () => 2',
    'W(0,"load","early",7);export let   one = () => 1, two = () => 2;one=W(0,"binding","early",one);;two=W(1,"binding","early",two);\n;one=W(0,"binding","final",one);two=W(1,"binding","final",two);W(0,"load","final",7);\n',
  ],
  [
    '"use strict";\nexports.one = exports.two = () => 1',
    '"use strict";W(0,"load","early",7);\nexports.one = exports.two = () => 1;W(0,"exports","early",module);;W(1,"exports","early",module);\n;W(0,"exports","final",module);W(1,"exports","final",module);W(0,"load","final",7);\n',
  ],
])('tells when the module begins and ends: %s', (source, expected) => {
  expect(rewriteModule(source, '/x.js', [tag('one', 0), tag('two', 1)], 'W', KEY)).toBe(expected);
});

it('keeps every line of its own sources where it was', () => {
  const folder = new URL('../../../src/context/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    const names = Array.from(
      source.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm),
      ([, found]) => found ?? '',
    );
    const lines = rewriteModule(source, name, names.map(tag), 'W', KEY).split('\n');
    source.split('\n').forEach((line, i) => {
      const kept = (lines[i] ?? '')
        .replace(/;?(?:\w+=)?W\(\d+,(?:"binding","early",\w+|"load","early",7)\);/g, '')
        .replace('export let   ', 'export const ');
      expect(kept.replace(/;$/, '')).toBe(line.replace(/;$/, ''));
    });
  }
});
