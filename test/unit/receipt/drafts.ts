import type { EventDraft } from '../../../src/types.js';
import type { HeaderFacts } from '../../../src/receipt/header.js';

/** An allowed read, with whatever the test changes of it. */
export function draft(change: Partial<EventDraft> = {}): EventDraft {
  return {
    context: 'root',
    type: 'tool.fs',
    capability: 'fs.read',
    action: 'fs.readFile("/app/a.txt")',
    payload: { path: '/app/a.txt', effect: 'read' },
    status: 'success',
    effect: 'read',
    urgency: 'late',
    ...change,
  };
}

/** A refused read, which is written through. */
export function refusal(change: Partial<EventDraft> = {}): EventDraft {
  return draft({
    action: 'fs.readFile("/app/.env")',
    payload: { path: '/app/.env', effect: 'read' },
    status: 'BLOCKED_BY_POLICY',
    policyTrigger: 'fs.read.deny[0] ("**/.env")',
    rule: 'fs.read.deny[0]',
    caller: 'app@1.0.0 index.js:3:1',
    urgency: 'first',
    ...change,
  });
}

/** The facts of a small process that started in the morning of 30 November 2026. */
export const facts: HeaderFacts = {
  run: 'run-1',
  name: 'agent.js',
  process: { pid: 7, ppid: 1, threadId: 0 },
  argv: ['/usr/bin/node', '/app/agent.js'],
  cwd: '/app',
  node: '20.20.2',
  platform: 'linux-x64',
  receiptbot: '0.1.0',
  policy: {
    mode: 'enforce',
    sources: [{ layer: 'project', file: '/app/receiptbot.config.yaml', sha256: 'ab'.repeat(32) }],
  },
  startedAt: Date.UTC(2026, 10, 30, 9, 0, 0),
  coverage: [],
};
