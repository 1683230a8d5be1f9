import type { LoadedPolicy } from './document.js';
import { readComposed } from './extends.js';
import { type LoadInput, loadLayers } from './layers.js';
import { presets } from './presets/generated.js';

export { readComposed };
export { formatProblems, PolicyProblems, type Problem } from './problems.js';

/** Finds, reads, checks and layers the policy of a run. @throws PolicyProblems with everything that is wrong in any file */
export const load = (input: LoadInput): LoadedPolicy =>
  loadLayers(input, { readComposed, recommended: () => presets.recommended });
