import type { Bare } from './belt.js';

const list = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** Programs that start nothing: what environment they get does not matter. */
const LEAVES = list(`
  [ basename cat chgrp chmod chown cksum cmp comm cp curl cut date df diff dirname du echo egrep expand expr false fgrep
  file fmt fold free grep gunzip gzip head hostname id jq kill link ln ls md5sum mkdir mktemp mv nproc od paste pgrep
  pkill printenv printf ps pwd readlink realpath rm rmdir sed seq sha1sum sha256sum sleep sort stat tac tail tee test
  touch tr true truncate tty uname uniq unlink uptime wc which who whoami`);

/** Programs of Node's family, by the names under which they are started. */
const NODE_FAMILY = list(
  'node nodejs npm npx yarn yarnpkg pnpm pnpx corepack tsx ts-node ts-node-esm node-gyp nodemon',
);

/** Runtimes of JavaScript that are no Node: they take no `--require` from NODE_OPTIONS. */
const OTHER_RUNTIMES = list('bun bunx deno gjs llrt qjs tjs');

/** Programs that start others in an environment that is not theirs. */
interface Outside {
  /** With one of these options they hand their own environment on. */
  readonly keeps?: RegExp;
  /** They do it only with one of these. */
  readonly only?: RegExp;
  /** True when what they start is not said in the line. */
  readonly unsaid?: true;
}

/** Words of containers' programs that start something inside. */
const CONTAINER = /^(?:run|exec)$/;
/** A variable that the recipes of `make` get instead of that of its environment. */
const OVERRIDE = /^(?:NODE_OPTIONS|RECEIPTBOT_HANDOVER)[:?+!]*=/;
/** `su -`: what a new login has, and no more. */
const LOGIN = /^(?:-|-\w*l|--login)$/;

const OUTSIDE: Readonly<Record<string, Outside>> = {
  crontab: { unsaid: true, keeps: /^-[lr]$/ },
  doas: {},
  docker: { only: CONTAINER },
  flatpak: {},
  kubectl: { only: CONTAINER },
  gmake: { only: OVERRIDE, unsaid: true },
  launchctl: {},
  lxc: { only: CONTAINER },
  machinectl: {},
  make: { only: OVERRIDE, unsaid: true },
  nerdctl: { only: CONTAINER },
  open: {},
  osascript: {},
  pkexec: {},
  podman: { only: CONTAINER },
  runuser: { only: LOGIN },
  schtasks: {},
  ssh: {},
  su: { only: LOGIN },
  sudo: { keeps: /^(?:-[A-Za-z]*E|--preserve-env$|--preserve-env=(?=.*NODE_OPTIONS)(?=.*RECEIPTBOT_HANDOVER))/ },
  'systemd-run': { keeps: /^--scope$/ },
  wsl: {},
};

const any = (names: readonly string[], set: ReadonlySet<string>): boolean => names.some((name) => set.has(name));

/** True for a program that starts no other. */
export const startsNothing = (names: readonly string[]): boolean => names.every((name) => LEAVES.has(name));

/** True for Node and for the programs that are known to be run by it. */
export const isOfNode = (names: readonly string[]): boolean => any(names, NODE_FAMILY);

/** True for a program that runs JavaScript and can never wear the belt. */
export const isOtherRuntime = (names: readonly string[]): boolean => any(names, OTHER_RUNTIMES);

/** Set when a program called so starts what it starts without the environment it has itself. */
export function outsideOf(names: readonly string[], args: readonly string[]): Bare | undefined {
  const name = names.find((one) => Object.hasOwn(OUTSIDE, one));
  const row = name === undefined ? undefined : OUTSIDE[name];
  if (name === undefined || row === undefined) return undefined;
  const given = (pattern: RegExp | undefined): boolean =>
    pattern !== undefined && args.some((word) => pattern.test(word));
  if (given(row.keeps) || (row.only !== undefined && !given(row.only))) return undefined;
  return {
    why: `${name} starts programs in another environment than its own, so that Node would run without this policy`,
    said: row.unsaid === true,
  };
}

const NODE_WORD = new RegExp(String.raw`(?:^|[\s/'"=;&|(])(?:${[...NODE_FAMILY].join('|')})(?=$|[\s:;&|)'"])`);

/** True when a text for another place speaks of Node as of a program. */
export const speaksOfNode = (words: readonly string[]): boolean => NODE_WORD.test(words.join(' '));

const HINT = new RegExp(
  String.raw`NODE_OPTIONS|RECEIPTBOT_HANDOVER|\.sh\b|\b(?:exec\s+-|env\s+[-\w]|(?:${Object.keys(OUTSIDE).join('|')})\b)`,
);

/** True when a script may take the belt off: most do not, and need not be taken apart. */
export const mayUndress = (script: string): boolean => HINT.test(script.replace(/^#!.*/, ''));
