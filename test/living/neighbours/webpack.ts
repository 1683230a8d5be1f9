import type { Neighbour } from '../neighbour.js';

/** Bundles with loaders in a pool of processes. */
export const neighbour: Neighbour = {
  name: 'webpack',
  packages: { webpack: '5.113.0', 'webpack-cli': '6.0.1', 'thread-loader': '4.0.4' },
  files: {
    'webpack.config.cjs': `module.exports = { mode: 'production', target: 'node', entry: './src/main.js', output: { path: __dirname + '/out' }, stats: 'errors-warnings', module: { rules: [{ test: /main.js$/, use: [{ loader: 'thread-loader', options: { workers: 1, poolTimeout: 100 } }, './loader.cjs'] }] } };
`,
    'loader.cjs': `module.exports = function (text) { const done = this.async(); require('./probe.cjs').probe().then(() => done(null, text)); };
`,
    'src/main.js': `import('./lazy.js').then(({ two }) => console.log('bundled', two));
`,
    'src/lazy.js': `export const two = 2;
`,
    'main.cjs': `const { execFileSync } = require('node:child_process');
execFileSync(process.execPath, ['node_modules/webpack-cli/bin/cli.js', '-c', 'webpack.config.cjs'], { stdio: 'inherit' });
require('./out/main.js');
`,
  },
  programs: [{ title: 'thread-loader', argv: ['main.cjs'], shows: /bundled 2/ }],
};
