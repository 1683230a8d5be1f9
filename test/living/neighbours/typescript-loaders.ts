import type { Neighbour } from '../neighbour.js';

const typed = `import { probe } from './probe.cjs';
import { double } from './double';
enum Answer { Half = 21 }
const answer: number = double(Answer.Half);
console.log('typed', answer, new Error('here').stack?.split('\\n')[1]?.trim().replace(process.cwd(), '.'));
void probe();
`;
const double = 'export const double = (value: number): number => value * 2;\n';
const shows = /typed 42 .*main\.ts/;

/** Those that compile TypeScript when it is required, each by a hook of its own on `Module._extensions` or on the loader. */
export const neighbour: Neighbour = {
  name: 'typescript-loaders',
  packages: {
    'ts-node': '10.9.2',
    typescript: '5.9.3',
    '@types/node': '20.19.43',
    'esbuild-register': '3.6.0',
    esbuild: '0.28.2',
    '@swc-node/register': '1.12.1',
    '@swc/core': '1.16.22',
    '@babel/register': '7.29.13',
    '@babel/core': '7.29.13',
    '@babel/preset-env': '7.28.5',
    '@babel/preset-typescript': '7.28.5',
    jiti: '2.7.0',
  },
  files: {
    'main.ts': typed,
    'module/package.json': '{ "type": "module" }',
    'module/main.ts': typed.replace(`'./probe.cjs'`, `'../probe.cjs'`),
    'module/double.ts': double,
    'double.ts': double,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'commonjs',
        target: 'es2022',
        esModuleInterop: true,
        allowJs: true,
        skipLibCheck: true,
      },
    }),
    'babel.cjs': `require('@babel/register')({
  extensions: ['.ts', '.js'],
  babelrc: false,
  cache: false,
  presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'],
});
`,
  },
  programs: [
    { title: 'ts-node/register', preload: ['--require', 'ts-node/register'], argv: ['main.ts'], shows },
    {
      title: 'ts-node --loader',
      preload: ['--loader', 'ts-node/esm/transpile-only', '--require', 'ts-node/register/transpile-only'],
      argv: ['main.ts'],
      shows,
    },
    { title: 'ts-node main.ts', argv: ['node_modules/ts-node/dist/bin.js', 'main.ts'], shows },
    {
      title: 'esbuild-register',
      of: 'esbuild-register',
      preload: ['--require', 'esbuild-register'],
      argv: ['main.ts'],
      shows,
    },
    {
      title: '@swc-node/register',
      of: '@swc-node/register',
      preload: ['--require', '@swc-node/register'],
      argv: ['main.ts'],
      shows,
    },
    {
      title: '@swc-node/register/esm-register',
      of: '@swc-node/register',
      preload: ['--import', '@swc-node/register/esm-register'],
      argv: ['module/main.ts'],
      shows,
    },
    {
      title: '@babel/register',
      of: '@babel/register',
      preload: ['--require', './babel.cjs'],
      argv: ['main.ts'],
      shows,
    },
    { title: 'jiti/register', of: 'jiti', preload: ['--import', 'jiti/register'], argv: ['main.ts'], shows },
    { title: 'jiti main.ts', of: 'jiti', argv: ['node_modules/jiti/lib/jiti-cli.mjs', 'main.ts'], shows },
  ],
};
