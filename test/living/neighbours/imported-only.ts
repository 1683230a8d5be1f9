import type { Neighbour } from '../neighbour.js';

/** Large packages that need more than this machine has; they load. */
export const neighbour: Neighbour = {
  name: 'imported-only',
  packages: {
    'playwright-core': '1.65.1',
    'puppeteer-core': '24.43.1',
    pg: '8.23.1',
    mysql2: '3.24.6',
    ioredis: '6.0.0',
  },
  files: {
    'main.cjs': `console.log(typeof require('playwright-core').chromium.launch, typeof require('puppeteer-core').launch);
(async () => {
  await new (require('pg').Client)({ host: '127.0.0.1', port: 1, user: 'u' }).connect().catch(({ code }) => console.log('pg', code));
  await require('mysql2/promise').createConnection({ host: '127.0.0.1', port: 1, user: 'u' }).catch(({ code }) => console.log('mysql2', code));
  const redis = new (require('ioredis').Redis)(1, '127.0.0.1', { retryStrategy: null, lazyConnect: true });
  redis.on('error', ({ code }) => console.log('ioredis', code));
  await redis.connect().catch(() => {});
  await require('./probe.cjs').probe();
})();
`,
  },
  programs: [
    {
      title: 'load, and fail to connect',
      argv: ['main.cjs'],
      shows: /function function\npg ECONNREFUSED\nmysql2 ECONNREFUSED/,
    },
  ],
};
