import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { saying, relaying, type Speak } from './speak.js';
import { CANARY, type Tree } from './tree.js';

/** The hosts that a policy allows and denies, all of this machine. */
export const ALLOWED_ADDRESS = '127.0.0.1';
export const DENIED_ADDRESS = '127.0.0.2';
/** Denied by the name `denied.test` only. */
export const NAMED_ADDRESS = '127.0.0.3';
export const DENIED_NAME = 'denied.test';

/** The servers of one run, and what reached those that nothing may reach. */
export interface Servers {
  readonly ports: {
    readonly denied: number;
    readonly push: number;
    readonly named: number;
    readonly allowed: number;
    readonly udp: number;
  };
  readonly socket: string;
  readonly heard: readonly string[];
  readonly close: () => void;
}

/** Starts one server for each thing that a policy tells apart. */
export async function serve(tree: Tree): Promise<Servers> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const hears =
    (label: string) =>
    (bytes: Buffer): void =>
      void heard.push(`the ${label} server got ${String(bytes.length)} bytes`);
  const listening = (at: string, speak: Speak, hear?: (bytes: Buffer) => void, greeting?: string): Promise<Server> =>
    listen(at, (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      if (greeting !== undefined) socket.write(greeting);
      socket.once('data', (first: Buffer) => {
        hear?.(first);
        speak(socket, first);
      });
    });

  const secret = saying(CANARY);
  const socket = join(tree.outside, 'denied.sock');
  const denied = await listening(DENIED_ADDRESS, secret, hears('denied'));
  const servers = {
    denied,
    push: await listening(DENIED_ADDRESS, secret, hears('greeting'), `${CANARY}\n`),
    named: await listening(NAMED_ADDRESS, secret, hears('denied by name')),
    allowed: await listening(
      ALLOWED_ADDRESS,
      relaying(`http://${DENIED_ADDRESS}:${String(port(denied))}/`, 'allowed-ok'),
    ),
    unix: await listening(socket, secret, hears('unix')),
  };
  const udp = await listenDatagrams(hears('udp'));
  return {
    ports: {
      denied: port(denied),
      push: port(servers.push),
      named: port(servers.named),
      allowed: port(servers.allowed),
      udp: udp.address().port,
    },
    socket,
    heard,
    close: () => {
      for (const open of sockets) open.destroy();
      for (const server of Object.values(servers)) server.close();
      udp.close();
    },
  };
}

const port = (server: Server): number => (server.address() as AddressInfo).port;

async function listen(at: string, onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onSocket);
  if (at.startsWith('/')) server.listen(at);
  else server.listen(0, at);
  await once(server, 'listening');
  return server;
}

/** Hears datagrams, and answers as a name server that does not know the name. */
async function listenDatagrams(hear: (bytes: Buffer) => void): Promise<Datagrams> {
  const udp = createSocket('udp4').bind(0, DENIED_ADDRESS);
  await once(udp, 'listening');
  udp.on('error', () => undefined);
  udp.on('message', (message, from) => {
    hear(message);
    const answer = Buffer.from(message);
    answer.set([0x81, 0x83], 2);
    udp.send(answer, from.port, from.address);
  });
  return udp;
}
