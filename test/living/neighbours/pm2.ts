import type { Neighbour } from '../neighbour.js';

/** Starts programs from a daemon of its own, which outlives the command. */
export const neighbour: Neighbour = {
  name: 'pm2',
  packages: { pm2: '7.0.4' },
  files: {
    'main.cjs': `const { spawnSync } = require('node:child_process');
const { mkdtempSync } = require('node:fs');
process.env.PM2_HOME = mkdtempSync(require('node:path').join(__dirname, '..', 'pm2-'));
const pm2 = (...words) => spawnSync(process.execPath, ['node_modules/pm2/bin/pm2', ...words], { encoding: 'utf8' }).stdout;
pm2('start', 'app.cjs', '-s', ...process.argv.slice(2));
const listed = () => { const text = pm2('jlist'); return JSON.parse(text.slice(text.indexOf('['))); };
const until = Date.now() + 30_000;
const ready = () => require('node:fs').readFileSync(process.env.PROBE, 'utf8').split('\\n').length > 2 * listed().length;
while (Date.now() < until) { try { if (ready()) break; } catch {} }
console.log(listed().map(({ pm2_env: { status, restart_time, exec_mode } }) => [status, restart_time, exec_mode].join(' ')).join('; '));
pm2('delete', 'all', '-s');
pm2('kill', '-s');
`,
    'app.cjs': `require('./probe.cjs').probe();
setInterval(() => {}, 1000);
`,
  },
  programs: [
    { title: 'fork mode', argv: ['main.cjs', '--no-pmx'], shows: /online 0 fork_mode/ },
    {
      title: 'cluster mode',
      argv: ['main.cjs', '-i', '2', '--no-pmx'],
      shows: /online 0 cluster_mode; online 0 cluster_mode/,
    },
  ],
};
