import type { Neighbour } from '../neighbour.js';

/** Hand work to threads and processes, and errors back. */
export const neighbour: Neighbour = {
  name: 'pools',
  packages: { piscina: '5.3.2', tinypool: '2.2.0', workerpool: '10.0.3' },
  files: {
    'work.cjs': `module.exports = async (file) => { if (file === 'probe') { await require('./probe.cjs').probe(); return 0; } return require('node:fs').readFileSync(file, 'utf8').length; };
`,
    'pool.cjs': `require('workerpool').worker({ work: require('./work.cjs') });
`,
    'main.mjs': `import { Piscina } from 'piscina';
import Tinypool from 'tinypool';
import workerpool from 'workerpool';
const filename = import.meta.dirname + '/work.cjs';
const tell = async (name, run, end) => {
  console.log(name, (await run('package.json')) > 0, await run('probe'));
  await run('/no/such').catch(({ message }) => console.log(message));
  await end();
};
const piscina = new Piscina({ filename, maxThreads: 1 });
await tell('piscina', (file) => piscina.run(file), () => piscina.destroy());
for (const runtime of ['worker_threads', 'child_process']) {
  const pool = new Tinypool({ filename, runtime, maxThreads: 1, env: process.env });
  await tell('tinypool ' + runtime, (file) => pool.run(file), () => pool.destroy());
}
for (const workerType of ['thread', 'process']) {
  const pool = workerpool.pool(import.meta.dirname + '/pool.cjs', { workerType, maxWorkers: 1 });
  await tell('workerpool ' + workerType, (file) => pool.exec('work', [file]), () => pool.terminate());
}
`,
  },
  programs: [{ title: 'threads and processes', argv: ['main.mjs'], shows: /workerpool process true 0\nENOENT/ }],
};
