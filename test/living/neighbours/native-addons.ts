import type { Neighbour } from '../neighbour.js';

/** Load native code. */
export const neighbour: Neighbour = {
  name: 'native-addons',
  packages: { 'better-sqlite3': '12.11.1', sharp: '0.35.5', 'drizzle-orm': '0.45.4' },
  files: {
    'main.cjs': `const Database = require('better-sqlite3'), sharp = require('sharp');
const { drizzle } = require('drizzle-orm/better-sqlite3'), { integer, sqliteTable } = require('drizzle-orm/sqlite-core');
(async () => {
  const database = new Database(':memory:');
  database.exec('create table t (id integer primary key)');
  const t = sqliteTable('t', { id: integer('id').primaryKey() });
  await drizzle(database).insert(t).values({ id: 3 });
  console.log(await drizzle(database).select().from(t));
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  console.log((await image.png().toBuffer()).length);
  await require('./probe.cjs').probe();
})();
`,
  },
  programs: [{ title: 'better-sqlite3, drizzle, sharp', argv: ['main.cjs'], nodes: [20], shows: /{ id: 3 }/ }],
};
