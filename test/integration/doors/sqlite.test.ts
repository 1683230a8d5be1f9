import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';

/** Databases are kept: Node 22 crashes when one is collected while it is backed up. */
const head = `
const sqlite = require('node:sqlite');
const { DatabaseSync } = sqlite;
const kept = [];
const database = (name = ':memory:', options = {}) => {
  const made = new DatabaseSync(name, options);
  kept.push(made);
  return made;
};
const run = (sql, ...options) => database(...options).exec(sql);
new DatabaseSync('out/base.db').exec('create table if not exists t(a); insert into t values(1)');
`;
const files = { 'out/.keep': '' };
const policy = (rules: string): string => `version: 1\nmode: enforce\n${rules}\n`;
const WRITES = policy('fs: { write: { allow: ["./out/**"] } }');

const DENIED: Tries = {
  backup: "sqlite.backup(database(), 'elsewhere.db')",
  'backup to an address': "sqlite.backup(database(), 'file:elsewhere.db?mode=rwc')",
  attach: 'run("attach \'elsewhere.db\' as x")',
  'attach of a word': 'run("attach elsewhere as x")',
  vacuum: 'run("vacuum into \'elsewhere.db\'")',
  'vacuum of one that is only read': "run(\"vacuum into 'elsewhere.db'\", 'out/base.db', { readOnly: true })",
  prepared: 'database().prepare("attach \'elsewhere.db\' as x")',
  'a folder for temporary files': 'run("pragma temp_store_directory = \'elsewhere\'")',
  'an address that looks like a URL': "database({ href: 'file:///elsewhere.db' })",
};
const DENIED_26: Tries = { Database: "new sqlite.Database('elsewhere.db')" };
const DENIED_24: Tries = { 'a tag': "database().createTagStore().run`attach 'elsewhere.db' as x`" };

const COMPUTED: Tries = {
  parameter: 'database().prepare("vacuum into ?")',
  text: "run(\"vacuum into 'a' || 'b'\")",
  attach: 'database().prepare("attach ? as x")',
};

const HONEST: Tries = {
  'what it selects': 'show(database("out/base.db").prepare("select a from t where a = ?").all(1).length)',
  'an attached file': 'show(run("attach \'out/more.db\' as x; create table x.t(a)") ?? fs.existsSync("out/more.db"))',
  'memory beside it': "run(\"attach ':memory:' as x; attach 'file:y?mode=memory' as y; create table y.t(a)\")",
  'a copy': 'show(run("vacuum into \'out/copy.db\'", "out/base.db") ?? fs.existsSync("out/copy.db"))',
  vacuum: 'run("vacuum", "out/base.db")',
  'a journal beside it': 'run("pragma journal_mode = wal; insert into t values(2)", "out/base.db")',
  'another one read': 'run("attach \'out/base.db\' as x; select * from x.t", ":memory:", { readOnly: true })',
  'an address to read only': 'database(new URL(`file://${process.cwd()}/out/base.db?mode=ro`))',
  'one that is opened later':
    'show(((d) => (d.open(), d.close(), d.open(), d.location() === process.cwd() + "/out/later.db"))(database("out/later.db", { open: false })))',
  'bad SQL': "show((() => { try { run('attach as'); } catch ({ message }) { return message; } })())",
};
const OUTCOMES = {
  'what it selects': 1,
  'an attached file': true,
  'a copy': true,
  'one that is opened later': true,
  'bad SQL': 'near "as": syntax error',
};
const expected = Object.fromEntries(Object.keys(HONEST).map((name) => [name, 'ok']));

describe.each(majors(22, 24, 26))('SQLite on Node %i', (major) => {
  const options = { head, files, node: nodeBinary(major), flags: ['--no-warnings'] };

  it('opens and writes no file that the policy does not allow', async () => {
    const tries = { ...DENIED, ...(major >= 24 ? DENIED_24 : {}), ...(major >= 26 ? DENIED_26 : {}) };
    const { outcomes } = await attempt(
      { ...tries, allowed: "sqlite.backup(database(), 'out/own.db')" },
      { ...options, policy: WRITES },
    );
    expect(others(outcomes, 'fs.write.allow')).toEqual({ allowed: 'ok' });
  });

  it('computes no name of a file', async () => {
    const { outcomes } = await attempt(COMPUTED, { ...options, policy: WRITES });
    expect(others(outcomes, 'fs.write')).toEqual({});
  });

  it('is not taken to write where it was opened to read', async () => {
    const reading = 'database(":memory:", { readOnly: true })';
    const tries: Tries = {
      attach: `${reading}.exec("attach 'none.db' as x")`,
      computed: `${reading}.prepare("attach ? as x").run('none.db')`,
      ...(major === 22 ? {} : { tag: `${reading}.createTagStore().run(["attach 'none.db' as x"])` }),
    };
    const { outcomes } = await attempt(tries, { ...options, policy: WRITES });
    expect(others(outcomes, 'ERR_SQLITE_ERROR')).toEqual({});
  });

  it('makes and moves no policy', async () => {
    const tries: Tries = {
      'a database': 'database("receiptbot.config.json")',
      attach: 'run("attach \'out/receiptbot.config.yml\' as x")',
      vacuum: 'run("vacuum into \'file:out/receiptbot%2econfig.yaml\'")',
    };
    for (const mode of ['enforce', 'audit']) {
      const { outcomes } = await attempt(tries, { ...options, policy: `version: 1\nmode: ${mode}\n` });
      expect(others(outcomes, 'self-protection')).toEqual({});
    }
  });

  it('does the same as ever where it may', async () => {
    const { outcomes } = await attempt(HONEST, { ...options, policy: WRITES });
    expect(outcomes).toEqual({ ...expected, ...OUTCOMES });
  });

  it('is only watched in an audit', async () => {
    const audit = WRITES.replace('enforce', 'audit');
    const { outcomes, receipts } = await attempt(
      { ...COMPUTED, vacuum: DENIED['vacuum'] ?? '' },
      { ...options, policy: audit },
    );
    expect(outcomes).toMatchObject({ parameter: 'ok', attach: 'ok', text: 'ok', vacuum: 'ok' });
    expect(JSON.stringify(receipts)).toContain('WOULD_BLOCK');
  });

  it('asks the authorizer of the program as before', async () => {
    if (major === 22) return;
    const code = `((seen) => { const d = database(); d.setAuthorizer((action, name) => (action === sqlite.constants.SQLITE_ATTACH && seen.push(name), sqlite.constants.SQLITE_OK)); d.exec("attach 'out/seen.db' as x"); return seen.length; })([])`;
    const { outcomes } = await attempt({ seen: `show(${code})` }, { ...options, policy: WRITES });
    expect(outcomes).toEqual({ seen: 1 });
  });
});
