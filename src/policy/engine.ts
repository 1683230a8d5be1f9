import type { BudgetDocument, PolicyDocument, PolicyLayer, Rule, Section } from './document.js';
import type { Origin } from '../types.js';
import { parseUsd } from '../receipt/money.js';
import { ProgramTypeError } from '../primordials.js';
import { placesHere } from './here.js';

/** Where rules made by calls say they were written. */
const origin = (key: string): Origin => ({ file: '(code)', line: 0, column: 0, key });

type Key = 'fs.read.deny' | 'fs.write.deny' | 'fs.read.allow' | 'fs.write.allow' | 'net.connect.allow' | 'net.connect.deny' | 'exec.allow' | 'exec.deny';

/**
 * A policy made in code, with the words of the policy file. Every method returns the engine, so that calls chain;
 * each throws a TypeError for what is no list of patterns.
 */
export class PolicyEngine {
  readonly #lists = new Map<Key, Rule[]>();
  #maxCost: bigint | undefined;
  #redacts = true;

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
    if (amount === undefined) throw new ProgramTypeError('maxCost: expected an amount of US dollars that is finite and not negative');
    this.#maxCost = amount;
    return this;
  }

  /** Whether secrets are taken out of receipts; they are unless this says otherwise. */
  redactSecrets(redacts: boolean): this {
    this.#redacts = redacts;
    return this;
  }

  /** True unless `redactSecrets(false)` was called. */
  get redacts(): boolean {
    return this.#redacts;
  }

  /** The cap in picodollars, if there is one. */
  get cap(): bigint | undefined {
    return this.#maxCost;
  }

  /** The policy as a layer of its own. */
  layer(): PolicyLayer {
    return { name: 'code', document: this.document(), sources: [], places: placesHere() };
  }

  /** The policy as a document. */
  document(): PolicyDocument {
    const budget: BudgetDocument | undefined =
      this.#maxCost === undefined ? undefined : { maxCost: String(this.#maxCost), at: { maxCost: origin('budget.maxCostUsd') } };
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
    for (const pattern of [...patterns] as unknown[]) {
      if (typeof pattern !== 'string' || pattern === '') throw new ProgramTypeError(`${key}: expected a pattern, received ${typeof pattern}`);
      list.push({ rule: pattern, at: origin(`${key}[${list.length}]`) });
    }
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
