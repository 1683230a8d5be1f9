/**
 * Draws what a command prints as a picture of a terminal, for the README: `tsx scripts/picture.ts docs/demo.svg npm run --silent demo`.
 * Paths of this checkout and times do not belong into a picture; both streams appear in the order they were written.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [out, command, ...args] = process.argv.slice(2);
if (out === undefined || command === undefined) throw new Error('usage: picture.ts <file.svg> <command> [argument …]');

const COLUMNS = 118;
const ROW = 18;
const CELL = 8.43;
/** What a code of the terminal sets; a code that is not here ends all styles. */
const STYLES: Readonly<Record<string, readonly [attribute: string, value: string]>> = {
  '1': ['font-weight', 'bold'],
  '2': ['opacity', '0.65'],
  '31': ['fill', '#ff7b72'],
  '32': ['fill', '#7ee787'],
  '33': ['fill', '#e3b341'],
  '34': ['fill', '#79c0ff'],
  '35': ['fill', '#d2a8ff'],
  '36': ['fill', '#76e3ea'],
  '90': ['fill', '#8b949e'],
};

const environment = { ...process.env, FORCE_COLOR: '1' };
Reflect.deleteProperty(environment, 'NO_COLOR');
const shell = spawnSync('sh', ['-c', '"$@" 2>&1', 'sh', command, ...args], {
  encoding: 'utf8',
  env: environment,
  maxBuffer: 1e7,
});
const text = shell.stdout.replaceAll(resolve('.'), '.').trimEnd();
const ESCAPE = String.fromCharCode(27);
const SEQUENCE = new RegExp(`${ESCAPE}\\[([\\d;]*)m`);

/** Attributes that the text has from here on, by name. */
const style = new Map<string, string>();

function restyle(codes: string): void {
  for (const code of codes.split(';')) {
    const [name, value] = STYLES[code] ?? [];
    if (name === undefined) style.clear();
    else if (value !== undefined) style.set(name, value);
  }
}

/** One line of output as rows of the terminal: folded at its width, each run of a style a span. */
function rows(line: string): string[] {
  const done: string[] = [];
  let row = '';
  let width = 0;
  for (const [index, piece] of line.split(SEQUENCE).entries()) {
    if (index % 2 === 1) {
      restyle(piece);
      continue;
    }
    for (let rest = piece; rest !== '';) {
      if (width === COLUMNS) {
        done.push(row);
        row = '';
        width = 0;
      }
      const part = rest.slice(0, COLUMNS - width);
      const attributes = Array.from(style, ([name, value]) => ` ${name}="${value}"`).join('');
      row += `<tspan${attributes}>${escaped(part)}</tspan>`;
      width += part.length;
      rest = rest.slice(part.length);
    }
  }
  return [...done, row];
}

function escaped(piece: string): string {
  return piece.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? mark);
}

const title = `$ ${[command, ...args].filter((word) => word !== '--silent').join(' ')}`;
const lines = [title, ...text.split('\n')].flatMap(rows);
const drawn = lines.map(
  (row, index) => `<text x="16" y="${String(52 + index * ROW)}" xml:space="preserve">${row}</text>`,
);
const width = String(Math.ceil(COLUMNS * CELL) + 32);
const height = String(68 + lines.length * ROW);
const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, index) => `<circle cx="${String(20 + 20 * index)}" cy="18" r="6" fill="${fill}"/>`,
);
writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${dots.join('')}
<g fill="#e6edf3" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14">
${drawn.join('\n')}
</g>
</svg>
`,
);
