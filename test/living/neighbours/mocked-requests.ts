import type { Neighbour } from '../neighbour.js';

/** Answer requests in place of the network. */
export const neighbour: Neighbour = {
  name: 'mocked-requests',
  packages: { nock: '14.0.10', msw: '2.15.0', axios: '1.21.1' },
  files: {
    'nock.cjs': `const nock = require('nock'), http = require('node:http'), axios = require('axios');
nock('http://api.test').get('/a').reply(200, 'mocked').persist();
(async () => {
  console.log((await axios.get('http://api.test/a')).data, await (await fetch('http://api.test/a')).text());
  await new Promise((done) => http.get('http://api.test/a', (response) => response.on('data', (text) => console.log('http', String(text))).on('end', done)));
  nock.disableNetConnect();
  await fetch('http://other.test').catch(({ name, message }) => console.log(name, message));
  nock.restore();
  await require('./probe.cjs').probe();
})();
`,
    'msw.mjs': `import nodeHttp from 'node:http';
import axios from 'axios';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { probe } from './probe.cjs';
const mocks = setupServer(http.get('http://api.test/a', () => HttpResponse.text('mocked')), http.get('http://bad.test', () => HttpResponse.error()));
mocks.listen({ onUnhandledRequest: 'bypass' });
console.log((await axios.get('http://api.test/a')).data, await (await fetch('http://api.test/a')).text());
await fetch('http://bad.test').catch(({ name, message }) => console.log(name, message));
const real = nodeHttp.createServer((_, response) => response.end('real')).listen(0, '127.0.0.1');
await new Promise((done) => real.once('listening', done));
console.log(await (await fetch('http://127.0.0.1:' + real.address().port)).text());
real.closeAllConnections();
real.close();
await probe();
mocks.close();
`,
  },
  programs: [
    { title: 'nock', argv: ['nock.cjs'], shows: /mocked mocked\nhttp mocked/ },
    { title: 'msw', argv: ['msw.mjs'], shows: /mocked mocked\nTypeError.*\nreal/ },
  ],
};
