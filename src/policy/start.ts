import type { LoadedPolicy } from './document.js';
import { type LoadInput, loadLayers } from './layers.js';
import { chunk } from '../chunks.js';

/**
 * The same as `load` of the policy part, which is brought in only when there is a file to read: a run without a policy file,
 * and a child whose parent has read the same ones, need neither YAML nor the schema. @throws PolicyProblems
 */
export const startPolicy = (input: LoadInput): LoadedPolicy =>
  loadLayers(input, {
    readComposed: (file, reading) => chunk('policy').readComposed(file, reading),
    recommended: () => chunk('presets').presets.recommended,
  });
