import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { join, resolve } from 'node:path';

const secure = {
  cert: readFileSync(resolve(import.meta.dirname, '../fixtures/escape/cert.pem')),
  key: readFileSync(resolve(import.meta.dirname, '../fixtures/escape/key.pem')),
};

/** Loopback servers that answer whatever is asked: something for every kind of client to connect to. */
export interface Servers {
  readonly tcp: number;
  readonly http: number;
  readonly https: number;
  readonly http2: number;
  readonly udp: number;
  /** A socket in the file system that speaks HTTP. */
  readonly unix: string;
  /** What the HTTP servers were asked, `GET /path host`, in order. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** Starts the servers on free ports of 127.0.0.1; `folder` holds the socket file. */
export async function startServers(folder: string): Promise<Servers> {
  const requests: string[] = [];
  const answer: RequestListener = (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.host ?? ''}`);
    if (request.url === '/moved') response.writeHead(302, { location: String(request.headers['x-to']) });
    response.end('ok');
  };
  const http = createHttp(answer);
  http.on('upgrade', (request, socket: Socket) => {
    const accept = createHash('sha1')
      .update(`${String(request.headers['sec-websocket-key'])}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  const http2 = createHttp2((_request, response) => {
    response.end('ok');
  });
  const tcp = createTcp((socket) => {
    socket.on('error', () => undefined).end('ok');
  });
  const servers: Server[] = [tcp, http, createHttps(secure, answer), http2];
  const ports = await Promise.all(servers.map(async (server) => portOf(server)));
  const unix = join(folder, 'http.sock');
  const onFile = createHttp(answer);
  await listening(onFile, unix);
  const udp = createSocket('udp4');
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  const [tcpPort = 0, httpPort = 0, httpsPort = 0, http2Port = 0] = ports;
  return {
    tcp: tcpPort,
    http: httpPort,
    https: httpsPort,
    http2: http2Port,
    udp: udp.address().port,
    unix,
    requests,
    close: () => {
      for (const server of [...servers, onFile]) server.close();
      udp.close();
    },
  };
}

async function portOf(server: Server): Promise<number> {
  await listening(server, { port: 0, host: '127.0.0.1' });
  return (server.address() as AddressInfo).port;
}

const listening = (server: Server, where: string | { port: number; host: string }): Promise<void> =>
  new Promise((done, fail) => {
    server.on('error', fail).listen(where, done);
  });
