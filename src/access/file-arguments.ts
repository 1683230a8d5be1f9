import type { PathEffect } from '../types.js';
import type { OptionStyle } from './option-words.js';

/** What a program does to the files among its arguments, where that is more than reading. */
export interface FileRow extends OptionStyle {
  /** What becomes of the operands; `last` is the last of them where it is treated in another way. */
  readonly operands?: Effect;
  readonly last?: Effect;
  /** First operands that are no files: a mode, an owner, a script. */
  readonly skip?: number;
  /** Options whose value is a file or folder that is written. */
  readonly writes?: readonly string[];
  /** Options that name the folder in which the others then all are sources (`cp -t`). */
  readonly target?: readonly string[];
  /** Options that make it reach everything below a folder; `always` when it does without. */
  readonly tree?: readonly string[] | 'always';
  /** Options of which this one value does the same. */
  readonly deep?: { readonly options: readonly string[]; readonly value: string };
  /** True when it looks through the folder it runs in, given no other. */
  readonly here?: true;
  /** Options with which the operands are folders that it makes. */
  readonly makes?: readonly string[];
  /** True when a single operand is no last one. */
  readonly alone?: true;
  /** Options whose value is a file that names files to read. */
  readonly lists?: readonly string[];
  /** Options whose value is the folder that it then works in. */
  readonly folder?: readonly string[];
  /** Options with which it writes into the folder it runs in. */
  readonly fetches?: readonly string[];
  /** Options that make the operands be written in place. */
  readonly inPlace?: readonly string[];
  /** Set when it writes into the folder it runs in: without this option, or whatever the options (`true`). */
  readonly writesHere?: readonly string[] | true;
}

/** `read` judges by `fs.read`, every other effect by `fs.write`. */
export type Effect = PathEffect;

/** Names with blanks between them. */
const list = (names: string): readonly string[] => names.trim().split(/\s+/);

const COPY: FileRow = {
  operands: 'read',
  last: 'write',
  target: list('-t --target-directory'),
  tree: list('-r -R -a --recursive --archive'),
  short: 'St',
  long: list('suffix target-directory no-preserve sparse'),
  flags: list('no-target-directory backup preserve reflink recursive'),
};
const SEARCH: FileRow = {
  skip: 1,
  here: true,
  deep: { options: list('-d --directories'), value: 'recurse' },
  tree: list('-r -R --recursive --dereference-recursive'),
  short: 'ABCDefgjmtTd',
  long: list('regexp file include exclude exclude-dir exclude-from max-count directories devices color context'),
};
const DEEP_SEARCH: FileRow = { ...SEARCH, tree: 'always' };
const ARCHIVE: FileRow = { operands: 'write', short: 'S' };
const EDIT: FileRow = { operands: 'write', short: 'cTuUSiwWt', attached: 'V', writes: list('-w -W --startuptime') };
/** The last of several operands is what it writes. */
const FILTER: FileRow = { operands: 'read', last: 'write', alone: true };
const PAGER: FileRow = { short: 'bhjkoOpPtTxyzD', writes: list('-o -O --log-file --LOG-FILE') };
const COMPILE: FileRow = { writes: list('-o -MF'), short: 'ofDIlLUxBTu', long: list('param') };
const CONTAINER: FileRow = {
  writes: list('-v --volume --cidfile --iidfile -o --output'),
  short: 'vetufwlhmpoc',
  long: list('volume mount env env-file name workdir user cidfile iidfile output'),
};
const ARCHIVER: FileRow = { operands: 'write', skip: 1 };
const NAMES: FileRow = { lists: ['--files0-from'] };
const MODE: FileRow = { operands: 'write', skip: 1, tree: list('-R --recursive') };

