import type { Origin, Verdict } from '../types.js';
import type { EventJudge, ProposedEvent } from '../receipt/receipt.js';
import type { BudgetDocument, PolicyDocument, PolicyLayer, Rule, Section } from './document.js';
import { currentContext, hasRoot } from '../context/context.js';
import { formatUsd, parseUsd } from '../receipt/money.js';
import { createRedactor } from '../receipt/redact.js';
import { secretVariables } from '../receipt/secret-names.js';
import { environment, ProgramTypeError } from '../primordials.js';
import { compile, type CompiledPolicy } from './compile.js';
import { placesHere } from './here.js';
import { hostProblem } from './host-syntax.js';
import { judgeAccesses } from './judge-event.js';
import { pathProblem } from './path-syntax.js';
import { commandProblem } from './word-syntax.js';

/** Where rules made by calls say they were written. */
const origin = (key: string): Origin => ({ file: '(code)', line: 0, column: 0, key });

/** The lists that calls fill, and what is wrong with a pattern for each, as in a policy file. */
const PROBLEMS = {
  'fs.read.deny': pathProblem,
  'fs.write.deny': pathProblem,
  'fs.read.allow': pathProblem,
  'fs.write.allow': pathProblem,
  'net.connect.allow': hostProblem,
  'net.connect.deny': hostProblem,
  'exec.allow': commandProblem,
  'exec.deny': commandProblem,
} as const;
type Key = keyof typeof PROBLEMS;

/**
 * A policy made in code, with the words of the policy file. Every method returns the engine, so that calls chain;
 * each throws a TypeError for what is no list of patterns.
 */
export class PolicyEngine implements EventJudge {
  readonly #lists = new Map<Key, Rule[]>();
  #maxCost: bigint | undefined;
  #redacts = true;
  #redactor: ((text: string) => string) | undefined;
  #compiled: CompiledPolicy | undefined;

  /** Denies reading and writing what matches. */
  denyPathGlobs(globs: readonly string[]): this {
    return this.#add('fs.read.deny', globs).#add('fs.write.deny', globs);
  }

  /** Allows reading and writing only what matches; the module loader's own code is read all the same. */
  allowPathGlobs(globs: readonly string[]): this {
    return this.#add('fs.read.allow', globs).#add('fs.write.allow', globs);
  }

  /** Allows connecting to these hosts only. */
  allowDomains(hosts: readonly string[]): this {
    return this.#add('net.connect.allow', hosts);
  }

  /** Denies connecting to these hosts. */
  denyDomains(hosts: readonly string[]): this {
    return this.#add('net.connect.deny', hosts);
  }

  /** Allows these commands only. */
  allowCommands(commands: readonly string[]): this {
    return this.#add('exec.allow', commands);
  }

  /** Denies these commands. */
  denyCommands(commands: readonly string[]): this {
    return this.#add('exec.deny', commands);
  }

  /** Caps what language models may cost, in US dollars; a string keeps more digits than a number can. */
  maxCost(usd: number | string): this {
    const amount = typeof usd === 'number' || typeof usd === 'string' ? parse(usd) : undefined;
    if (amount === undefined)
      throw new ProgramTypeError('maxCost: expected an amount of US dollars that is finite and not negative');
    this.#maxCost = amount;
    return this;
  }

  /** Whether secrets are taken out of receipts; they are unless this says otherwise. */
  redactSecrets(redacts: boolean): this {
    this.#redacts = redacts;
    return this;
  }

  /** Takes secrets out of a text, by pattern and by the values of this process's secret variables; undefined when they are to stay. */
  get redact(): ((text: string) => string) | undefined {
    if (!this.#redacts) return undefined;
    return (this.#redactor ??= createRedactor({ secrets: secretVariables(environment) }));
  }

  /** Judges an event that is reported by hand: what it says it does, and what it costs on top of `spent` (picodollars). */
  judgeEvent(event: ProposedEvent, spent: bigint): Verdict {
    const cap = this.#maxCost;
    if (event.type === 'llm.call' && cap !== undefined && spent + event.cost > cap) {
      const reason = `$${formatUsd(spent)} are spent, and $${formatUsd(event.cost)} more would pass $${formatUsd(cap)}`;
      return {
        allowed: false,
        enforced: true,
        rule: { id: 'budget.maxCostUsd', reason, at: origin('budget.maxCostUsd') },
      };
    }
    this.#compiled ??= compile([this.layer()], 'enforce', { policyFiles: [] });
    return judgeAccesses(this.#compiled, event);
  }

  /** The name of the context that acts. */
  contextName(): string {
    return hasRoot() ? currentContext().name : 'root';
  }

  /** The policy as a layer of its own. */
  layer(): PolicyLayer {
    return { name: 'code', document: this.document(), sources: [], places: placesHere() };
  }

  /** The policy as a document. */
  document(): PolicyDocument {
    const budget: BudgetDocument | undefined =
      this.#maxCost === undefined
        ? undefined
        : { maxCost: String(this.#maxCost), at: { maxCost: origin('budget.maxCostUsd') } };
    const read = this.#section('fs.read.allow', 'fs.read.deny');
    const write = this.#section('fs.write.allow', 'fs.write.deny');
    const connect = this.#section('net.connect.allow', 'net.connect.deny');
    const exec = this.#section('exec.allow', 'exec.deny');
    return {
      mode: 'enforce',
      fs: { ...(read && { read }), ...(write && { write }) },
      ...(connect && { net: { connect } }),
      ...(exec && { exec }),
      ...(budget && { budget }),
    };
  }

  #section(allowKey: Key, denyKey: Key): Section | undefined {
    const allow = this.#lists.get(allowKey);
    const deny = this.#lists.get(denyKey);
    if (allow === undefined && deny === undefined) return undefined;
    return { ...(allow && { allow, allowAt: origin(allowKey) }), ...(deny && { deny }) };
  }

  #add(key: Key, patterns: readonly string[]): this {
    if (!Array.isArray(patterns)) throw new ProgramTypeError(`${key}: expected a list of patterns`);
    const list = this.#lists.get(key) ?? [];
    for (const pattern of Array.from<unknown>(patterns)) {
      const problem =
        typeof pattern === 'string' ? PROBLEMS[key](pattern, true) : `expected a pattern, received ${typeof pattern}`;
      if (problem !== undefined) throw new ProgramTypeError(`${key}: ${JSON.stringify(pattern)}: ${problem}`);
      list.push({ rule: pattern as string, at: origin(`${key}[${list.length}]`) });
    }
    this.#compiled = undefined;
    this.#lists.set(key, list);
    return this;
  }
}

function parse(usd: number | string): bigint | undefined {
  try {
    return parseUsd(usd);
  } catch {
    return undefined;
  }
}
