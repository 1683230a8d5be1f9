import { compose } from './compose.js';
import type { PolicyDocument } from './document.js';
import type { PresetName } from './preset-names.js';
import { PRESET_PREFIX } from './preset-names.js';
import { presets } from './presets/generated.js';

/** A preset with the presets it extends, read as one; `note` is told each of them and the digest of its text. */
export function presetDocument(name: PresetName, note: (file: string, sha256: string) => void): PolicyDocument {
  const { document, sha256, bases } = presets[name];
  note(PRESET_PREFIX + name, sha256);
  return [...bases.map((base) => presetDocument(base, note)), document].reduce(compose, {});
}
