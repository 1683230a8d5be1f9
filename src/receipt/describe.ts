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
  if (access.kind === 'power' && label.replace('prototype.', '').endsWith(access.requested)) return `${label}()`;
  return `${label}(${JSON.stringify(access.kind === 'command' ? access.resource : access.requested)})`;
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
    unbelted: access.unbelted?.why,
  }),
  power: (access) => ({ resource: access.resource }),
  variable: (access) => ({ name: access.resource }),
  llm: (access) => ({ 'gen_ai.request.model': access.model }),
};

const without = <T extends Json>(fields: Record<string, T | undefined>): Record<string, T> => {
  const kept: Record<string, T> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept;
};

/** Effects that change nothing. */
const HARMLESS = new Set<PathEffect>(['read', 'stat', 'list']);

/** The event for one access and its verdict. */
export function draftOf(call: Call, access: Access, verdict: Verdict, caller: string | undefined): EventDraft {
  const describe = payloads[access.kind] as (access: Access, verdict: Verdict) => Record<string, Json | undefined>;
  return {
    context: call.context,
    type: typeOf(call, access, verdict),
    capability: access.capability,
    action: actionOf(call.label, access),
    payload: without(describe(access, verdict)),
    ...outcomeOf(verdict),
    urgency: mayWait(access, verdict) ? 'late' : 'first',
    ...without({ call: call.call, caller }),
    ...(access.kind === 'llm' ? { cost: access.cost } : {}),
    ...(access.kind === 'path' ? { effect: access.effect } : {}),
  };
}

function typeOf(call: Call, access: Access, { allowed }: Verdict): EventType {
  if (access.kind === 'llm') return 'llm.call';
  return allowed && access.kind === 'path' && access.origin === 'loader' ? 'module.load' : call.type;
}

const outcomeOf = (verdict: Verdict): Pick<EventDraft, 'status' | 'policyTrigger' | 'rule'> =>
  verdict.allowed
    ? { status: 'success' }
    : {
        status: verdict.enforced ? 'BLOCKED_BY_POLICY' : 'WOULD_BLOCK',
        policyTrigger: triggerOf(verdict),
        rule: verdict.rule?.id ?? 'policy',
      };

/** What changes nothing may wait a moment before it is written. */
const mayWait = (access: Access, { allowed }: Verdict): boolean =>
  allowed && access.kind === 'path' && HARMLESS.has(access.effect);
