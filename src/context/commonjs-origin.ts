import { shapeOf, topLevelTokens } from './source-tokens.js';

/** Where the value of a CommonJS export comes from, as far as its text tells. */
export type Origin =
  /** A name of this module. */
  | { readonly kind: 'local'; readonly name: string }
  /** An export of another module; of the same name when there is none. */
  | { readonly kind: 'required'; readonly specifier: string; readonly name: string | undefined }
  /** Some expression: calls inside the module can only reach it through the export itself. */
  | { readonly kind: 'value' };

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const EXPORTS = String.raw`(?<![\w$.])(?:module\s*\.\s*exports|exports)`;
const REQUIRE = String.raw`require\s*\(\s*(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>\s*\)`;
const DECLARE = String.raw`(?<![\w$.])(?:const|let|var)\s`;
/** One link of `exports.go = exports.run = value`. */
const CHAIN = String.raw`(?:${EXPORTS}(?:\s*\.\s*${NAME})?\s*=\s*(?!=))`;
const escape = (name: string): string => name.replace(/\$/g, '\\$');

/** Forms in which an export's value is written, `KEY` standing for its name: by hand, by TypeScript, by esbuild. */
const FORMS = [
  // exports.run = value, exports.go = exports.run = value; TypeScript writes `exports.go = exports.run = void 0` first
  String.raw`${EXPORTS}\s*\.\s*KEY\s*=\s*${CHAIN}*(?!${CHAIN}|[\s=]|void 0)(?<value>[^;\n]*)`,
  // Object.defineProperty(exports, "run", { enumerable: true, get: function () { return value; } })
  String.raw`${EXPORTS}\s*,\s*['"]KEY['"]\s*,\s*\{[^}]*?get\s*:?\s*(?:function\s*)?\(\)\s*(?:=>|\{\s*return)\s*(?<value>[^;}\n]*)`,
  // __export(agent_exports, { run: () => value })
  String.raw`__export\s*\([^{]*\{[^}]*?(?<![\w$.])['"]?KEY['"]?\s*:\s*\(\)\s*=>\s*(?<value>[^,}\n]*)`,
  // exports['run'] = value
  String.raw`${EXPORTS}\s*\[\s*['"]KEY['"]\s*\]\s*=\s*(?!=)(?<value>[^;\n]*)`,
];

/** Reads an export's origin off a source without comments; undefined when nothing in it looks like the export. */
export function originOf(source: string, exported: string): Origin | undefined {
  for (const form of FORMS) {
    const value = groupOf(form.replace('KEY', escape(exported)), source, 'value');
    if (value !== undefined) return follow(source, value);
  }
  const whole = groupOf(String.raw`${EXPORTS}\s*=\s*${CHAIN}*(?!${CHAIN}|[\s=])(?<value>[^]*)`, source, 'value');
  return whole === undefined ? undefined : wholeExports(source, whole, exported);
}

/** Modules whose exports are all handed on: `__exportStar(require('./x'), exports)`, `...require('./x')`, `__reExport(…)`. */
export function starsOf(source: string): string[] {
  const star = String.raw`(?:__exportStar\s*\(|__reExport\s*\([^,]+,|\.\.\.|Object\.assign\s*\(\s*(?:module\.)?exports\s*,)\s*${REQUIRE}`;
  return Array.from(source.matchAll(new RegExp(star, 'gu')), (found) => found.groups?.['specifier'] ?? '');
}

/** The origin when all exports are assigned at once; `value` is the text from there on. */
function wholeExports(source: string, value: string, exported: string): Origin | undefined {
  if (exported === 'default') return follow(source, /^[^;\n]*/.exec(value)?.[0] ?? '');
  const specifier = groupOf(String.raw`^${REQUIRE}\s*(?:;|$)`, value, 'specifier');
  if (specifier !== undefined) return { kind: 'required', specifier, name: undefined };
  if (!value.startsWith('{')) return { kind: 'value' };
  return inLiteral(source, value, exported);
}

/** The origin of a property of `{ … }`, with which `literal` begins. */
function inLiteral(source: string, literal: string, exported: string): Origin | undefined {
  const [group] = topLevelTokens(literal);
  const shape = shapeOf(topLevelTokens(literal.slice(1, (group?.end ?? 1) - 1))).replaceAll('\n', '');
  const own = String.raw`(?:^|, )(?:(?:async|get|set|\*) )*${escape(exported)}`;
  const local = groupOf(String.raw`${own} : (?<local>${NAME})(?= ,|$)`, shape, 'local');
  if (local !== undefined) return follow(source, local);
  if (new RegExp(String.raw`${own}(?= ,|$)`, 'u').test(shape)) return follow(source, exported);
  const computed = String.raw`(?:^|, )(?:\.\.\. (?!require \()|\[)`;
  return new RegExp(String.raw`${own} |${computed}`, 'u').test(shape) ? { kind: 'value' } : undefined;
}

/** Follows an expression to a local name or to the module it was required from. */
function follow(source: string, text: string): Origin {
  const direct = groups(String.raw`^${REQUIRE}(?:\s*\.\s*(?<name>${NAME}))?\s*(?:$|[,;}])`, text.trim());
  if (direct !== undefined) return required(direct, direct['name']);
  const word = groups(String.raw`^(?<holder>${NAME})(?:\s*\.\s*(?<name>${NAME}))?\s*(?:$|[,;}])`, text.trim());
  if (word?.['holder'] === undefined) return { kind: 'value' };
  const { holder, name } = word;
  if (name === undefined) return destructured(source, holder) ?? { kind: 'local', name: holder };
  const wrapped = String.raw`(?:__toESM\s*\(|__importStar\s*\(|__importDefault\s*\()?\s*`;
  const held = groups(String.raw`${DECLARE}+${escape(holder)}\s*=\s*${wrapped}${REQUIRE}`, source);
  return held === undefined ? { kind: 'value' } : required(held, name);
}

/** `const { run } = require('./impl')`, `const { go: run } = require('./impl')`. */
function destructured(source: string, local: string): Origin | undefined {
  const pattern = String.raw`${DECLARE}*\{(?<names>[^{}]*)\}\s*=\s*${REQUIRE}\s*(?:;|$)`;
  for (const found of source.matchAll(new RegExp(pattern, 'gmu'))) {
    for (const part of (found.groups?.['names'] ?? '').split(',')) {
      const [imported = '', own = imported] = part.split(':').map((piece) => piece.trim());
      if (own === local) return required(found.groups ?? {}, imported);
    }
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

const required = (found: Groups, name: string | undefined): Origin => ({
  kind: 'required',
  specifier: found['specifier'] ?? '',
  name,
});

const groups = (pattern: string, text: string): Groups | undefined => new RegExp(pattern, 'mu').exec(text)?.groups;
const groupOf = (pattern: string, text: string, name: string): string | undefined => groups(pattern, text)?.[name];
