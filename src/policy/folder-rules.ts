import { endsAs, isWithin, type Odd, type Shape } from './glob.js';
import { oddMatcherOf, type PathRule } from './path-index.js';

/** Tells of a rule that may hit any depth below `base`, but only there, whether it counts for a folder below that base. */
export type FloatCounts = (base: string) => boolean;

/**
 * The first deny rule that begins inside a folder (canonical, `''` for the root) or names it in its middle.
 * Rules that float on the last name anywhere go along with a folder and do not count.
 */
export function ruleInside(rules: readonly PathRule[], folder: string, floatCounts: FloatCounts): PathRule | undefined {
  return rules.find((rule) =>
    rule.forms.some((form) =>
      form.kind === 'odd' ? oddInside(form, folder, floatCounts) : shapeInside(form, folder, floatCounts),
    ),
  );
}

function shapeInside(shape: Shape, folder: string, floatCounts: FloatCounts): boolean {
  const { base, deep, tail } = shape;
  if (isWithin(folder, base)) return base.length > folder.length || tail.length > 0;
  if (!isWithin(base, folder)) return false;
  for (let count = 1; count < tail.length; count++) if (endsAs(shape, folder, folder.length, count)) return true;
  return deep && base !== '' && floatCounts(base);
}

function oddInside({ base, rest }: Odd, folder: string, floatCounts: FloatCounts): boolean {
  if (isWithin(folder, base)) return true;
  if (!isWithin(base, folder)) return false;
  const parts = rest.split('/');
  const below = folder.slice(base.length + 1);
  for (let count = 1; count < parts.length; count++) {
    if (parts[count - 1] !== '**' && oddMatcherOf(parts.slice(0, count).join('/'))(below)) return true;
  }
  return parts[0] === '**' && base !== '' && floatCounts(base);
}
