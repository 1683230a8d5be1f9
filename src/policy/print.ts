import { stringify } from 'yaml';
import type { PolicyDocument } from './document.js';
import { writtenForm } from './written.js';

/**
 * A document as the text of a policy file, which reads back as the same document but for where things are written. Texts
 * are quoted, so that none of them means something else to YAML.
 */
export const print = (document: PolicyDocument): string =>
  stringify(writtenForm(document), {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
