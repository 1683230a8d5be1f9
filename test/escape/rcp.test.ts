import { proveGroup } from './harness/prove.js';

proveGroup('rcp');
