import type { Access, Verdict } from '../types.js';
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

/** What an event that was reported by hand says that it does, as accesses; none for what no rule speaks of. */
export function accessesOf(event: ProposedEvent): readonly Access[] {
  const { type, payload, action } = event;
  if (type === 'tool.fs') {
    const path = text(payload['path']) ?? text(payload['file']);
    if (path === undefined) return [];
    const write = CHANGES.test(
      `${action.split('(', 1)[0] ?? ''} ${text(payload['effect']) ?? text(payload['operation']) ?? ''}`,
    );
    return pathAccesses(
      path,
      write ? { capability: 'fs.write', effect: 'write' } : { capability: 'fs.read', effect: 'read' },
    );
  }
  if (type === 'tool.net') {
    const target = text(payload['url']) ?? text(payload['host']);
    const access = target === undefined ? undefined : endpointAccess(target, payload['port']);
    return access === undefined ? [] : [access];
  }
  if (type === 'tool.shell') {
    const line = text(payload['command']);
    const program = text(payload['program']);
    if (line !== undefined) return [chunk('command').commandAccess({ file: line, args: [], shell: true, cwd: cwd() })];
    const argv: unknown = payload['argv'] ?? payload['args'] ?? [];
    if (program !== undefined)
      return [
        chunk('command').commandAccess({
          file: program,
          args: Array.isArray(argv) ? argv.map(String) : [],
          shell: false,
          cwd: cwd(),
        }),
      ];
  }
  return [];
}

/** Judges an event by the accesses it stands for; the first that is denied decides. */
export function judgeAccesses(policy: CompiledPolicy, event: ProposedEvent): Verdict {
  for (const access of accessesOf(event)) {
    const verdict = decide(policy, access);
    if (!verdict.allowed) return verdict;
  }
  return ALLOWED;
}
