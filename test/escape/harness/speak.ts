import { readFileSync } from 'node:fs';
import { createServer as createHttp, get, type RequestListener, type Server } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { shelf } from './technique.js';

const TLS_HANDSHAKE = 0x16;

/** Serves a connection in the protocol that its first bytes are of: HTTP/1, HTTP/2, TLS, or `text` for anything else. */
export type Speak = (socket: Socket, first: Buffer) => void;

/** A speaker that answers every request with `text`. */
export const saying = (text: string): Speak =>
  speaker(
    createHttp((_, response) => response.end(text)),
    text,
  );

/** A speaker that is a proxy, and redirects `/redirect` to `elsewhere`; everything else it answers with `text`. */
export function relaying(elsewhere: string, text: string): Speak {
  const answer: RequestListener = (request, response) => {
    const url = request.url ?? '';
    if (url === '/redirect') response.writeHead(307, { location: elsewhere }).end();
    else if (url.startsWith('http:')) get(url, (found) => found.pipe(response)).on('error', () => response.end());
    else response.end(text);
  };
  const http = createHttp(answer);
  http.on('connect', (request, client) => tunnel(request.url ?? '', client));
  return speaker(http, text);
}

function tunnel(target: string, client: Duplex): void {
  const [host, port] = target.split(':');
  const upstream = connect(Number(port), host ?? '', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    upstream.pipe(client).pipe(upstream);
  });
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
}

function speaker(http: Server, text: string): Speak {
  const http2 = createHttp2((_, response) => response.end(text));
  const pem = (name: string): Buffer => readFileSync(join(shelf, name));
  const https = createHttps({ cert: pem('cert.pem'), key: pem('key.pem') }, (_, response) => response.end(text));
  for (const server of [http, https]) server.on('clientError', (_, socket) => socket.destroy());
  for (const failing of ['error', 'sessionError']) http2.on(failing, () => undefined);
  return (socket, first) => {
    const words = first.subarray(0, 12).toString('latin1');
    const server =
      first[0] === TLS_HANDSHAKE ? https : words.startsWith('PRI') ? http2 : /^[A-Z]+ /.test(words) ? http : undefined;
    if (server === undefined) return void socket.end(text);
    socket.pause();
    socket.unshift(first);
    server.emit('connection', socket);
    socket.resume();
  };
}
