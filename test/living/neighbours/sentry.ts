import type { Neighbour } from '../neighbour.js';
import { served } from '../served.js';

const traced = 'Sentry.getActiveSpan() !== undefined';
const init = `Sentry.init({ dsn: 'http://key@127.0.0.1:9/1', tracesSampleRate: 1, transport: () => ({ send: async () => ({}), flush: async () => true }) });
`;

/** Subscribes to diagnostics channels, wraps http by OpenTelemetry's means and listens for uncaught errors. */
export const neighbour: Neighbour = {
  name: 'sentry',
  packages: { '@sentry/node': '10.32.1' },
  files: {
    'instrument.mjs': `import * as Sentry from '@sentry/node';\n${init}`,
    'instrument.cjs': `const Sentry = require('@sentry/node');\n${init}`,
    'main.mjs': served({ form: 'mjs', prelude: `import * as Sentry from '@sentry/node';`, traced }),
    'main.cjs': served({ form: 'cjs', prelude: `const Sentry = require('@sentry/node');`, traced }),
    'throws.cjs': `require('./probe.cjs').probe().then(() => { console.log('throwing'); setTimeout(() => { throw new Error('mine'); }); });\n`,
  },
  programs: [
    { title: '--import', preload: ['--import', './instrument.mjs'], argv: ['main.mjs'], shows: /traced true/ },
    { title: '--require', preload: ['--require', './instrument.cjs'], argv: ['main.cjs'], shows: /traced true/ },
    {
      title: 'an uncaught error',
      preload: ['--require', './instrument.cjs'],
      argv: ['throws.cjs'],
      shows: /throwing/,
    },
  ],
};
