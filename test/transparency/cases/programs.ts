import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, Cases } from '../case.js';

const text = (name: string): string => readFileSync(join(import.meta.dirname, '../programs', name), 'utf8');
const written = (name: string, more: Partial<Case> = {}): Case => ({
  line: `node --no-warnings ${name}`,
  ...more,
  files: { [name]: text(name), ...more.files },
});

/** Programs that look at much at once, and print a line for each thing. */
export const programs: Cases = {
  'what a program sees of its process': written('looks.cjs', { differs: /^(process|names|enumerated|inherited) .*/ }),
  'what a program sees of functions': written('surface.cjs', {
    differs:
      /^process Symbol\(receiptbot\)|^process\._debugEnd\b|^inspector\.close\b|^fs\.Dir\b|\.(?:arguments|caller) false|^globalThis Text(?:En|De)coder/,
  }),
  'what calls come to': written('calls.cjs', {
    files: { 'tell.cjs': text('tell.cjs') },
    differs: /^(an order of a rejection|a signal that is aborted already|getters of options are read as often)/,
  }),
};