/** By base name. A program that is not here is taken to read what it is given. */
export const FILE_PROGRAMS: Readonly<Record<string, FileRow>> = {
  '7z': { operands: 'write', skip: 1 },
  ag: DEEP_SEARCH,
  bzip2: ARCHIVE,
  bunzip2: ARCHIVE,
  cc: COMPILE,
  chattr: MODE,
  chgrp: MODE,
  chmod: MODE,
  chown: MODE,
  clang: COMPILE,
  'clang++': COMPILE,
  cp: COPY,
  cpio: { writes: list('-O -F --file'), short: 'CEFHIMORD', writesHere: list('-o --create -t --list') },
  ar: ARCHIVER,
  csplit: { writes: list('-f --prefix'), short: 'fbn', long: list('prefix'), writesHere: list('-f --prefix') },
  curl: {
    writes: list(
      '-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --output-dir --hsts --alt-svc --etag-save --libcurl',
    ),
    fetches: list('-O --remote-name --remote-name-all -J --remote-header-name'),
    short: 'AbcCdDeEFHKmoPQrtTuUwxXyYz',
    long: list(
      'output dump-header cookie-jar trace trace-ascii stderr output-dir hsts alt-svc etag-save libcurl data data-binary data-raw header request user user-agent form upload-file config url cookie proxy cert key cacert',
    ),
  },
  docker: CONTAINER,
  du: NAMES,
  ed: EDIT,
  emacs: EDIT,
  ex: EDIT,
  flock: { operands: 'create', short: 'cEw', long: list('timeout wait conflict-exit-code command') },
  fallocate: { operands: 'write', short: 'ol' },
  g95: COMPILE,
  'g++': COMPILE,
  gcc: COMPILE,
  grep: SEARCH,
  egrep: SEARCH,
  fgrep: SEARCH,
  gunzip: ARCHIVE,
  gzip: ARCHIVE,
  install: {
    ...COPY,
    short: 'gmoSt',
    long: list('group mode owner suffix target-directory strip-program context'),
    tree: [],
    makes: list('-d --directory'),
  },
  ld: COMPILE,
  less: PAGER,
  ls: { operands: 'list', tree: list('-R --recursive'), short: 'ITw', long: list('ignore hide width') },
  more: PAGER,
  make: {
    folder: list('-C --directory'),
    short: 'fCIoWE',
    attached: 'jlO',
    long: list('file eval include-dir'),
    flags: list('jobs'),
  },
  mkdir: { operands: 'create', short: 'm', long: list('mode') },
  mkfifo: { operands: 'create', short: 'm', long: list('mode') },
  mknod: { operands: 'create', short: 'm', long: list('mode') },
  mktemp: { operands: 'create', short: 'p', long: list('tmpdir suffix'), writes: list('-p --tmpdir') },
  mv: {
    operands: 'move',
    last: 'write',
    target: list('-t --target-directory'),
    tree: 'always',
    short: 'St',
    long: list('suffix target-directory'),
  },
  nano: EDIT,
  nerdctl: CONTAINER,
  nvim: EDIT,
  openssl: {
    writes: list('-out -keyout -writerand -keylogfile -sess_out -msgfile -outdir -CAserial'),
    singleDash: true,
    exact: true,
    long: list(
      'out keyout writerand keylogfile sess_out msgfile outdir CAserial in inkey key passin passout subj config',
    ),
  },
  patch: {
    operands: 'write',
    short: 'dipoDFgBrYzV',
    long: list('directory input output strip'),
    writes: list('-d --directory -o --output'),
    writesHere: list('-d --directory'),
  },
  perl: { inPlace: list('-i'), short: 'eEIlMm' },
  podman: CONTAINER,
  rg: DEEP_SEARCH,
  rm: { operands: 'delete', tree: list('-r -R --recursive') },
  rmdir: { operands: 'delete' },
  rsync: {
    ...COPY,
    short: 'efTBM',
    long: list(
      'rsh rsync-path filter exclude include exclude-from include-from files-from log-file temp-dir partial-dir backup-dir',
    ),
    writes: list('--log-file -T --temp-dir --partial-dir --backup-dir'),
    target: [],
  },
  ruby: { inPlace: list('-i'), short: 'eIrCFKx' },
  scp: { operands: 'read', last: 'write', tree: list('-r'), short: 'cDFiJloPSX' },
  sed: { skip: 1, short: 'efl', long: list('expression file line-length'), inPlace: list('-i --in-place') },
  shred: { operands: 'write', short: 'ns', long: list('iterations size random-source') },
  sort: {
    writes: list('-o --output -T --temporary-directory'),
    short: 'kotST',
    lists: ['--files0-from'],
    long: list('output key temporary-directory field-separator compress-program buffer-size parallel random-source'),
  },
  script: {
    operands: 'write',
    writes: list('-I --log-in -O --log-out -B --log-io -T --log-timing'),
    short: 'cEmo',
    attached: 't',
    long: list('command echo logging-format output-limit'),
  },
  sftp: { short: 'BbcDFiJloPRSsX' },
  ssh: { writes: ['-E'], short: 'BbcDeEFIiJLlmOopQRSWw' },
  strace: { writes: list('-o --output'), short: 'abeEIoOpPsSuUX' },
  split: { ...FILTER, writesHere: true, short: 'abClnt', long: list('lines bytes number filter') },
  sponge: { operands: 'write' },
  sqlite3: { operands: 'write', singleDash: true, exact: true, long: list('cmd init separator newline nullvalue') },
  'ssh-keygen': { writes: list('-f'), short: 'bCfmNOPptVzIn' },
  tail: { short: 'nc', long: list('lines bytes') },
  time: { writes: list('-o --output'), short: 'fo', long: ['format'] },
  tee: { operands: 'write' },
  touch: { operands: 'create', short: 'dtr', long: list('date reference') },
  truncate: { operands: 'write', short: 'rs', long: list('reference size') },
  uniq: { ...FILTER, short: 'fsw', long: list('skip-fields skip-chars check-chars') },
  unlink: { operands: 'delete' },
  unxz: ARCHIVE,
  unzip: { writes: list('-d'), short: 'dPx', writesHere: list('-d') },
  vi: EDIT,
  vim: EDIT,
  wget: {
    writes: list(
      '-O --output-document -P --directory-prefix -o --output-file -a --append-output --save-cookies --warc-file --rejected-log',
    ),
    short: 'aAeiBDGIlnoOPQRtTUwX',
    long: list(
      'output-document directory-prefix output-file append-output save-cookies warc-file rejected-log header post-data post-file user-agent',
    ),
    writesHere: list('-O --output-document -P --directory-prefix'),
  },
  wc: NAMES,
  xxd: { ...FILTER, short: 'closg' },
  xz: ARCHIVE,
  zip: { operands: 'read', short: 'bnt', tree: list('-r --recurse-paths') },
  zstd: ARCHIVE,
};

/** Options that name what is written in nearly every program that has them. */
export const OUTPUT_OPTIONS: ReadonlySet<string> = new Set(
  list(`
  --out --outdir --outDir --out-dir --outfile --outFile --out-file --output --output-dir --outputDir --output-file --output-path --dest --destination --log-file --logfile --report-dir --reports-dir --coverage-dir --coverageDirectory --cache-location --cache-dir`),
);
