import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { exempt } from '../../src/table/exempt.js';
import { table } from '../../src/table/index.js';
import { nodeBinary } from '../nodes.js';

const MAJORS = [20, 22, 24, 26];
const RUNNING = Number(process.versions.node.split('.')[0]);
const surface = resolve(import.meta.dirname, '../../fixtures/drift/surface.cjs');

const WHAT_TO_DO = `
Node exports what ReceiptBot does not know. Read what it does, then either
- guard it: a row in src/table/ and a test (CONTRIBUTING.md, "Add a door"), or
- say why it is no door: its name under a reason in src/table/exempt.ts
`;
const STALE = 'No supported Node exports this: take it out of src/table, or correct its name or its module.';

/** What each Node exports, dotted names by module. */
type Surface = ReadonlyMap<string, ReadonlySet<string>>;
const nodes = new Map<number, Surface>();

async function look(major: number): Promise<Surface> {
  const node = major === RUNNING ? process.execPath : nodeBinary(major);
  const env = { PATH: process.env['PATH'] };
  const { stdout } = await promisify(execFile)(node, ['--no-warnings', surface], { env, maxBuffer: 1 << 24 });
  const lists = Object.entries(JSON.parse(stdout) as Record<string, string[]>);
  return new Map(lists.map(([module, names]) => [module, new Set(names)]));
}

beforeAll(async () => {
  await Promise.all(MAJORS.map(async (major) => nodes.set(major, await look(major))));
});

/** Rows that no export leads to: their names are channels, which connections.test.ts proves. */
const isChannel = (module: string): boolean => module === 'diagnostics_channel';
const rows = table.filter(({ module }) => !isChannel(module));
const guarded = new Set(rows.map(({ module, name }) => `${module} ${name}`));

interface Exempt {
  readonly module: string;
  readonly name: string;
  readonly reason: string;
}

const exempted: readonly Exempt[] = Object.entries(exempt).flatMap(([modules, reasons]) =>
  modules
    .split(' ')
    .flatMap((module) =>
      Object.entries(reasons).flatMap(([reason, list]) => namesOf(list).map((name) => ({ module, name, reason }))),
    ),
);

/** The names of a list; in `on: a b` each is on what stands before the colon. */
function namesOf(list: string): readonly string[] {
  return list.split(';').flatMap((part) => {
    const [, on, names = ''] = /^\s*(?:([\w.]+):\s)?(.*)$/s.exec(part) ?? [];
    const prefix = on === undefined ? '' : `${on}.`;
    return names
      .trim()
      .split(/\s+/)
      .map((name) => prefix + name);
  });
}

const lastStep = (name: string): string => /(?:\[[^\]]*\]|[^.]*)$/.exec(name)?.[0] ?? name;

function covers({ module, name }: Exempt, itsModule: string, itsName: string): boolean {
  if (module === '*') return name === lastStep(itsName);
  if (module !== itsModule) return false;
  if (name === '*') return true;
  return name.endsWith('.*') ? `${itsName}.`.startsWith(name.slice(0, -1)) : name === itsName;
}

/** Every export of some Node with the majors that have it. */
function everywhere(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [major, modules] of nodes)
    for (const [module, names] of modules)
      for (const name of names) found.set(`${module} ${name}`, [...(found.get(`${module} ${name}`) ?? []), major]);
  return found;
}

describe('what Node exports', () => {
  it.each(MAJORS)('is guarded on Node %i, or is exempt for a reason', (major) => {
    const unknown = [...(nodes.get(major) ?? [])].flatMap(([module, names]) =>
      [...names]
        .filter((name) => !module.startsWith('binding:') && !guarded.has(`${module} ${name}`))
        .filter((name) => !exempted.some((each) => covers(each, module, name)))
        .map((name) => `${module}.${name}`),
    );
    expect(unknown, WHAT_TO_DO).toEqual([]);
  });
});

describe('the table', () => {
  it('guards nothing that no Node has', () => {
    const found = everywhere();
    expect(
      [...guarded].filter((each) => !found.has(each)),
      STALE,
    ).toEqual([]);
  });

  it('says which Nodes have what is not in all of them', () => {
    const found = everywhere();
    const said = Object.fromEntries(rows.map((row) => [`${row.module} ${row.name}`, row.nodes ?? MAJORS]));
    const seen = Object.fromEntries(Object.keys(said).map((each) => [each, found.get(each)?.sort((a, b) => a - b)]));
    expect(said, '`nodes` of these rows').toEqual(seen);
  });
});

describe('the exemptions', () => {
  it('name nothing that no Node has', () => {
    const found = [...everywhere().keys()].map((each) => each.split(' ') as [string, string]);
    const stale = exempted.filter((each) => !found.some(([module, name]) => covers(each, module, name)));
    expect(
      stale.map(({ module, name }) => `${module}.${name}`),
      STALE,
    ).toEqual([]);
  });

  it('name nothing that is guarded', () => {
    expect(exempted.filter(({ module, name }) => guarded.has(`${module} ${name}`))).toEqual([]);
  });

  it('say where what is open will be closed', () => {
    const open = exempted.filter(({ reason }) => reason.startsWith('open:'));
    expect(open.filter(({ reason }) => !/^open: issue \d+: /.test(reason))).toEqual([]);
  });
});
