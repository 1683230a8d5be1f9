import { proveGroup } from './harness/prove.js';

proveGroup('chn');
