import type { Neighbour } from '../neighbour.js';
import { served } from '../served.js';

const traced = 'agent.getTraceMetadata().traceId !== undefined';
const preload = ['--require', 'newrelic'];
const env = { NEW_RELIC_NO_CONFIG_FILE: 'true', NEW_RELIC_LOG_ENABLED: 'false', NEW_RELIC_APP_NAME: 'living' };

/** Wraps what modules export; without a licence it says that it does not start, and with one nobody answers here. */
export const neighbour: Neighbour = {
  name: 'newrelic',
  packages: { newrelic: '13.9.2' },
  files: { 'main.cjs': served({ form: 'cjs', prelude: `const agent = require('newrelic');`, traced }) },
  programs: [
    { title: 'no licence', preload, argv: ['main.cjs'], env, shows: /http 42/ },
    {
      title: 'a licence',
      preload,
      argv: ['main.cjs'],
      env: { ...env, NEW_RELIC_LICENSE_KEY: 'a'.repeat(40), NEW_RELIC_HOST: '127.0.0.1', NEW_RELIC_PORT: '9' },
      shows: /traced true/,
    },
  ],
};
