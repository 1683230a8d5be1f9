import type { Input } from './shell-line.js';

const NOTHING: Input = { from: 'text', text: '' };

/** What a child that is waited for reads from its standard input, as far as the options say; undefined when they do not. */
export function inputOfSync(options: Readonly<Record<PropertyKey, unknown>>): Input | undefined {
  const stream = standardInput(options);
  if (stream !== 'pipe') return stream === 'ignore' ? NOTHING : undefined;
  const { input, encoding } = options;
  if (input === undefined || input === null || input === '') return NOTHING;
  // In another encoding the text is not what the child gets.
  return typeof input === 'string' && /^(?:utf-?8|undefined|null)$/i.test(String(encoding))
    ? { from: 'text', text: input }
    : { from: 'text' };
}

/** The same for a child that runs beside: what is written to it comes later. */
export const inputOfSpawn = (options: Readonly<Record<PropertyKey, unknown>>): Input | undefined =>
  standardInput(options) === 'ignore' ? NOTHING : undefined;

/** What the first of the streams is. */
function standardInput({ stdio }: Readonly<Record<PropertyKey, unknown>>): unknown {
  const first: unknown = Array.isArray(stdio) ? stdio[0] : stdio;
  return first === undefined || first === null || first === '' || first === 'overlapped' ? 'pipe' : first;
}
