import type { CommandAccess, Origin, SimpleCommand } from '../types.js';
import { platform as thisPlatform } from '../primordials.js';
import { baseName } from '../access/programs.js';
import { splitWords } from '../access/word.js';
import type { ExecSection, Places, Rule } from './document.js';
import { formMatches } from './path-index.js';
import { pathForms } from './places.js';
import { createResolver, type Resolver } from './resolve-path.js';
import { spellingOf } from './spelling.js';
import { wordMatcher, type WordMatcher } from './word-glob.js';

/** The command rules of one section of one gate. */
export interface CommandRules {
  /** Absent when there is no allow list; an empty one allows nothing. */
  readonly allow?: readonly CompiledCommandRule[];
  readonly deny: readonly CompiledCommandRule[];
  /** Globs of variables that a command may set although they steer programs. */
  readonly env: readonly string[];
  readonly allowAt?: Origin;
}

/** One rule: a program and the words that follow it. */
export interface CompiledCommandRule {
  readonly rule: Rule;
  /** True when the rule is of the program, by a name it goes by or by its path. */
  readonly program: (command: SimpleCommand, use: 'allow' | 'deny') => boolean;
  readonly words: readonly WordMatcher[];
  /** Spared by a deny rule. */
  readonly except: readonly CompiledCommandRule[];
  /** What the commands that this one starts may be besides. */
  readonly runs: readonly CompiledCommandRule[];
}

/** What tests may set. */
export interface CommandOptions {
  readonly platform?: string;
  readonly resolver?: Resolver;
}

/** Compiles a section; one that is absent restricts nothing. */
export function compileCommands(
  section: ExecSection | undefined,
  places: Places,
  options: CommandOptions = {},
): CommandRules {
  const compile = (rule: Rule): CompiledCommandRule => compileRule(rule, places, options);
  return {
    ...(section?.allow === undefined ? {} : { allow: section.allow.map(compile) }),
    deny: (section?.deny ?? []).map(compile),
    env: (section?.env ?? []).map((rule) => rule.rule),
    ...(section?.allowAt === undefined ? {} : { allowAt: section.allowAt }),
  };
}

function compileRule(rule: Rule, places: Places, options: CommandOptions): CompiledCommandRule {
  const [program = '', ...words] = splitWords(rule.rule) ?? rule.rule.split(/\s+/);
  const part = (text: string): CompiledCommandRule => compileRule({ rule: text, at: rule.at }, places, options);
  return {
    rule,
    program: /\/|^~/.test(program) ? byPath(program, places, options) : byName(program, options),
    words: withoutTrailingStar(words).map((word) => wordMatcher(word)),
    except: (rule.except ?? []).map(part),
    runs: (rule.runs ?? []).map(part),
  };
}

/** `git *` is every git, also one without a word. */
const withoutTrailingStar = (words: readonly string[]): readonly string[] =>
  /^\*+$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;

/**
 * A name is a promise about the program of that name on this machine. A deny rule hits whatever goes by the name, as
 * written or as the file is really called; an allow rule permits only what the name leads to along the PATH that this
 * process started with, so a file of that name in the project is not it.
 */
function byName(glob: string, { platform = thisPlatform }: CommandOptions): CompiledCommandRule['program'] {
  const matches = wordMatcher(platform === 'win32' ? baseName(glob, platform) : glob);
  return ({ program, found }, use) => {
    if (found === undefined) return matches(baseName(program, platform));
    return (use === 'deny' ? found.names : found.trusted).some(matches);
  };
}

/** A path is read like those of the file rules: an allow rule must match the real path, a deny rule either. */
function byPath(
  glob: string,
  places: Places,
  { platform = thisPlatform, resolver = createResolver() }: CommandOptions,
): CompiledCommandRule['program'] {
  const spelling = spellingOf(platform);
  const forms = pathForms(glob, { places, resolver, spelling, platform });
  const matches = (path: string | undefined): boolean =>
    path !== undefined && forms.some((form) => formMatches(form, spelling.path(path)));
  return ({ found }, use) => matches(found?.real ?? found?.path) || (use === 'deny' && matches(found?.path));
}

