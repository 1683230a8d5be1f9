import { describe, expect, it } from 'vitest';
import { passOptions, withPass } from '../../../src/inherit/node-options.js';

const pass = passOptions('/x y/register.cjs', '/receipts');

describe('passOptions', () => {
  it('lets the belt be read, and the receipts be read and written', () => {
    expect(pass).toBe('--allow-fs-read="/x y/*" --allow-fs-read="/receipts/*" --allow-fs-write="/receipts/*"');
    expect(passOptions('/x/register.cjs', undefined)).toBe('--allow-fs-read="/x/*"');
  });
});

describe('withPass', () => {
  it('adds the pass where the permission model is on, and nowhere else', () => {
    expect(withPass(undefined, pass, true)).toBe(pass);
    expect(withPass('--permission', pass, false)).toBe(`--permission ${pass}`);
    expect(withPass('--no-warnings', pass, false)).toBe('--no-warnings');
    expect(withPass(undefined, pass, false)).toBeUndefined();
    expect(withPass('--permission-like', pass, false)).toBe('--permission-like');
  });

  it('takes an inherited pass away where it would not be taken, and has it once where it is', () => {
    expect(withPass(`--no-warnings ${pass}`, pass, false)).toBe('--no-warnings');
    expect(withPass(`--experimental-permission ${pass}`, pass, false)).toBe(`--experimental-permission ${pass}`);
  });
});
