import type { Program } from './neighbour.js';

/** One order and carrier of the two preloads. */
export interface Way {
  readonly title: string;
  readonly side: 'before' | 'after';
  readonly flags: readonly string[];
  readonly nodeOptions?: string;
}

/** Every way in which our preload can meet the program's; a neighbour without a preload has nobody to come after. */
export function waysOf({ preload = [], ours = 'receiptbot/register', side }: Program): readonly Way[] {
  const byRequire = ['--require', ours];
  // Node runs every --require first, whatever the order of the words: only --import comes after --import.
  const alike = preload.includes('--import') ? ['--import', ours] : byRequire;
  const before = [both('before', [...byRequire, ...preload])];
  if (alike !== byRequire) before.push(both('before', [...alike, ...preload]));
  const after = preload.length === 0 ? [] : [both('after', [...preload, ...alike])];
  return [...before, ...after].flat().filter((way) => side === undefined || way.side === side);
}

/** The flags with which the program runs when we are away. */
export const bare = ({ preload = [] }: Program): readonly string[] => preload;

const both = (side: Way['side'], flags: readonly string[]): Way[] => [
  { title: flags.join(' '), side, flags },
  { title: `NODE_OPTIONS=${flags.join(' ')}`, side, flags: [], nodeOptions: flags.join(' ') },
];
