import type { PowerAccess } from '../types.js';

/** The use of a power over the process; where nothing was asked for by name its resource is its name. */
export const power = (
  capability: PowerAccess['capability'],
  requested: string,
  resource: string = requested,
): PowerAccess => ({ kind: 'power', capability, requested, resource });
