import type { Neighbour } from '../neighbour.js';
import { served } from '../served.js';

const traced = 'trace.getActiveSpan() !== undefined';
const env = {
  OTEL_TRACES_EXPORTER: 'none',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_LOGS_EXPORTER: 'none',
  OTEL_NODE_RESOURCE_DETECTORS: 'none',
};
const register = '@opentelemetry/auto-instrumentations-node/register';

/** Wraps what http, net, dns, fs and undici export, for `require` and, by hooks in the loader's thread, for `import`. */
export const neighbour: Neighbour = {
  name: 'opentelemetry',
  packages: {
    '@opentelemetry/auto-instrumentations-node': '0.75.0',
    '@opentelemetry/api': '1.9.0',
    '@opentelemetry/core': '2.6.0',
  },
  files: {
    'main.cjs': served({ form: 'cjs', prelude: `const { trace } = require('@opentelemetry/api');`, traced }),
    'main.mjs': served({ form: 'mjs', prelude: `import { trace } from '@opentelemetry/api';`, traced }),
    'hooks.mjs': `import { register } from 'node:module';
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
await import('${register}');
`,
  },
  programs: [
    { title: '--require register', preload: ['--require', register], argv: ['main.cjs'], env, shows: /traced true/ },
    { title: '--import register', preload: ['--import', register], argv: ['main.cjs'], env, shows: /traced true/ },
    { title: 'hooks for import', preload: ['--import', './hooks.mjs'], argv: ['main.mjs'], env, shows: /traced true/ },
    {
      title: '--experimental-loader',
      preload: ['--experimental-loader', '@opentelemetry/instrumentation/hook.mjs', '--require', register],
      argv: ['main.mjs'],
      env,
      shows: /traced true/,
    },
  ],
};
