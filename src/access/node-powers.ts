import type { PowerAccess, SimpleCommand } from '../types.js';
import { NODE_STYLE } from './node-flags.js';
import { type OptionStyle, scanOptions } from './option-words.js';
import { power } from './power.js';
import { opensEngine } from './v8-flags.js';
import { literal } from './word.js';

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** All flags that take their value from the next word: what one takes is no operand, and flags go on behind it. */
const STYLE: OptionStyle = {
  ...NODE_STYLE,
  long: [
    ...(NODE_STYLE.long ?? []),
    ...list(`
      bench-isolation bench-name-pattern bench-reporter bench-reporter-destination bench-samples bench-warmup disable-proto
      dns-result-order experimental-package-map experimental-policy experimental-test-isolation
      experimental-test-tag-filter heapsnapshot-near-heap-limit heapsnapshot-signal inspect-publish-uid max-http-header-size
      max-old-space-size-percentage network-family-autoselection-attempt-timeout policy-integrity process-timeout
      report-signal secure-heap secure-heap-min test-concurrency test-coverage-branches test-coverage-exclude
      test-coverage-functions test-coverage-include test-coverage-lines test-isolation test-random-seed test-shard
      test-skip-pattern test-timeout tls-cipher-list trace-require-module unhandled-rejections use-largepages v8-pool-size
      vfs-load watch-kill-signal`),
  ],
};

/** Flags with which code runs that no preload comes before, or that keeps functions from before it. */
const SNAPSHOTS: readonly string[] = ['--build-snapshot', '--build-snapshot-config', '--snapshot-blob'];

/** The flags before what Node is to run, as it spells them. */
const flagsOf = (words: readonly string[]): string[] =>
  scanOptions(words.map(literal), STYLE).options.map(({ name }) => name.replace(/(?<=\w)_/g, '-'));

/** Each Node among the commands of a line, by its flags. */
const nodesIn = (commands: readonly SimpleCommand[]): string[] =>
  commands.filter(({ found }) => found?.names.includes('node') === true).flatMap(({ argv }) => flagsOf(argv));

const opening = (flags: readonly string[]): PowerAccess[] =>
  flags
    .filter((flag) => flag === '--expose-internals' || opensEngine(flag))
    .map((flag) => power('process.internals', flag));

/** The powers over a thread that flags of Node give it. */
export const flagPowers = (words: readonly string[]): PowerAccess[] => opening(flagsOf(words));

/** The powers that its flags give to a Node among the commands of a line. */
export const commandPowers = (commands: readonly SimpleCommand[]): PowerAccess[] => opening(nodesIn(commands));

/** Flags that put Node's own permission model on. */
const PERMISSION: readonly string[] = ['--permission', '--experimental-permission'];

/** True when all that a line starts is one Node whose own flags put its permission model on. */
export function startsPermitted(commands: readonly SimpleCommand[]): boolean {
  const programs = commands.filter(({ role }) => role === undefined);
  return programs.length === 1 && nodesIn(programs).some((flag) => PERMISSION.includes(flag));
}

/** Why a Node among the commands runs code past the belt that it has on. */
export function snapshotLoss(commands: readonly SimpleCommand[]): string | undefined {
  const flag = nodesIn(commands).find((name) => SNAPSHOTS.includes(name));
  return flag && `${flag}: what is in a snapshot runs past this policy`;
}
