import { connect } from 'node:net';
import { ALLOWED_ADDRESS } from './servers.js';

const ANNOUNCED = /LISTEN:(\S+)/g;

/** Reads a program's output for the doors that it says it opened, and knocks at each once. */
export function knocker(): { readonly hear: (output: string) => void; readonly answered: () => boolean } {
  const tried = new Set<string>();
  let answered = false;
  const knock = (at: string): void => {
    const door = /^[/@]/.test(at) ? { path: at.replace(/^@/, '\0') } : { port: Number(at), host: ALLOWED_ADDRESS };
    const socket = connect(door, () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    socket.on('error', () => undefined);
    socket.on('data', () => {
      answered = true;
      socket.destroy();
    });
  };
  return {
    hear: (output) => {
      for (const [, at = ''] of output.matchAll(ANNOUNCED)) {
        if (tried.has(at)) continue;
        tried.add(at);
        knock(at);
      }
    },
    answered: () => answered,
  };
}
