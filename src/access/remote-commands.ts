import { type Around, type Inner, type InnerReader, line, opaque } from './inner-commands.js';
import { type OptionStyle, scanOptions, sortWords, valuesOf } from './option-words.js';
import type { Word } from './word.js';

/** Settings of ssh and its kin that are commands, written `Name=command` or `Name command`. */
const COMMANDS = /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand)(?:\s*=\s*|\s+)/i;
/** Settings that load code, name a program or bring in others. */
const HIDES = /^\s*(?:PKCS11Provider|SecurityKeyProvider|XAuthLocation|Include|Match)(?:\s*=|\s)/i;

function settingRuns(given: Word): readonly Inner[] {
  const setting = { ...given, text: given.text.replace(/^\s*"([^"]*)"/, '$1') };
  const match = COMMANDS.exec(setting.text);
  if (match !== null) {
    const text = setting.text.slice(match[0].length);
    return /^none$/i.test(text) ? [] : [line({ ...setting, text: text.replace(/^"([^"]*)"$/, '$1') })];
  }
  const unknown = !setting.known && /^\s*[$`{]/.test(setting.text);
  return unknown || HIDES.test(setting.text) ? [opaque('a setting of ssh may run what is not seen here')] : [];
}

/** A file of settings, line by line. */
function fileRuns(file: Word, textOf: Around['textOf']): readonly Inner[] {
  if (/^(?:none|\/dev\/null)$/.test(file.text)) return [];
  const text = file.known ? textOf(file.text) : undefined;
  if (text === undefined) return [opaque('a file of settings of ssh cannot be read')];
  return text.split('\n').flatMap((one) => settingRuns({ text: one, known: true, single: true }));
}

interface Remote extends OptionStyle {
  /** Options whose value is a program. */
  readonly lines: readonly string[];
  /** Options whose value is a file of commands for itself. */
  readonly batches?: readonly string[];
  /** Options whose value is code to load. */
  readonly loads?: readonly string[];
}

const reader =
  (row: Remote, scan: typeof sortWords | typeof scanOptions): InnerReader =>
  (args, { textOf }) => {
    const read = scan(args, row);
    const { options } = read;
    const operands = 'operands' in read ? read.operands : read.rest;
    return [
      ...valuesOf(options, '-o').flatMap(settingRuns),
      ...valuesOf(options, '-F').flatMap((file) => fileRuns(file, textOf)),
      ...valuesOf(options, ...row.lines).map(line),
      ...valuesOf(options, ...(row.batches ?? [])).flatMap((file) => batchRuns(file, textOf)),
      ...(valuesOf(options, ...(row.loads ?? [])).length > 0 ? [opaque('ssh is given code to load')] : []),
      ...(operands[0]?.known === false && /^[$`<{]/.test(operands[0].text)
        ? [opaque('a setting of ssh may be among what is known only later')]
        : []),
    ];
  };

const batchRuns = (file: Word, textOf: Around['textOf']): readonly Inner[] => {
  const text = file.known ? textOf(file.text) : undefined;
  if (text === undefined) return [opaque('a file of commands of sftp cannot be read')];
  return text
    .split('\n')
    .filter((one) => /^\s*[-@]*\s*!/.test(one))
    .map((one) => line({ text: one.slice(one.indexOf('!') + 1), known: true, single: true }));
};

/** ssh: settings on this side that are commands. Options may follow the host, until the command for the other side. */
export const ssh: InnerReader = (args, around) => {
  const row: Remote = { short: 'BbcDEeFIiJLlmOopPQRSWw', lines: [], loads: ['-I'] };
  const read = reader(row, scanOptions);
  const { rest } = scanOptions(args, row);
  return [...read(args, around), ...(rest[1]?.text.startsWith('-') === true ? read(rest.slice(1), around) : [])];
};
export const scp: InnerReader = reader({ short: 'cDFiJloPSX', lines: ['-D', '-S'] }, sortWords);
export const sftp: InnerReader = reader({ short: 'BbcDFiJloPRSsX', lines: ['-D', '-S'], batches: ['-b'] }, sortWords);
