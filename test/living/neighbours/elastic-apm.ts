import type { Neighbour } from '../neighbour.js';
import { served } from '../served.js';

const files = {
  'main.cjs': served({
    form: 'cjs',
    prelude: `const agent = require('elastic-apm-node');`,
    traced: `agent.currentTransaction !== null`,
  }),
};
const env = { ELASTIC_APM_LOG_LEVEL: 'off', ELASTIC_APM_CENTRAL_CONFIG: 'false', ELASTIC_APM_CLOUD_PROVIDER: 'none' };
const preload = ['--require', 'elastic-apm-node/start.js'];

/** Wraps what modules export when they are first required, and follows calls by async_hooks. */
export const neighbour: Neighbour = {
  name: 'elastic-apm-node',
  packages: { 'elastic-apm-node': '4.18.0' },
  files,
  programs: [
    {
      title: 'inactive',
      preload,
      argv: ['main.cjs'],
      env: { ...env, ELASTIC_APM_ACTIVE: 'false' },
      shows: /traced false/,
    },
    {
      title: 'without metrics',
      preload,
      argv: ['main.cjs'],
      env: { ...env, ELASTIC_APM_DISABLE_SEND: 'true', ELASTIC_APM_METRICS_INTERVAL: '0' },
      shows: /traced true/,
    },
    {
      title: 'metrics',
      preload,
      argv: ['main.cjs'],
      env: { ...env, ELASTIC_APM_DISABLE_SEND: 'true' },
      shows: /traced true/,
      needs: 'internals',
    },
  ],
};
