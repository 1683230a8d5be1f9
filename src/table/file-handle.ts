import type { Row } from './row.js';
import { descriptorSelector } from './file-selectors.js';

/**
 * Changes of a file through a handle that was opened for reading only. The class of file handles is out of reach until
 * the program holds one, and a worker gets its first by mail; but its methods call these functions of Node's binding.
 * What takes a descriptor that was opened for writing (`write`, `truncate`) was judged when that was opened.
 */
export const fileHandleRows: readonly Row[] = [
  ['fchmod', 'chmod'],
  ['fchown', 'chown'],
  ['futimes', 'utimes'],
].map(([name = '', method = '']) => ({
  module: 'binding:fs',
  name,
  label: `FileHandle.${method}`,
  type: 'tool.fs',
  delivery: 'throwing',
  select: descriptorSelector,
}));
