import { readRegex, type RegexNode, UnreadableRegex } from './regex-tree.js';

const LONGEST = 500;
/** A repeat whose numbers lie further apart counts as if they did not. */
const FEW = 64;

/**
 * Why a regular expression could take long on some text, or is none; undefined when it is quick on every text. In doubt it
 * is dangerous: whoever writes one can bound its repeats.
 */
export function isDangerousRegex(source: string): string | undefined {
  if (source.length > LONGEST) return `longer than ${LONGEST} characters`;
  try {
    new RegExp(source);
  } catch (error) {
    return (error as Error).message;
  }
  try {
    const tree = readRegex(source);
    if (isOptional(tree)) return 'it matches the empty text';
    return dangerIn(tree, { begin: firstOf(tree), canFail: false });
  } catch (error) {
    if (error instanceof UnreadableRegex) return `${error.message} is not allowed`;
    throw error;
  }
}

/** What stands around a part of the expression. */
interface Around {
  /** What the whole expression can begin with: there another attempt may start. */
  readonly begin: bigint;
  /** True when what follows can fail, so that what was matched is tried again. */
  readonly canFail: boolean;
}

function dangerIn(node: RegexNode, around: Around): string | undefined {
  switch (node.kind) {
    case 'chars':
      return undefined;
    case 'choice':
      return firstDanger(node.options, (option) => dangerIn(option, around));
    case 'assertion':
      if (node.of === undefined) return undefined;
      if (node.behind === true && hasRepeat(node.of, isEndless)) return 'an endless repeat in a look-behind';
      return dangerIn(node.of, { begin: firstOf(node.of), canFail: true });
    case 'sequence':
      return dangerInSequence(node.items, around);
    case 'repeat':
      return dangerInRepeat(node, around);
  }
}

function firstDanger<T>(items: readonly T[], danger: (item: T, i: number) => string | undefined): string | undefined {
  for (const [i, item] of items.entries()) {
    const found = danger(item, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function dangerInSequence(items: readonly RegexNode[], around: Around): string | undefined {
  return firstDanger(items, (item, i) => {
    const rest = items.slice(i + 1);
    const canFail = around.canFail || rest.some((each) => each.kind === 'assertion' || !isOptional(each));
    return dangerIn(item, { ...around, canFail }) ?? shared(item, rest);
  });
}

/** Parts that take the same characters, with nothing between that keeps them apart, can share a text in many ways. */
function shared(item: RegexNode, rest: readonly RegexNode[]): string | undefined {
  let ways = waysOf(item);
  if (ways === 1) return undefined;
  const chars = charsOf(item);
  for (const each of rest) {
    if ((charsOf(each) & chars) !== 0n) ways *= waysOf(each);
    if (ways > MOST_WAYS)
      return 'repeats that take the same characters: bound them, {0,9}, or put another character between';
    if (!isOptional(each) && (charsOf(each) & chars) === 0n) return undefined;
  }
  return undefined;
}

const MOST_WAYS = 1000;

/** In how many ways a part can take a text, counted roughly and not beyond a limit. */
function waysOf(node: RegexNode): number {
  const own = node.kind === 'repeat' ? Math.min(node.max - node.min, FEW) + 1 : 1;
  const choices = node.kind === 'choice' && choicesOverlap(node) ? node.options.length : 1;
  return Math.min(
    childrenOf(node).reduce((ways, child) => ways * waysOf(child), own * choices),
    MOST_WAYS,
  );
}

function dangerInRepeat({ of, min, max }: Repeat, around: Around): string | undefined {
  if (max > 1) {
    if (isOptional(of)) return 'a repeat of what can be empty';
    if (!endsClearly(of))
      return 'a repeat within a repeat: begin or end the inner part with a character that it does not repeat';
    if (choicesOverlap(of)) return 'a repeat of alternatives that begin alike';
  }
  if (isEndless({ min, max }) && around.canFail && (charsOf(of) & around.begin) !== 0n) {
    return 'an endless repeat that can take what the expression begins with: bound it, {1,200}';
  }
  return dangerIn(of, { ...around, canFail: around.canFail || max > 1 });
}

/** True when a part tells by a character of its own where it begins or ends, whatever its repeats took. */
function endsClearly(node: RegexNode): boolean {
  const repeated = charsOf(node, isVariable);
  if (repeated === 0n || (repeated & firstOf(node)) === 0n) return true;
  if (node.kind !== 'sequence') return false;
  const last = node.items.findLastIndex((item) => hasRepeat(item, isVariable));
  return node.items.slice(last + 1).some((item) => !isOptional(item) && (charsOf(item) & repeated) === 0n);
}

type Repeat = Extract<RegexNode, { kind: 'repeat' }>;
type Bounds = Pick<Repeat, 'min' | 'max'>;

const isVariable = ({ min, max }: Bounds): boolean => max > min;
const isEndless = ({ max }: Bounds): boolean => max === Infinity;

const childrenOf = (node: RegexNode): readonly RegexNode[] => {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'choice') return node.options;
  return node.kind === 'repeat' ? [node.of] : [];
};

const hasRepeat = (node: RegexNode, kind: (bounds: Bounds) => boolean): boolean =>
  (node.kind === 'repeat' && kind(node)) || childrenOf(node).some((child) => hasRepeat(child, kind));

/** Every character that a part can take, or only those that its repeats of a kind can. */
function charsOf(node: RegexNode, kind?: (bounds: Bounds) => boolean): bigint {
  if (node.kind === 'chars') return kind === undefined ? node.set : 0n;
  const within = node.kind === 'repeat' && kind?.(node) === true ? undefined : kind;
  return childrenOf(node).reduce((set, child) => set | charsOf(child, within), 0n);
}

function isOptional(node: RegexNode): boolean {
  if (node.kind === 'chars') return false;
  if (node.kind === 'assertion') return true;
  if (node.kind === 'repeat') return node.min === 0 || isOptional(node.of);
  return node.kind === 'choice' ? node.options.some(isOptional) : node.items.every(isOptional);
}

function firstOf(node: RegexNode): bigint {
  if (node.kind === 'chars') return node.set;
  if (node.kind !== 'sequence') return childrenOf(node).reduce((set, child) => set | firstOf(child), 0n);
  let set = 0n;
  for (const item of node.items) {
    set |= firstOf(item);
    if (!isOptional(item)) break;
  }
  return set;
}

function choicesOverlap(node: RegexNode): boolean {
  if (node.kind === 'choice') {
    let seen = 0n;
    for (const option of node.options) {
      const first = firstOf(option);
      if ((seen & first) !== 0n) return true;
      seen |= first;
    }
  }
  return childrenOf(node).some(choicesOverlap);
}
