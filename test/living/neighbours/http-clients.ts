import type { Neighbour } from '../neighbour.js';

/** Make requests by Node’s clients. */
export const neighbour: Neighbour = {
  name: 'http-clients',
  packages: { axios: '1.21.1', got: '14.6.6', 'node-fetch': '3.3.2', superagent: '10.4.2' },
  files: {
    'main.mjs': `import http from 'node:http';
import axios from 'axios';
import got from 'got';
import fetched from 'node-fetch';
import superagent from 'superagent';
import { probe } from './probe.cjs';
const server = http.createServer((request, response) => {
  if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
  response.setHeader('content-type', 'text/plain').end(request.rawHeaders.filter((_, index) => index % 2 === 0).join());
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const clients = {
  axios: async (url) => (await axios.get(url)).data,
  'axios by fetch': async (url) => (await axios.get(url, { adapter: 'fetch' })).data,
  got: (url) => got(url, { retry: { limit: 0 } }).text(),
  'node-fetch': async (url) => (await fetched(url)).text(),
  superagent: async (url) => (await superagent.get(url)).text,
};
for (const [name, get] of Object.entries(clients)) {
  for (const path of ['/', '/moved']) console.log(name, path, await get('http://127.0.0.1:' + server.address().port + path));
  await get('http://127.0.0.1:1').catch((error) => console.log(name, error.name, error.code));
}
server.closeAllConnections();
server.close();
await probe();
`,
  },
  programs: [{ title: 'five ways', argv: ['main.mjs'], shows: /superagent .moved .*host/i }],
};
