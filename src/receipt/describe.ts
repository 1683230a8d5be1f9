import type { Access, EventDraft, EventType, Json, PathEffect, Verdict } from '../types.js';
import { triggerOf } from '../errors.js';

/** What the call is named in events: `fs.readFile`, `net.connect`, `spawn`. */
export interface Call {
  readonly label: string;
  readonly type: EventType;
  readonly context: string;
  readonly call: number | undefined;
}

/** `fs.readFile("/app/.env")`: the attempt in words, with the resource as the caller wrote it. */
export function actionOf(label: string, access: Access): string {
  return access.kind === 'command'
    ? `${label}(${JSON.stringify(access.resource)})`
    : `${label}(${JSON.stringify(access.requested)})`;
}

const payloads: {
  readonly [K in Access['kind']]: (
    access: Extract<Access, { kind: K }>,
    verdict: Verdict,
  ) => Record<string, Json | undefined>;
} = {
  path: (access, verdict) => ({
    path: access.resource,
    realPath: verdict.real,
    effect: access.effect,
    ...(access.tree ? { tree: true } : {}),
  }),
  endpoint: (access) => ({
    method: access.method,
    url: access.url,
    host: access.host,
    address: access.address,
    port: access.port,
    socket: access.socketPath,
    protocol: access.protocol,
    proxy: access.proxy,
    use: access.use,
  }),
  command: (access) => ({
    program: access.commands[0]?.program ?? '',
    argv: access.commands.map((command) => [command.program, ...command.argv]),
    cwd: access.cwd,
    shell: access.shell,
    opaque: access.opaque,
    variables: access.variables.length === 0 ? undefined : access.variables,
  }),
  power: (access) => ({ resource: access.resource }),
  variable: (access) => ({ name: access.resource }),
  llm: (access) => ({ 'gen_ai.request.model': access.model }),
};

const without = (fields: Record<string, Json | undefined>): Record<string, Json> => {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept;
};

/** Effects that change nothing: their first occurrence may wait a moment before it is written. */
const HARMLESS = new Set<PathEffect>(['read', 'stat', 'list']);

/** The event for one access and its verdict. */
export function draftOf(call: Call, access: Access, verdict: Verdict, caller: string | undefined): EventDraft {
  const describe = payloads[access.kind] as (access: Access, verdict: Verdict) => Record<string, Json | undefined>;
  const late = verdict.allowed && access.kind === 'path' && HARMLESS.has(access.effect);
  const loader = access.kind === 'path' && access.origin === 'loader' && verdict.allowed;
  return {
    context: call.context,
    ...(call.call === undefined ? {} : { call: call.call }),
    type: loader ? 'module.load' : access.kind === 'llm' ? 'llm.call' : call.type,
    capability: access.capability,
    action: actionOf(call.label, access),
    payload: without(describe(access, verdict)),
    status: verdict.allowed ? 'success' : verdict.enforced ? 'BLOCKED_BY_POLICY' : 'WOULD_BLOCK',
    ...(verdict.allowed ? {} : { policyTrigger: triggerOf(verdict), rule: verdict.rule?.id ?? 'policy' }),
    ...(caller === undefined ? {} : { caller }),
    ...(access.kind === 'llm' ? { cost: access.cost } : {}),
    ...(access.kind === 'path' ? { effect: access.effect } : {}),
    urgency: late ? 'late' : 'first',
  };
}
