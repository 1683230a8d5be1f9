/** The public API: for those who want the belt in code, or more than the preload gives. */
export { PolicyViolationError, isPolicyViolation } from './errors.js';
export { PolicyEngine } from './policy/engine.js';
export { Receipt } from './receipt/receipt.js';
export { runWithInterceptors } from './run.js';
