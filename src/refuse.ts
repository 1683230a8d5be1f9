import { files, paths, reallyExit } from './primordials.js';

/** Exit code of a start that was refused. */
export const REFUSED = 78;

/**
 * Ends the process before any of the program runs: the message goes to stderr and, for clients that show only
 * "server disconnected", into the receipts folder.
 */
export function refuse(message: string, receipts: string | undefined): never {
  const text = message.startsWith('receiptbot:') ? message : `receiptbot: refused to start: ${message}`;
  try {
    files.writeSync(2, `${text}\n`);
  } catch {
    // a closed stderr must not turn the refusal into a start
  }
  if (receipts !== undefined) {
    try {
      files.mkdirSync(receipts, { recursive: true, mode: 0o700 });
      files.writeFileSync(paths.join(receipts, 'refused-to-start.txt'), `${text}\n`);
    } catch {
      // the folder may be what is wrong
    }
  }
  return reallyExit(REFUSED);
}
