import type { Neighbour } from '../neighbour.js';

/** The package beside Node’s own copy: dispatchers for all of the process, and its mock of them. */
export const neighbour: Neighbour = {
  name: 'undici',
  packages: { undici: '6.29.1', 'undici-7': 'npm:undici@7.30.2' },
  files: {
    'main.cjs': `const undici = require(process.argv[2]), http = require('node:http');
const text = async (response) => (await response).text();
(async () => {
  const server = http.createServer((_, response) => response.end('real')).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = 'http://127.0.0.1:' + server.address().port;
  undici.setGlobalDispatcher(new undici.Agent().compose(undici.interceptors.retry({ maxRetries: 1 })));
  console.log(await text(fetch(url)), await text(undici.fetch(url)), await (await undici.request(url)).body.text());
  const mocks = new undici.MockAgent();
  mocks.disableNetConnect();
  undici.setGlobalDispatcher(mocks);
  mocks.get('http://api.test').intercept({ path: '/' }).reply(200, 'mocked').times(2);
  console.log(await text(fetch('http://api.test/')), await text(undici.fetch('http://api.test/')));
  await fetch('http://other.test').catch(({ message, cause }) => console.log(message, cause.message));
  server.closeAllConnections();
  server.close();
  await require('./probe.cjs').probe();
  process.exit(0);
})();
`,
  },
  programs: [
    {
      title: 'undici 6',
      argv: ['main.cjs', 'undici'],
      shows: /real real real\nmocked mocked\nfetch failed/,
      varies: [/127.0.0.1:\d+/g],
    },
    {
      title: 'undici 7',
      argv: ['main.cjs', 'undici-7'],
      shows: /real real real\nmocked mocked\nfetch failed/,
      varies: [/127.0.0.1:\d+/g],
    },
  ],
};
