import { proveGroup } from './harness/prove.js';

proveGroup('ctx');
