import type { Neighbour } from '../neighbour.js';

/** Serve over Node’s servers, sockets among them. */
export const neighbour: Neighbour = {
  name: 'http-servers',
  packages: {
    express: '5.3.0',
    fastify: '5.12.8',
    koa: '3.3.0',
    ws: '8.23.0',
    'socket.io': '4.8.4',
    'socket.io-client': '4.8.4',
  },
  files: {
    'main.cjs': `const express = require('express'), fastify = require('fastify'), Koa = require('koa');
const { WebSocket, WebSocketServer } = require('ws'), { Server } = require('socket.io'), { io } = require('socket.io-client');
const { probe } = require('./probe.cjs');
const listen = async (app) => { const server = app.listen(0, '127.0.0.1'); await new Promise((done) => server.once('listening', done)); return server; };
const urlOf = (server) => 'http://127.0.0.1:' + server.address().port;
(async () => {
  const app = express().get('/', async (_, response) => { await probe(); response.send('express'); }).get('/file', (_, response) => response.sendFile(__filename));
  const first = await listen(app);
  console.log(await (await fetch(urlOf(first))).text(), (await (await fetch(urlOf(first) + '/file')).text()).length > 0);
  const sockets = new Server(first).on('connection', (socket) => socket.on('add', (value, done) => done(value + 1)));
  for (const transport of ['polling', 'websocket']) {
    const client = io(urlOf(first), { transports: [transport] });
    console.log(transport, await new Promise((done) => client.emit('add', 1, done)));
    client.close();
  }
  const second = fastify();
  second.get('/', async () => ({ served: 'fastify' }));
  console.log(await (await fetch(await second.listen({ port: 0, host: '127.0.0.1' }))).text());
  await second.close();
  const third = await listen(new Koa().use((context) => { context.body = 'koa'; }));
  console.log(await (await fetch(urlOf(third))).text());
  new WebSocketServer({ server: third }).on('connection', (socket) => socket.on('message', (text) => socket.send('echo ' + text)));
  const socket = new WebSocket(urlOf(third).replace('http', 'ws'));
  await new Promise((done) => socket.once('open', done));
  socket.send('x');
  console.log(await new Promise((done) => socket.once('message', (text) => done(String(text)))));
  socket.close();
  await sockets.close();
  for (const server of [first, third]) { server.closeAllConnections(); server.close(); }
})();
`,
  },
  programs: [
    {
      title: 'five of them',
      argv: ['main.cjs'],
      shows: /express true\npolling 2\nwebsocket 2\n.*fastify.*\nkoa\necho x/,
    },
  ],
};
