import { pathProblem } from './path-syntax.js';

/** What is wrong with a command rule, in words that begin with `expected`; undefined when nothing is. */
export function commandProblem(rule: string, relative: boolean): string | undefined {
  if (rule.trim() === '') return 'expected a command: a program and argument words';
  if (rule.includes('\0')) return 'expected a command without NUL';
  if (rule.startsWith('!')) {
    return 'expected a command (there is no negation: what a deny rule leaves out goes under its except)';
  }
  if (/&&|\|\||[|;&<>`\n]|\$\(/.test(rule))
    return 'expected one simple command (a list has one entry for each, without shell signs)';
  if (/["']/.test(rule)) return 'expected words without quotes (a word with a space in it is written with * or ?)';
  const [program = ''] = rule.trim().split(/\s+/);
  if (!/[/~]|^\$\{/.test(program)) return undefined;
  const problem = pathProblem(program, relative);
  return problem === undefined ? undefined : `${problem} for the program`;
}

/** What is wrong with a glob for names of environment variables. */
export function variableProblem(name: string): string | undefined {
  if (name === '') return 'expected the name of an environment variable';
  if (/^\$/.test(name)) return `expected the name of an environment variable without $`;
  if (/[=\s\0]/.test(name)) return 'expected the name of an environment variable, without = and spaces';
  return undefined;
}

/** What is wrong with a glob for names of models. */
export const modelProblem = (name: string): string | undefined =>
  /^[^\s\0]+$/.test(name) ? undefined : 'expected the name of a model, without spaces';

/** What is wrong with the name of a context: it is written in RECEIPTBOT_ENTRY too. */
export function contextNameProblem(name: string): string | undefined {
  if (name === 'root') return 'expected another name (the root context is the policy itself)';
  return /^[A-Za-z\d_][\w.-]{0,63}$/.test(name) ? undefined : 'expected a name of letters, digits, - _ and .';
}

/** What is wrong with the entry of a context. */
export function entryProblem(entry: string): string | undefined {
  const at = entry.lastIndexOf('#');
  if (at < 0) return 'expected "./module.js#export" (in YAML a # after a space begins a comment: write none before it)';
  if (at === 0) return 'expected "./module.js#export" (a file before the #)';
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(entry.slice(at + 1))) {
    return 'expected "./module.js#export" (the name of an export after the #, or a method: "Agent.prototype.run")';
  }
  return entry.startsWith('file:') ? 'expected "./module.js#export" (a path, not a URL)' : undefined;
}
