import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dist, folder, run } from '../../run.js';

/** Runs the body with the API at hand, without a preload; gives what it told. */
async function told(body: string, env: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const cwd = folder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(resolve(dist, '..'), join(cwd, 'node_modules', 'receiptbot'));
  const main = `import { PolicyEngine, Receipt, runWithInterceptors } from 'receiptbot';
const attempt = (fn) => { try { return fn(); } catch (error) { return error.name; } };
${body}`;
  const result = await run('main.mjs', { cwd, files: { 'main.mjs': main }, via: 'none', env });
  if (result.code !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout) as Record<string, unknown>;
}

describe('an event that is added by hand', () => {
  it('is judged before it is recorded', async () => {
    const body = `
const policy = new PolicyEngine().denyPathGlobs(['**/.env']).allowDomains(['api.openai.com']).denyCommands(['rm']).maxCost(1.0);
const receipt = new Receipt(policy);
const status = (event) => { const { status, rule } = receipt.addEvent(event); return rule === undefined ? status : status + ' ' + rule; };
console.log(JSON.stringify({
  read: status({ type: 'tool.fs', action: 'read', payload: { path: '/app/.env' } }),
  fine: status({ type: 'tool.fs', action: 'read', payload: { path: '/app/notes.txt' } }),
  host: status({ type: 'tool.net', action: 'get', payload: { url: 'https://evil.example/x' } }),
  allowed: status({ type: 'tool.net', action: 'get', payload: { url: 'https://api.openai.com/v1' } }),
  command: status({ type: 'tool.shell', action: 'run', payload: { command: 'rm -rf /' } }),
  step: status({ type: 'agent.step', action: 'think', payload: {} }),
  totals: receipt.totals,
}));`;
    const result = await told(body);
    expect(result).toMatchObject({
      read: 'BLOCKED_BY_POLICY code:fs.read.deny[0]',
      fine: 'success',
      host: 'BLOCKED_BY_POLICY code:net.connect.allow',
      allowed: 'success',
      command: 'BLOCKED_BY_POLICY code:exec.deny[0]',
      step: 'success',
    });
    expect(result['totals']).toMatchObject({ events: 6, blocked: 3 });
  });

  it('of a model comes back blocked when it would pass the cap, and costs nothing then', async () => {
    const body = `
const receipt = new Receipt(new PolicyEngine().maxCost(1.0));
const call = (costImpactUsd) => { const { status, rule } = receipt.addEvent({ type: 'llm.call', action: 'chat', payload: { model: 'm' }, costImpactUsd }); return [status, rule ?? ''].join(' ').trim(); };
console.log(JSON.stringify({ first: call(0.7), over: call(0.31), exactly: call(0.3), another: call('0.000000000001'), free: call(0), cost: receipt.totals.costUsd }));`;
    expect(await told(body)).toEqual({
      first: 'success',
      over: 'BLOCKED_BY_POLICY budget.maxCostUsd',
      exactly: 'success',
      another: 'BLOCKED_BY_POLICY budget.maxCostUsd',
      free: 'success',
      cost: 1,
    });
  });

  it('adds up exactly', async () => {
    const body = `
const receipt = new Receipt(new PolicyEngine().maxCost('1'));
let blocked = 0;
for (let i = 0; i < 100_001; i += 1) if (receipt.addEvent({ type: 'llm.call', action: 'chat', costImpactUsd: 0.00001 }).status !== 'success') blocked += 1;
const cents = new Receipt(new PolicyEngine()); for (let i = 0; i < 10; i += 1) cents.addEvent({ type: 'llm.call', action: 'chat', costImpactUsd: 0.1 });
console.log(JSON.stringify({ blocked, cost: receipt.totals.costUsd, cents: cents.totals.costUsd }));`;
    expect(await told(body)).toEqual({ blocked: 1, cost: 1, cents: 1 });
  });

  it('is refused for what is no event, with an error of the program’s own', async () => {
    const body = `
const receipt = new Receipt(new PolicyEngine());
const kinds = [undefined, {}, { type: 'x', action: 'y' }, { type: 'agent.step' }, { type: 'llm.call', action: 'x', costImpactUsd: -1 }, { type: 'llm.call', action: 'x', costImpactUsd: NaN }, { type: 'llm.call', action: 'x', costImpactUsd: Infinity }];
console.log(JSON.stringify({ names: kinds.map((kind) => { try { receipt.addEvent(kind); return 'taken'; } catch (error) { return error instanceof TypeError; } }), events: receipt.totals.events }));`;
    expect(await told(body)).toEqual({ names: Array(7).fill(true), events: 0 });
  });

  it('keeps no secrets, unless the policy says that they stay', async () => {
    const secret = ['sk-', 'proj-', 'Ab3dEf6hIj9kLm2n'.repeat(3)].join('');
    const body = `
const secret = ${JSON.stringify(secret)};
const event = { type: 'tool.call', action: 'call ' + secret, payload: { headers: { authorization: 'Bearer ' + secret }, own: 'a-value-of-the-environment' } };
const text = (policy) => { const receipt = new Receipt(policy); receipt.addEvent(event); return JSON.stringify(receipt.toJSON()); };
const hidden = text(new PolicyEngine().redactSecrets(true)), open = text(new PolicyEngine().redactSecrets(false)), usual = text(new PolicyEngine());
console.log(JSON.stringify({ hidden: hidden.includes(secret) || hidden.includes('a-value-of-the'), marked: hidden.includes('[REDACTED_OPENAI_API_KEY]'), open: open.includes(secret), usual: usual.includes(secret) }));`;
    expect(await told(body, { MY_API_KEY: 'a-value-of-the-environment' })).toEqual({
      hidden: false,
      marked: true,
      open: true,
      usual: false,
    });
  });
});

describe('a receipt in memory', () => {
  it('is the same document as a file: head, events, seal', async () => {
    const body = `
const receipt = new Receipt(new PolicyEngine());
receipt.addEvent({ type: 'agent.step', action: 'one' });
const running = JSON.parse(JSON.stringify(receipt));
const done = receipt.finalize();
receipt.addEvent({ type: 'agent.step', action: 'late' });
console.log(JSON.stringify({ schema: done.schema, events: done.events.map(({ action }) => action), running: 'seal' in running, sealed: done.seal.totals.events, again: receipt.toJSON().seal.totals.events, argv: Array.isArray(done.argv) }));`;
    expect(await told(body)).toEqual({
      schema: 'receiptbot:receipt',
      events: ['one'],
      running: false,
      sealed: 1,
      again: 2,
      argv: true,
    });
  });

  it('gives copies: what is done to them changes nothing', async () => {
    const body = `
const receipt = new Receipt(new PolicyEngine());
const event = receipt.addEvent({ type: 'agent.step', action: 'one' });
event.action = 'two'; receipt.toJSON().events.length = 0; attempt(() => { receipt.totals.events = 99; });
console.log(JSON.stringify({ actions: receipt.toJSON().events.map(({ action }) => action), events: receipt.totals.events, array: receipt.toJSON().events instanceof Array, object: event instanceof Object }));`;
    expect(await told(body)).toEqual({ actions: ['one'], events: 1, array: true, object: true });
  });
});
