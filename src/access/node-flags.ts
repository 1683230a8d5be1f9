import { type Given, has, type OptionStyle, scanOptions, valuesOf } from './option-words.js';
import type { NamedFiles } from './path-arguments.js';
import { literal, type Word } from './word.js';

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** Node's own flags, and V8's, whose value they make it write. */
const WRITES: ReadonlySet<string> = new Set(
  list(`
  --build-snapshot-config --cpu-prof-dir --diagnostic-dir --heap-prof-dir --localstorage-file --logfile --perf-basic-prof-path
  --perf-prof-path --redirect-code-traces-to --redirect-warnings --report-dir --report-directory --report-filename
  --test-reporter-destination --test-rerun-failures --tls-keylog --trace-event-file-pattern --trace-turbo-cfg-file
  --trace-turbo-path --turbo-profiling-output`),
);
/** Flags whose value they make it read before any preload runs. */
const READS: ReadonlySet<string> = new Set(
  list(`
  --config-file --env-file --env-file-if-exists --experimental-config-file --icu-data-dir --openssl-config --snapshot-blob`),
);
/** Flags that make it write into the folder it runs in unless the other flag names another. */
const WRITES_HERE: Readonly<Record<string, string>> = {
  '--build-snapshot': '--snapshot-blob',
  '--cpu-prof': '--cpu-prof-dir',
  '--heap-prof': '--heap-prof-dir',
  '--heapsnapshot-near-heap-limit': '--diagnostic-dir',
  '--heapsnapshot-signal': '--diagnostic-dir',
  '--interpreted-frames-native-stack': '',
  '--ll-prof': '--logfile',
  '--log': '--logfile',
  '--log-all': '--logfile',
  '--log-code': '--logfile',
  '--log-deopt': '--logfile',
  '--log-function-events': '--logfile',
  '--log-ic': '--logfile',
  '--log-maps': '--logfile',
  '--perf-basic-prof': '--perf-basic-prof-path',
  '--perf-prof': '--perf-prof-path',
  '--prof': '--logfile',
  '--redirect-code-traces': '--redirect-code-traces-to',
  '--report-on-fatalerror': '--report-dir',
  '--report-on-signal': '--report-dir',
  '--report-uncaught-exception': '--report-dir',
  '--trace-event-categories': '--trace-event-file-pattern',
  '--trace-events-enabled': '--trace-event-file-pattern',
  '--trace-ic': '--logfile',
  '--trace-maps': '--logfile',
  '--trace-turbo': '--trace-turbo-path',
};
/** Flags that name a file in the folder of the other flag. */
const NAMES: Readonly<Record<string, string>> = {
  '--cpu-prof-name': '--cpu-prof-dir',
  '--heap-prof-name': '--heap-prof-dir',
};
/** Flags whose value is the configuration of a single executable: it names what goes in and what comes out. */
const PACKS = list('--build-sea --experimental-sea-config');

/** Node's flags that take their value from the next word. */
export const NODE_STYLE: OptionStyle = {
  exact: true,
  short: 'erpC',
  long: list(`
    allow-fs-read allow-fs-write build-sea build-snapshot-config conditions config-file cpu-prof-dir cpu-prof-interval
    cpu-prof-name diagnostic-dir disable-warning env-file env-file-if-exists eval experimental-config-file
    experimental-default-type experimental-loader experimental-sea-config heap-prof-dir heap-prof-interval heap-prof-name
    icu-data-dir import input-type loader localstorage-file openssl-config redirect-warnings report-dir report-directory
    report-filename require run snapshot-blob test-global-setup test-name-pattern test-reporter test-reporter-destination
    test-rerun-failures title tls-keylog trace-event-categories trace-event-file-pattern watch-path`),
};

/** Notes what Node's flags make it read and write by itself, before any preload runs or past its own modules. */
export function noteNodeFlags(args: readonly Word[], into: NamedFiles): void {
  const options = scanOptions(args, NODE_STYLE).options.map((option) => ({
    ...option,
    name: option.name.replace(/(?<=\w)_/g, '-'),
  }));
  const builds = has(options, '--build-snapshot');
  for (const option of options) {
    const { name, value } = option;
    if (value !== undefined && READS.has(name)) into.add(value, 'read');
    if (value !== undefined && (WRITES.has(name) || (builds && name === '--snapshot-blob'))) into.add(value, 'write');
    if (value !== undefined && PACKS.includes(name)) notePacking(value, into);
    noteFolder(option, options, into);
  }
}

/** The folder that a flag writes into, or the file in it. */
function noteFolder({ name, value }: Given, options: readonly Given[], into: NamedFiles): void {
  const here = Object.hasOwn(WRITES_HERE, name) ? WRITES_HERE[name] : undefined;
  if (here !== undefined && !has(options, here)) into.add(literal('.'), 'write');
  const folder = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (folder === undefined || value === undefined) return;
  const [named = literal('.')] = valuesOf(options, folder);
  into.add({ ...value, text: `${named.text}/${value.text}`, known: named.known && value.known }, 'write');
}

/** What the configuration of a single executable puts into one file. */
function notePacking(config: Word, into: NamedFiles): void {
  into.add(config, 'read');
  const { main, executable, assets, output } = configuration(into.textOf(config.text));
  const named: readonly unknown[] = typeof assets === 'object' && assets !== null ? Object.values(assets) : [];
  for (const file of [main, executable, ...named]) if (typeof file === 'string') into.add(literal(file), 'read');
  if (typeof output === 'string') into.add(literal(output), 'write');
}

function configuration(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text ?? '{}') as object) };
  } catch {
    // Node will say what is wrong with it.
    return {};
  }
}
