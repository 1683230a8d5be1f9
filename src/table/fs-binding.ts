import type { Row } from './row.js';
import { descriptorSelector, openSelector, rememberPath } from './file-selectors.js';

/** What changes a file through a handle that was opened for reading only: the method and the function that it calls. */
const ATTRIBUTES: Readonly<Record<string, string>> = { chmod: 'fchmod', chown: 'fchown', utimes: 'futimes' };

const readsOnly = (args: unknown[]): boolean => args[1] === 0;

/**
 * Functions of Node's own binding for files, for those who do not come through the public `fs`. The class of file handles
 * is out of reach until the program holds one, and a worker gets its first by mail; what takes a descriptor that was
 * opened for writing (`write`, `truncate`) was judged when that was opened. The reader of source maps took
 * `readFileSync` off `fs` before any preload ran.
 */
export const fsBindingRows: readonly Row[] = [
  ...Object.entries(ATTRIBUTES).map(
    ([method, name]): Row => ({
      module: 'binding:fs',
      name,
      label: `FileHandle.${method}`,
      type: 'tool.fs',
      delivery: 'throwing',
      select: descriptorSelector,
    }),
  ),
  {
    module: 'binding:fs',
    name: 'readFileUtf8',
    label: 'fs.readFileSync',
    type: 'tool.fs',
    delivery: 'throwing',
    select: openSelector,
    remember: rememberPath('read', readsOnly),
    nodes: [22, 24, 26],
  },
];
