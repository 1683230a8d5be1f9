import type { Access, EventType, Verdict } from '../types.js';
import type { ProposedEvent } from '../receipt/receipt.js';
import type { CompiledPolicy } from './compile.js';
import { chunk } from '../chunks.js';
import { endpointAccess } from '../access/endpoint.js';
import { pathAccesses } from '../access/path.js';
import { cwd } from '../primordials.js';
import { decide } from './decide.js';

const ALLOWED: Verdict = { allowed: true, enforced: true };
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Words in an action that say that a file is changed; without one, it is read. */
const CHANGES = /write|append|create|delete|remove|unlink|rename|move|copy|truncate|chmod|chown|mkdir|rm\b|link/i;

type Payload = ProposedEvent['payload'];

/** What events of a type say that they do, as accesses. */
const READERS: Partial<Record<EventType, (payload: Payload, action: string) => readonly Access[]>> = {
  'tool.fs': (payload, action) => {
    const path = text(payload['path']) ?? text(payload['file']);
    if (path === undefined) return [];
    const told = text(payload['effect']) ?? text(payload['operation']) ?? '';
    const writes = CHANGES.test(`${action.split('(', 1)[0] ?? ''} ${told}`);
    return pathAccesses(
      path,
      writes ? { capability: 'fs.write', effect: 'write' } : { capability: 'fs.read', effect: 'read' },
    );
  },
  'tool.net': (payload) => {
    const target = text(payload['url']) ?? text(payload['host']);
    const access = target === undefined ? undefined : endpointAccess(target, payload['port']);
    return access === undefined ? [] : [access];
  },
  'tool.shell': (payload) => {
    const line = text(payload['command']);
    if (line !== undefined) return [commandOf(line, [], true)];
    const program = text(payload['program']);
    const argv: unknown = payload['argv'] ?? payload['args'] ?? [];
    return program === undefined ? [] : [commandOf(program, Array.isArray(argv) ? argv.map(String) : [], false)];
  },
};

const commandOf = (file: string, args: readonly string[], shell: boolean): Access =>
  chunk('command').commandAccess({ file, args, shell, cwd: cwd() });

/** What an event that was reported by hand says that it does, as accesses; none for what no rule speaks of. */
export const accessesOf = ({ type, payload, action }: ProposedEvent): readonly Access[] =>
  READERS[type]?.(payload, action) ?? [];

/** Judges an event by the accesses it stands for; the first that is denied decides. */
export function judgeAccesses(policy: CompiledPolicy, event: ProposedEvent): Verdict {
  for (const access of accessesOf(event)) {
    const verdict = decide(policy, access);
    if (!verdict.allowed) return verdict;
  }
  return ALLOWED;
}
