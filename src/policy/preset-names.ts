import { nearest } from './nearest.js';

/** The presets that a policy can extend as `receiptbot:<name>`. */
export const PRESET_NAMES = ['recommended', 'strict', 'mcp-server', 'package-managers'] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

/** What stands before a preset's name in `extends`, and as its file in messages and receipts. */
export const PRESET_PREFIX = 'receiptbot:';

/**
 * Presets that come along with one: what package managers keep for themselves is no part of the preset that strict ones
 * are made from.
 */
export const BROUGHT_ALONG: Readonly<Partial<Record<PresetName, readonly PresetName[]>>> = {
  recommended: ['package-managers'],
};

/** The preset of that name, or what to write instead, as `expected …`. */
export function presetNamed(name: string): PresetName | { readonly problem: string } {
  const found = PRESET_NAMES.find((preset) => preset === name);
  if (found !== undefined) return found;
  const meant = nearest(name, PRESET_NAMES);
  const all = PRESET_NAMES.map((preset) => PRESET_PREFIX + preset).join(', ');
  return {
    problem: `expected one of ${all}${meant === undefined ? '' : ` (did you mean "${PRESET_PREFIX}${meant}"?)`}`,
  };
}
