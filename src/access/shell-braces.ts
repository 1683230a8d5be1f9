/** More than this many words out of one is no way to write a command; the word then counts as unknown. */
const MOST = 256;

/** What `{a,b}` or `{1..3}` stands for, in order; undefined when it is not known or too much. `text` includes the braces. */
export function braceAlternatives(text: string): string[] | undefined {
  const inside = text.slice(1, -1);
  const parts = splitAtCommas(inside);
  if (parts.length > 1) return parts.length > MOST ? undefined : parts;
  return sequence(inside);
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === ',') {
      parts.push(text.slice(start, at));
      start = at + 1;
    } else {
      at = skipNested(text, at);
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', "'": "'", '"': '"', '`': '`' };

/** The place of the last character of the nested thing that begins at `at`; `at` itself when none does. */
function skipNested(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === '\\') return at + 1;
  const close = CLOSING[char];
  if (close === undefined) return at;
  const quotes = char === "'" || char === '`';
  for (let next = at + 1; next < text.length; next++) {
    if (text.charAt(next) === close) return next;
    if (!quotes) next = skipNested(text, next);
  }
  return text.length;
}

function sequence(text: string): string[] | undefined {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(text);
  const [, first = '', last = '', step = '1'] = match ?? [];
  const letters = /^[A-Za-z]$/.test(first);
  if (match === null || letters !== /^[A-Za-z]$/.test(last)) return undefined;
  const from = letters ? first.charCodeAt(0) : Number(first);
  const to = letters ? last.charCodeAt(0) : Number(last);
  const by = Math.max(Math.abs(Number(step)), 1);
  const count = Math.floor(Math.abs(to - from) / by) + 1;
  if (count > MOST) return undefined;
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = from + (to < from ? -by : by) * index;
    return letters ? String.fromCharCode(value) : String(value).padStart(width, '0');
  });
}
