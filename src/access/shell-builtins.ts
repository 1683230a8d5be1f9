/**
 * What a shell does by itself. `harmless`: starts no program and opens no file, so an allow list need not name it.
 * `runs`: runs its operands. The others must be allowed by name, as programs must: they load code, rename programs, edit
 * files or send signals (`enable`, `hash`, `mapfile -C`, `compgen`, `complete`, `bind`, `fc`, `history`, `kill`, `.`).
 */
export type BuiltinKind = 'harmless' | 'runs' | 'other';

const HARMLESS =
  '[ : bg break cd continue echo exit export false fg getopts local printf pwd read readonly return set shift test times true type ulimit umask unset wait';
/** Harmless in Bash; to another shell these may be programs. */
const HARMLESS_IN_BASH = 'caller declare dirs disown let logout popd pushd shopt suspend typeset';
const RUNS = 'builtin command eval exec trap';
const OTHER =
  '. alias bind compgen complete compopt enable fc hash help history jobs kill mapfile readarray source unalias';

const KINDS = new Map<string, BuiltinKind>([
  ...HARMLESS.split(' ').map((name) => [name, 'harmless'] as const),
  ...RUNS.split(' ').map((name) => [name, 'runs'] as const),
  ...OTHER.split(' ').map((name) => [name, 'other'] as const),
]);
const IN_BASH = new Set(HARMLESS_IN_BASH.split(' '));

/** What the shell itself does under this name; undefined when it is a program's. */
export const builtinKind = (name: string, bash: boolean): BuiltinKind | undefined =>
  KINDS.get(name) ?? ((bash ? IN_BASH.has(name) : name === 'chdir') ? 'harmless' : undefined);

/** Builtins that change the folder. */
export const CHANGERS: ReadonlySet<string> = new Set(['cd', 'chdir', 'popd', 'pushd']);
/** Builtins that may change it, themselves or with what they run. */
export const MOVERS: ReadonlySet<string> = new Set([...CHANGERS, 'builtin', 'command', 'eval']);

/** Builtins whose operands name files in no way. */
export const NAMES_NO_FILES: ReadonlySet<string> = new Set(
  'alias bg break cd chdir command continue declare dirs disown exit export false fg getopts hash jobs kill let local popd pushd pwd read readonly return set shift shopt times trap true type typeset ulimit umask unset wait :'.split(
    ' ',
  ),
);
/** Builtins that print their operands: these are files only if something reads the output. */
export const PRINTERS: ReadonlySet<string> = new Set(['echo', 'printf']);
/** Builtins that only look whether a file is there. */
export const TESTERS: ReadonlySet<string> = new Set(['[', 'test']);
