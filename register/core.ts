/** The whole of `dist/core.cjs`: what the loader calls. */
export { api, boot, meetCopy, setChunkLoader, settle, wrapEntry } from '../src/core.js';
export { harden } from './harden.js';
export { partLoader } from './parts.js';
