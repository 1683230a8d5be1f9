import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';
import { beltedValue, beltOf, keepsBelt } from '../../../src/access/belt.js';
import { beltOption, withBelt } from '../../../src/inherit/node-options.js';

const REGISTER = '/x y/register.cjs';
const option = beltOption(REGISTER);
const belt = beltOf(option);

/** What goes on after the belt's own text, so that Node reads another file. */
const LONGER = ['/../../fake.cjs', '"/../fake.cjs"', '""/../fake.cjs', '\t--no-warnings', '\n--no-warnings', 'x', '\\'];
/** What makes something run before the belt. */
const EARLIER = ['--require=/evil.cjs', '-r=/evil.cjs', '--no-warnings --require=evil', '-r evil', '--title="x'];

describe('withBelt', () => {
  it('leaves options that begin with the belt', () => {
    for (const options of [option, `${option} `, `${option} --no-warnings`])
      expect(withBelt(options, REGISTER)).toBe(options);
  });

  it('puts it first before all others, and before what only begins like it', () => {
    for (const options of ['--no-warnings', ` ${option}`, ...LONGER.map((rest) => option + rest)]) {
      expect(withBelt(options, REGISTER)).toBe(`${option} ${options}`);
      expect(beltedValue('NODE_OPTIONS', options, belt)).toBe(`${option} ${options}`);
    }
  });

  it('leaves what was written by hand', () => {
    const byHand = option.replace('=', ' ');
    for (const options of [byHand, `${byHand} --no-warnings`]) expect(withBelt(options, REGISTER)).toBe(options);
    for (const rest of LONGER) expect(withBelt(byHand + rest, REGISTER)).toBe(`${option} ${byHand}${rest}`);
  });

  it('is one word to who takes options apart, so that it has no part in the value of another', () => {
    const words = [option.replaceAll('"', ''), '--require', 'other'];
    const { tokens } = parseArgs({ args: words, strict: false, tokens: true });
    expect(tokens.filter(({ kind }) => kind === 'option').map((token) => 'value' in token && token.value)).toEqual([
      REGISTER,
      undefined,
    ]);
  });

  it('is the belt alone where no option is set', () => {
    for (const options of [undefined, '', '  ']) expect(withBelt(options, REGISTER)).toBe(option);
  });
});

describe('keepsBelt', () => {
  it('takes plain options before it and anything after it', () => {
    for (const options of [option, `--max-old-space-size=4096 ${option}`, `--no-warnings ${option} --require x`])
      expect(keepsBelt('NODE_OPTIONS', options, belt), options).toBe(true);
  });

  it('takes nothing that is longer, and nothing that runs before it', () => {
    for (const options of [...LONGER.map((rest) => option + rest), ...EARLIER.map((before) => `${before} ${option}`)])
      expect(keepsBelt('NODE_OPTIONS', options, belt), options).toBe(false);
  });
});
