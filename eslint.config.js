import js from '@eslint/js';
import { createNodeResolver, flatConfigs } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** The engine: everything that runs in the realm of its own. */
const ENGINE = ['src/**/*.ts'];
const NOT_ENGINE = ['src/cli/**', 'src/report/**', 'src/adapters/**'];

/** Folders in the order a call passes through them; each may import what stands before it, and its neighbours. */
const ORDER = [
  ['types.ts', 'primordials.ts', 'errors.ts', 'chunks.ts', 'realm.ts', 'refuse.ts', 'own-error.ts', 'undeprecated.ts'],
  ['access', 'policy', 'receipt', 'context'],
  ['llm'],
  ['enforce.ts'],
  ['hook'],
  ['inherit'],
  ['boot.ts', 'run.ts', 'index.ts', 'core.ts'],
];
const OUTSIDE = ['cli', 'report', 'adapters'];
const at = (name) => `./src/${name}`;

const zones = [
  ...ORDER.flatMap((level, index) => {
    const later = ORDER.slice(index + 1).flat();
    const from = [...later, ...OUTSIDE].map(at);
    return level.map((name) => ({
      target: at(name),
      from,
      message: 'A call passes through the folders in one direction (docs/architecture.md).',
    }));
  }),
  ...['access', 'policy', 'receipt', 'context', 'llm', 'enforce.ts', 'hook', 'inherit'].map((name) => ({
    target: at(name),
    from: at('table'),
    except: ['./row.ts'],
    message: 'Rows arrive as values; only their type is known here.',
  })),
  {
    target: at('table'),
    from: [
      ...ORDER.slice(1)
        .flat()
        .filter((name) => name !== 'access'),
      ...OUTSIDE,
    ].map(at),
    message: 'The table says what is guarded: it needs the selectors of access and nothing else.',
  },
  { target: at('report'), from: at('cli'), message: 'A report can be made without the command line.' },
];

const HOST_GLOBALS = [
  'AbortController',
  'Buffer',
  'Event',
  'EventTarget',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'WebSocket',
  'atob',
  'btoa',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'global',
  'module',
  'performance',
  'process',
  'queueMicrotask',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
];

export default tseslint.config(
  { ignores: ['dist/', '.matrix/', '.tmp/', 'coverage/', 'fixtures/**/node_modules/', 'fixtures/escape/cases/'] },
  js.configs.recommended,
  {
    languageOptions: {
      globals: Object.fromEntries(
        [...HOST_GLOBALS, '__dirname', '__filename', 'exports'].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 60],
      complexity: ['error', { max: 12, variant: 'modified' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.ts', '**/*.cts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { 'import-x': flatConfigs.recommended.plugins['import-x'] },
    settings: {
      'import-x/extensions': ['.ts', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.cts'] },
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/(?:utils|helpers|manager|interceptor)\\b',
              message: 'Name the idea: the words of docs/architecture.md.',
            },
          ],
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // The engine removes variables and restores properties by names it computed; there is no Map to use instead.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    files: ENGINE,
    ignores: NOT_ENGINE,
    rules: {
      'no-restricted-globals': [
        'error',
        ...HOST_GLOBALS.map((name) => ({
          name,
          message:
            'The program can replace it: take it from src/primordials.ts, where it was captured before the program ran.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/(?:utils|helpers|manager|interceptor)\\b',
              message: 'Name the idea: the words of docs/architecture.md.',
            },
            {
              regex: '^node:',
              message:
                'Modules of Node are patched by us and by others: take captured functions from src/primordials.ts.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'BinaryExpression[operator="instanceof"][right.name=/^(Array|ArrayBuffer|Buffer|Date|Error|Function|Map|Object|Promise|RegExp|Set|TypeError|URL|Uint8Array)$/]',
          message: 'Values of the program are of another realm: use typeof, Array.isArray or a captured check.',
        },
        {
          selector: ':function[async=true]',
          message: 'A call is judged synchronously: promises would let the program run in between.',
        },
      ],
    },
  },
  // These files are about taking methods off their objects.
  {
    files: ['src/primordials.ts', 'src/hook/**', 'src/table/**', 'register/**'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    // One capture a line: it grows with what the engine uses, and is one idea at any length.
    files: ['src/primordials.ts'],
    rules: { 'no-restricted-imports': 'off', 'no-restricted-globals': 'off', 'max-lines': 'off' },
  },
  {
    files: ['**/*.cts'],
    rules: {
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A test file is a list of claims: its describe callback is long by nature, and it prods values of any type.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    // Programs in all the shapes that people write: they are specimens, not style.
    files: ['fixtures/**'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      complexity: 'off',
      'no-empty': 'off',
      'no-unused-vars': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/unified-signatures': 'off',
    },
  },
);
