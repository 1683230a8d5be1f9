import type { Neighbour } from '../neighbour.js';

/** rollup has a native parser, esbuild a process that it talks to. */
export const neighbour: Neighbour = {
  name: 'bundlers',
  packages: { rollup: '4.68.8', esbuild: '0.28.2' },
  files: {
    'src/main.js': `import('./lazy.js').then(({ two }) => console.log('bundled', two));
`,
    'src/lazy.js': `export const two = 2;
`,
    'rollup.mjs': `import { rollup } from 'rollup';
import { probe } from './probe.cjs';
const bundle = await rollup({ input: 'src/main.js', plugins: [{ name: 'probing', buildStart: probe }] });
const { output } = await bundle.write({ dir: 'out-rollup', format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
console.log(output.map(({ fileName }) => fileName).join());
await import('./out-rollup/main.mjs');
`,
    'esbuild.mjs': `import fs from 'node:fs';
import { build, context, transformSync } from 'esbuild';
import { probe } from './probe.cjs';
const onLoad = async ({ path }) => { await probe(); return { contents: fs.readFileSync(path, 'utf8') }; };
const plugins = [{ name: 'probing', setup: (made) => made.onLoad({ filter: /lazy/ }, onLoad) }];
await build({ entryPoints: ['src/main.js'], bundle: true, outfile: 'out-esbuild/main.mjs', format: 'esm', plugins });
console.log(transformSync('let a: number = 1', { loader: 'ts' }).code.trim());
const served = await context({ entryPoints: ['src/main.js'], bundle: true, write: false, outdir: 'x' });
const { port } = await served.serve({ host: '127.0.0.1' });
console.log((await fetch('http://127.0.0.1:' + port + '/main.js')).status);
await served.dispose();
await import('./out-esbuild/main.mjs');
`,
  },
  programs: [
    { title: 'rollup', argv: ['rollup.mjs'], shows: /bundled 2/ },
    { title: 'esbuild', argv: ['esbuild.mjs'], shows: /200\nbundled 2/ },
  ],
};
