import type { Access, Capability, RuleRef, Verdict } from './types.js';
import { captureStackTrace, defineProperty, ProgramError } from './primordials.js';

/** Node's names for what was refused (`error.permission`), and ours for what Node has none for. */
const PERMISSIONS: Record<Capability, string> = {
  'fs.read': 'FileSystemRead',
  'fs.write': 'FileSystemWrite',
  'net.connect': 'Net',
  'net.listen': 'Net',
  exec: 'ChildProcess',
  worker: 'WorkerThreads',
  'process.addons': 'Addon',
  'process.internals': 'Internals',
  'process.inspector': 'Inspector',
  'process.wasi': 'WASI',
  'process.signals': 'Signal',
  'env.read': 'Env',
  'env.pass': 'Env',
  'llm.call': 'Llm',
};

/** What a violation tells about itself, beside its one-line message. */
export interface ViolationFields {
  readonly code: 'ERR_ACCESS_DENIED';
  /** Node's name of the permission (`FileSystemRead`). */
  readonly permission: string;
  /** The resource as the caller wrote it. */
  readonly resource: string;
  readonly capability: Capability;
  /** Id of the rule that decided, `fs.read.deny[1]`. */
  readonly rule: string;
  readonly reason?: string;
  readonly context: string;
  readonly type: string;
  readonly action: string;
  readonly policyTrigger: string;
  /** Sequence number of the event in the receipt. */
  readonly eventId: number;
}

/** The refusal of an access by the policy, delivered the way Node's permission model delivers its own. */
export class PolicyViolationError extends ProgramError implements ViolationFields {
  declare code: 'ERR_ACCESS_DENIED';
  declare permission: string;
  declare resource: string;
  declare capability: Capability;
  declare rule: string;
  declare reason?: string;
  declare context: string;
  declare type: string;
  declare action: string;
  declare policyTrigger: string;
  declare eventId: number;

  constructor(message: string, fields: ViolationFields) {
    super(message);
    Object.assign(this, fields);
  }
}
defineProperty(PolicyViolationError.prototype, 'name', {
  value: 'PolicyViolationError',
  writable: true,
  configurable: true,
});
defineProperty(PolicyViolationError.prototype, BRAND(), { value: true });

function BRAND(): symbol {
  return Symbol.for('receiptbot.PolicyViolationError');
}

/** True for a policy violation of any copy of ReceiptBot, in any realm of the process. */
export function isPolicyViolation(error: unknown): error is PolicyViolationError {
  return typeof error === 'object' && error !== null && (error as { [key: symbol]: unknown })[BRAND()] === true;
}

/** `fs.read.deny[1] ("~/.ssh/**") at /app/receiptbot.config.yaml:9:9`: the rule, as every message names it. */
export function nameRule(rule: RuleRef): string {
  const text = rule.text === undefined ? '' : ` (${JSON.stringify(rule.text)})`;
  const place =
    rule.at === undefined || rule.at.line === 0 ? '' : ` at ${rule.at.file}:${rule.at.line}:${rule.at.column}`;
  return `${rule.id}${text}${place}`;
}

/** Why an access was refused, in one phrase: the rule and its reason. */
export function triggerOf(verdict: Verdict): string {
  const { rule } = verdict;
  if (rule === undefined) return 'policy';
  return rule.reason === undefined ? nameRule(rule) : `${nameRule(rule)}: ${rule.reason}`;
}

/** What an error needs to know of the call that was refused. */
export interface Refusal {
  readonly access: Access;
  readonly verdict: Verdict;
  readonly action: string;
  readonly type: string;
  readonly context: string;
  readonly eventId: number;
}

/** The smallest change that would allow it. Where a link leads is for the receipt alone: the program may not be allowed to know. */
function wayOut({ led, fix }: Verdict, eventId: number): string {
  if (led === true) return `; it leads elsewhere by a link: event ${eventId} of the receipt tells where`;
  return fix === undefined ? '' : `; to allow it, ${fix}`;
}

/** The address that a name stands for, where it is the address that was judged. */
const addressBehind = (access: Access): string =>
  access.kind === 'endpoint' && access.address !== undefined && access.address !== access.host
    ? ` (at ${access.address})`
    : '';

/**
 * Builds the error for a refused access; its stack starts at the caller of `below`.
 * One line: what, on which resource, which rule at file:line, why, and the smallest change that would allow it.
 */
export function createViolation(refusal: Refusal, below?: (...args: never[]) => unknown): PolicyViolationError {
  const { access, verdict, action } = refusal;
  const rule: RuleRef = verdict.rule ?? { id: 'policy' };
  const who = refusal.context === 'root' ? '' : ` in context ${JSON.stringify(refusal.context)}`;
  const error = new PolicyViolationError(
    `${action}${addressBehind(access)}${who} is denied by ${triggerOf(verdict)}${wayOut(verdict, refusal.eventId)}`,
    {
      code: 'ERR_ACCESS_DENIED',
      permission: PERMISSIONS[access.capability],
      resource: access.requested,
      capability: access.capability,
      rule: rule.id,
      ...(rule.reason === undefined ? {} : { reason: rule.reason }),
      context: refusal.context,
      type: refusal.type,
      action,
      policyTrigger: triggerOf(verdict),
      eventId: refusal.eventId,
    },
  );
  if (below !== undefined) captureStackTrace(error, below);
  return error;
}