/** What the rules say of a command line. `rule` is the deny rule that hit; without one the list decided, and `why` says more. */
export type CommandVerdict =
  | {
      readonly allowed: true;
      /** What the commands that this one starts may be besides. */ readonly runs?: readonly string[];
    }
  | {
      readonly allowed: false;
      readonly rule: Rule | undefined;
      readonly why?: string;
      /** The command that was refused. */ readonly command?: SimpleCommand;
    };

/**
 * Judges a command line: one denied command denies it, and with an allow list every command must be on it. A line that
 * cannot be taken apart is on no list; where there are deny rules it is refused too, since it may be what they deny.
 */
export function judgeCommands(rules: CommandRules, access: CommandAccess): CommandVerdict {
  for (const command of access.commands) {
    const hit = rules.deny.find((rule) => denies(rule, command));
    if (hit !== undefined) return { allowed: false, rule: hit.rule, command };
  }
  if (access.opaque !== undefined && (rules.allow !== undefined || rules.deny.length > 0)) {
    return {
      allowed: false,
      rule: rules.allow === undefined ? perhapsDenied(rules.deny, access.opaque) : undefined,
      why: access.opaque,
    };
  }
  if (rules.allow !== undefined) return judgeByList(rules.allow, access.commands);
  // An allow rule for the shell is a word on what it reads; without a list nobody has said one.
  const unread = access.commands.find((command) => command.unread === true);
  const rule = unread && perhapsDenied(rules.deny, UNREAD);
  return rule === undefined
    ? { allowed: true }
    : { allowed: false, rule, why: UNREAD, ...(unread && { command: unread }) };
}

const UNREAD = 'a shell reads commands that are not known from its input';

/** Stands for the whole deny list: any of its rules may be the one that the line breaks. */
function perhapsDenied(deny: readonly CompiledCommandRule[], reason: string): Rule | undefined {
  const first = deny[0]?.rule;
  return (
    first && {
      rule: 'a line that cannot be taken apart',
      reason,
      at: { ...first.at, key: first.at.key.replace(/\[\d+\]$/, '') },
    }
  );
}

/** An empty list allows nothing at all, not even a shell that starts no program. */
function judgeByList(allow: readonly CompiledCommandRule[], commands: readonly SimpleCommand[]): CommandVerdict {
  const grants: (readonly CompiledCommandRule[])[] = [];
  const runs = new Set<string>();
  for (const command of commands) {
    const given = grants[command.within ?? -1] ?? [];
    const rule = [...allow, ...given].find((one) => permits(one, command));
    if (rule === undefined && !(command.role !== undefined && allow.length > 0)) return unlisted(command);
    const { runs: more = [] } = rule ?? {};
    for (const one of more) runs.add(one.rule.rule);
    grants.push([...given, ...more]);
  }
  return runs.size === 0 ? { allowed: true } : { allowed: true, runs: [...runs] };
}

const unlisted = (command: SimpleCommand): CommandVerdict => ({
  allowed: false,
  rule: undefined,
  why: `no rule allows ${command.program}`,
  command,
});

/** The words must be the leading ones, in order; one that is not known yet is none of them. */
function permits({ program, words }: CompiledCommandRule, command: SimpleCommand): boolean {
  if (!program(command, 'allow')) return false;
  return words.every((matches, index) => {
    const word = command.argv[index];
    return word !== undefined && command.unknown?.includes(index) !== true && matches(word);
  });
}

/** The words must occur among the arguments in that order, whatever stands between them. */
function denies({ program, words, except }: CompiledCommandRule, command: SimpleCommand): boolean {
  if (!program(command, 'deny')) return false;
  if (!occur(words, command)) return false;
  return !except.some(
    (spared) => spared.program(command, 'deny') && occur(spared.words, command) && command.unknown === undefined,
  );
}

/**
 * Looks for the rule's words from left to right. A word that is known only once the line runs may be the one looked for,
 * unless it may be the value of an option just before it, or an operand that is something else stands there already.
 */
function occur(words: readonly WordMatcher[], { argv, unknown = [] }: SimpleCommand): boolean {
  let next = 0;
  let open = true;
  argv.forEach((word, at) => {
    if (next === words.length) return;
    const operand = !word.startsWith('-') && argv[at - 1]?.startsWith('-') !== true;
    const isKnown = !unknown.includes(at);
    if (isKnown ? words[next]?.(word) === true : open && operand) {
      next++;
      open = true;
    } else if (isKnown && operand) open = false;
  });
  return next === words.length;
}
