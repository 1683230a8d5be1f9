/**
 * What is left of a path pattern after its fixed folder: taken apart into a form that tables can be built of, where
 * that is possible. The meaning is picomatch's with `dot`, and `*` and `**` matching newlines too.
 */

/** One part between slashes: a name, or a name with one `*` in it. */
export type Segment = string | { readonly before: string; readonly after: string };

/** `base/` (any folders when deep) `/tail…`: the shape of nearly every pattern. */
export interface Shape {
  readonly kind: 'shape';
  /** Absolute folder in canonical spelling, `''` for the root. */
  readonly base: string;
  readonly deep: boolean;
  readonly tail: readonly Segment[];
  /** True when everything inside of what it matches is matched too. */
  readonly covers: boolean;
}

/** A pattern that only picomatch can read; `rest` is matched against what follows `base/`. */
export interface Odd {
  readonly kind: 'odd';
  readonly base: string;
  readonly rest: string;
}

export type Form = Shape | Odd;

const MAGIC = /[*?[{\\]|[!+@]\(/;
const ALTERNATIVES = /\{([\w-][\w.-]*(?:,[\w-][\w.-]*)+)\}/;
const MOST_ALTERNATIVES = 64;

/** The name that a part of a pattern stands for, or undefined when it is a glob. */
export function literalName(part: string): string | undefined {
  if (!MAGIC.test(part)) return part;
  if (part.includes('\\') && !MAGIC.test(part.replace(/\\./gs, ''))) return part.replace(/\\(.)/gs, '$1');
  return undefined;
}

/** The forms of `base/rest`: several when the rest has alternatives. */
export function formsOf(base: string, rest: string): Form[] {
  if (rest === '') return [{ kind: 'shape', base, deep: false, tail: [], covers: true }];
  const readings = readingsOf(rest);
  if (readings === undefined) return [{ kind: 'odd', base, rest }];
  const shapes: Form[] = [];
  for (const reading of readings) {
    const shape = shapeOf(base, reading.split('/'));
    if (shape === undefined) return [{ kind: 'odd', base, rest }];
    shapes.push(shape);
  }
  return shapes;
}

/** The rest with `{a,b}` written out, its own text among them, for a file may be called just that; undefined when that does not do. */
function readingsOf(rest: string): string[] | undefined {
  if (!ALTERNATIVES.test(rest)) return [rest];
  let readings = [rest];
  while (readings.some((reading) => ALTERNATIVES.test(reading))) {
    readings = readings.flatMap((reading) => {
      const list = ALTERNATIVES.exec(reading);
      if (list === null) return [reading];
      return (list[1] ?? '')
        .split(',')
        .map((word) => reading.slice(0, list.index) + word + reading.slice(list.index + list[0].length));
    });
    if (readings.length > MOST_ALTERNATIVES) return undefined;
  }
  return [...readings, rest.replace(/[{}]/g, '\\$&')];
}

function shapeOf(base: string, parts: readonly string[]): Shape | undefined {
  let from = 0;
  while (parts[from] === '**') from += 1;
  let to = parts.length;
  while (to > from && parts[to - 1] === '**') to -= 1;
  const tail: Segment[] = [];
  for (const part of parts.slice(from, to)) {
    const segment = segmentOf(part);
    if (segment === undefined) return undefined;
    tail.push(segment);
  }
  const last = tail.at(-1);
  // After `*`, and only there, picomatch wants `/**` to be something inside.
  if (to < parts.length && typeof last === 'object' && last.after === '') return undefined;
  const covers = to < parts.length || typeof last === 'string' || tail.length === 0;
  return { kind: 'shape', base, deep: from > 0 && tail.length > 0, tail, covers };
}

function segmentOf(part: string): Segment | undefined {
  const name = literalName(part);
  if (name !== undefined) return name;
  const [whole, first = '', last = ''] = ONE_STAR.exec(part) ?? [];
  const before = literalName(first);
  const after = literalName(last);
  if (whole === undefined || before === undefined || after === undefined || last.startsWith('(')) return undefined;
  return { before, after };
}

/** What stands before and after the first `*` that is not escaped. */
const ONE_STAR = /^((?:[^*\\]|\\.)*)\*(.*)$/s;

/** True when the part of a path is the segment. */
export function segmentMatches(segment: Segment, part: string): boolean {
  if (typeof segment === 'string') return segment === part;
  return (
    part.length >= segment.before.length + segment.after.length &&
    part.startsWith(segment.before) &&
    part.endsWith(segment.after)
  );
}

/** True when `path`, up to `end`, is what the first `count` parts of the tail describe, with nothing below it. */
export function endsAs(
  shape: Shape,
  path: string,
  end: number = path.length,
  count: number = shape.tail.length,
): boolean {
  const { base, tail } = shape;
  let at = end;
  for (let i = count - 1; i >= 0; i--) {
    const slash = at > base.length ? path.lastIndexOf('/', at - 1) : -1;
    if (slash < base.length || !segmentMatches(tail[i] as Segment, path.slice(slash + 1, at))) return false;
    at = slash;
  }
  if (!path.startsWith(base)) return false;
  if (at === base.length) return true;
  return shape.deep && at > base.length && path.charCodeAt(base.length) === SLASH;
}

const SLASH = 47;

/** True when the path, or for a covering shape a folder above it, is what the shape describes. */
export function shapeMatches(shape: Shape, path: string): boolean {
  if (endsAs(shape, path)) return true;
  if (!shape.covers) return false;
  for (let end = path.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
    if (endsAs(shape, path, end)) return true;
  }
  return false;
}

/** True when `path` is `folder` or inside of it; the root is `''`. */
export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder) && (path.length === folder.length || path.charCodeAt(folder.length) === SLASH);
