/** The entry of the core's bundle: what the loader calls. `api` is what `import 'receiptbot'` gives. */
export { boot } from './boot.js';
export { wrapEntry } from './context/tag.js';
export { setChunkLoader } from './chunks.js';
export { settle } from './realm.js';
export { meetCopy } from './receipt/copies.js';
export * as api from './index.js';
