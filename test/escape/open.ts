/** A technique that goes through today, and what it takes to hold it. */
export interface Open {
  /** The mechanism that is missing, one phrase. */
  readonly missing: string;
  /** Why it is missing still. */
  readonly reason: string;
  /** Where it will be closed. */
  readonly where: 'issue 3';
  /** Node majors on which it is open, when not on all. */
  readonly nodes?: readonly number[];
}

const VERIFY_AFTER_OPEN = {
  missing: 'open first, then judge what was opened by /proc/self/fd, then read from that descriptor',
  reason: 'readFile and its like would have to be taken apart into open and read',
  where: 'issue 3',
} as const;
const SQL = {
  missing: 'an authorizer on every database, which SQLite asks before it attaches or writes a file',
  reason: 'Node has no setAuthorizer before 24, and a program may set its own',
  where: 'issue 3',
} as const;

const SOON = (missing: string): Open => ({ missing, reason: 'not built yet', where: 'issue 3' });

/** Every known way through, by the id of its technique. A test turns red when one of them is held: then its line goes. */
export const open: Readonly<Record<string, Open>> = {
  'fsr-symlink-swap-race': VERIFY_AFTER_OPEN,
  'fsr-symlink-dir-swap-race': VERIFY_AFTER_OPEN,
  'fsw-sqlite-vacuum': SQL,
  'fsr-sourcemap': { ...SOON('a row for source maps that the loader reads'), nodes: [22, 24, 26] },
  'fsr-wasi-granted': SOON('preopened folders judged as reads and writes'),
  'fsw-compile-cache': SOON('a row for the compile cache'),
  'fsw-filehandle-chmod': SOON('rows for the methods of file handles'),
  'fsw-filehandle-utimes': SOON('rows for the methods of file handles'),
  'fsw-report-directory': SOON('rows for the settings of the report'),
  'fsw-report-signal': SOON('rows for the settings of the report'),
  'fsw-trace-events': SOON('a row for the trace log'),
};
