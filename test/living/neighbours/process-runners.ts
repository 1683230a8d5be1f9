import type { Neighbour } from '../neighbour.js';

/** Start programs, start them again, or start several at once; cluster is Node’s own. */
export const neighbour: Neighbour = {
  name: 'process-runners',
  packages: { nodemon: '3.1.14', concurrently: '9.2.5' },
  files: {
    'cluster.cjs': `const cluster = require('node:cluster'), http = require('node:http');
if (cluster.isPrimary) {
  for (const _ of [1, 2]) cluster.fork();
  let up = 0;
  cluster.on('listening', async (_, { port }) => {
    if ((up += 1) < 2) return;
    for (const _ of [1, 2, 3]) console.log(await (await fetch('http://127.0.0.1:' + port, { headers: { connection: 'close' } })).text());
    for (const worker of Object.values(cluster.workers)) worker.disconnect();
  });
  cluster.on('exit', (_, code, signal) => console.log('ended', code, signal));
} else require('./probe.cjs').probe().then(() => http.createServer((_, response) => response.end('served')).listen(0, '127.0.0.1'));
`,
    'nodemon.cjs': `const { spawn } = require('node:child_process'), fs = require('node:fs');
const monitor = spawn(process.execPath, ['node_modules/nodemon/bin/nodemon.js', '--watch', 'app.cjs', 'app.cjs']);
let text = '', saved = false;
monitor.stdout.on('data', (piece) => {
  text += piece;
  const runs = text.match(/clean exit/g)?.length ?? 0;
  if (runs === 1 && !saved) setTimeout(() => fs.writeFileSync('app.cjs', fs.readFileSync('app.cjs')), 200);
  saved ||= runs === 1;
  if (runs === 2) monitor.kill('SIGINT');
});
monitor.on('exit', () => console.log('ran', text.match(/app ran/g).length, 'times'));
`,
    'app.cjs': `require('./probe.cjs').probe().then(() => console.log('app ran'));
`,
  },
  programs: [
    { title: 'cluster', argv: ['cluster.cjs'], shows: /served\nserved\nserved\n/ },
    { title: 'nodemon', argv: ['nodemon.cjs'], shows: /ran 2 times/ },
    {
      title: 'concurrently',
      argv: ['node_modules/concurrently/dist/bin/concurrently.js', '--raw', 'node app.cjs'],
      shows: /app ran/,
    },
  ],
};
