import type { Row } from './row.js';
import { childProcessRows } from './child-process.js';
import { dgramRows } from './dgram.js';
import { dnsRows } from './dns.js';
import { fileHandleRows } from './file-handle.js';
import { fsRows } from './fs.js';
import { httpRows } from './http.js';
import { http2Rows } from './http2.js';
import { innerFileRows } from './inner-files.js';
import { nativeClassRows } from './native-classes.js';
import { lookupRows } from './lookups.js';
import { nativeCodeRows } from './native-code.js';
import { nativeFileRows } from './native-files.js';
import { nativeProcessRows } from './native-process.js';
import { nativeSocketRows } from './native-sockets.js';
import { netRows } from './net.js';
import { powerRows } from './powers.js';
import { sqliteRows } from './sqlite.js';
import { signalRows } from './signals.js';
import { workerRows } from './worker.js';

/** The table: every door out of a Node process that is guarded, one row each. */
export const table: readonly Row[] = [
  ...fsRows,
  ...fileHandleRows,
  ...innerFileRows,
  ...lookupRows,
  ...nativeFileRows,
  ...nativeCodeRows,
  ...nativeClassRows,
  ...nativeSocketRows,
  ...nativeProcessRows,
  ...netRows,
  ...httpRows,
  ...http2Rows,
  ...dgramRows,
  ...dnsRows,
  ...childProcessRows,
  ...workerRows,
  ...signalRows,
  ...powerRows,
  ...sqliteRows,
];
