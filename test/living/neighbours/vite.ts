import type { Neighbour } from '../neighbour.js';

/** Builds with native code, and serves what it watches by chokidar. */
export const neighbour: Neighbour = {
  name: 'vite',
  packages: { vite: '8.4.0' },
  files: {
    'index.html': `<!doctype html><script type=module src=/src/main.js></script>
`,
    'src/main.js': `import './lazy.js';
`,
    'src/lazy.js': `export const two = 2;
`,
    'main.mjs': `import fs from 'node:fs';
import { build, createServer } from 'vite';
import { probe } from './probe.cjs';
await build({ logLevel: 'warn', build: { outDir: 'out' }, plugins: [{ name: 'probing', buildStart: probe }] });
console.log('built', fs.readdirSync('out').sort().join());
const middle = { name: 'middle', configureServer: ({ middlewares }) => void middlewares.use('/middle', (_, response) => response.end('middleware')) };
const server = await createServer({ logLevel: 'warn', server: { port: 0, host: '127.0.0.1' }, plugins: [middle] });
await server.listen();
const [url] = server.resolvedUrls.local;
for (const path of ['middle', 'src/lazy.js', '']) console.log(path, (await fetch(url + path)).status);
const changed = new Promise((done) => server.watcher.on('change', (file) => done(file.split('/').pop())));
await new Promise((done) => setTimeout(done, 500));
fs.writeFileSync('src/lazy.js', 'export const two = 2;');
console.log('changed', await changed);
console.log((await server.ssrLoadModule('/src/lazy.js')).two);
await server.close();
process.exit(0);
`,
  },
  programs: [{ title: 'build and server', argv: ['main.mjs'], shows: /middle 200[^]*changed lazy.js\n2/ }],
};
