import type { Neighbour } from '../neighbour.js';

/** Counts the active handles of the process among its default metrics, whenever it is asked for them. */
export const neighbour: Neighbour = {
  name: 'prom-client',
  packages: { 'prom-client': '15.1.3' },
  files: {
    'main.cjs': `const { collectDefaultMetrics, register } = require('prom-client');
collectDefaultMetrics();
register.metrics().then(async (text) => {
  console.log('handles', /^nodejs_active_handles_total \\d/m.test(text));
  await require('./probe.cjs').probe();
});
`,
  },
  programs: [{ title: 'default metrics', argv: ['main.cjs'], shows: /handles true/, needs: 'internals' }],
};
