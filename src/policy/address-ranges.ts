import { NAMED_RANGES } from './named-ranges.js';

/** A block of addresses: eight 16-bit groups and how many leading bits of them count. IPv4 stands as `::ffff:a.b.c.d`. */
export interface Block {
  readonly groups: readonly number[];
  readonly bits: number;
}

/** True for a word that stands for a range of addresses. */
export const isRangeName = (text: string): boolean => Object.hasOwn(NAMED_RANGES, text);

const compiled = new Map<string, readonly Block[]>();

/** The blocks of a named range; none for another word. */
export function rangeBlocks(name: string): readonly Block[] {
  let blocks = compiled.get(name);
  if (blocks === undefined) {
    blocks = (NAMED_RANGES[name] ?? []).map((text) => {
      const [address, bits] = text.split('/') as [string, string];
      return blockOf(address, Number(bits));
    });
    compiled.set(name, blocks);
  }
  return blocks;
}

/** The block that a canonical address (dotted decimal or RFC 5952) and a prefix length name; without a length, that address alone. */
export function blockOf(address: string, bits?: number): Block {
  if (!address.includes(':')) return { groups: groupsOf(address), bits: 96 + (bits ?? 32) };
  return { groups: groupsOf(address), bits: bits ?? 128 };
}

/** The eight groups of a canonical address. */
export function groupsOf(address: string): number[] {
  if (!address.includes(':')) return mapped(address.split('.').map(Number));
  const [head, tail] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))) as [
    number[],
    number[] | undefined,
  ];
  return tail === undefined ? head : [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

const mapped = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number[] => [
  0,
  0,
  0,
  0,
  0,
  0xffff,
  (a << 8) | b,
  (c << 8) | d,
];

/** True when the address is in the block. */
export function inBlock(groups: readonly number[], block: Block): boolean {
  let left = block.bits;
  for (let i = 0; i < 8 && left > 0; i++, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if (((groups[i] as number) & mask) !== ((block.groups[i] as number) & mask)) return false;
  }
  return true;
}

/** Ways to put an IPv4 address into an IPv6 one that a gateway or host may undo: where the two groups stand. */
const CARRIERS: readonly { readonly block: Block; readonly at: number }[] = [
  { block: blockOf('::', 96), at: 6 }, // IPv4-compatible
  { block: blockOf('::ffff:0:0:0', 96), at: 6 }, // RFC 2765
  { block: blockOf('64:ff9b::', 96), at: 6 }, // RFC 6052
  { block: blockOf('64:ff9b:1::', 48), at: 6 }, // RFC 8215
  { block: blockOf('2002::', 16), at: 1 }, // 6to4
];

/** The address and, when it carries one, the IPv4 address inside: what deny rules look at. */
export function withCarried(groups: readonly number[]): (readonly number[])[] {
  const found: (readonly number[])[] = [groups];
  for (const { block, at } of CARRIERS) {
    if (inBlock(groups, block)) found.push([0, 0, 0, 0, 0, 0xffff, groups[at] as number, groups[at + 1] as number]);
  }
  return found;
}

/** True for `::` and `0.0.0.0`: all interfaces when one listens there. */
export const isUnspecified = (groups: readonly number[]): boolean =>
  groups.every((group, i) => group === 0 || (i === 5 && group === 0xffff)) && groups[6] === 0 && groups[7] === 0;
