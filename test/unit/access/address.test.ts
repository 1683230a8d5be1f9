import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHost } from '../../../src/access/address.js';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';

setChunkLoader(() => ip);

const spellings: readonly (readonly [string, string])[] = [
  ['127.0.0.2', '127.0.0.2'],
  ['127.2', '127.0.0.2'],
  ['127.0.2', '127.0.0.2'],
  ['0x7f000002', '127.0.0.2'],
  ['0X7F.0x2', '127.0.0.2'],
  ['2130706434', '127.0.0.2'],
  ['0177.0.0.02', '127.0.0.2'],
  ['00000177.2', '127.0.0.2'],
  ['127.0.0.2.', '127.0.0.2'],
  ['１２７。０。０。２', '127.0.0.2'],
  ['127。2', '127.0.0.2'],
  ['0', '0.0.0.0'],
  ['256', '0.0.1.0'],
  ['::ffff:127.0.0.2', '127.0.0.2'],
  ['::ffff:7f00:2', '127.0.0.2'],
  ['::FFFF:7F00:2', '127.0.0.2'],
  ['0:0:0:0:0:ffff:127.0.0.2', '127.0.0.2'],
  ['[::ffff:7f00:2]', '127.0.0.2'],
  ['64:ff9b::7f00:2', '64:ff9b::7f00:2'],
  ['::ffff:127.0.0.2%lo', '127.0.0.2'],
  ['[::1]', '::1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['::0', '::'],
  ['FE80::1%eth0', 'fe80::1'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
];

const names: readonly (readonly [string, string])[] = [
  ['Denied.Test', 'denied.test'],
  ['denied.test.', 'denied.test'],
  ['DENIED.TEST..', 'denied.test'],
  ['denied\u3002test', 'denied.test'],
  ['denied\uff0etest', 'denied.test'],
  ['den\u00adied.test', 'denied.test'],
  ['ｄｅｎｉｅｄ.test', 'denied.test'],
  ['denied.te\u017ft', 'denied.test'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['my_host', 'my_host'],
  ['localhost', 'localhost'],
  ['4294967298', '4294967298'],
  ['127.0.0.256', '127.0.0.256'],
  ['09.1.1.1', '09.1.1.1'],
  ['1.2.3.4.5', '1.2.3.4.5'],
  ['3com.example', '3com.example'],
  ['fe.dead', 'fe.dead'],
  ['.', '.'],
];

describe('canonicalHost', () => {
  it.each(spellings)('%s is the address %s', (text, address) => {
    expect(canonicalHost(text)).toEqual({ address });
  });

  it.each(names)('%s is the name %s', (text, name) => {
    expect(canonicalHost(text)).toEqual({ name });
  });

  it.each(['', 'evil.test\0.allowed.test', '\0'])('refuses %j', (text) => {
    expect(canonicalHost(text)).toBeUndefined();
  });

  it('undoes what IDNA itself refuses', () => {
    expect(canonicalHost('foo\u00ad bar\u3002test')).toEqual({ name: 'foo bar.test' });
  });

  it('knows every address that Node takes without asking a resolver', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV6(),
          fc.ipV4Extended(),
          fc.ipV6().map((text) => `${text}%lo`),
        ),
        (text) => {
          if (isIP(text) !== 0) expect(canonicalHost(text)?.address).toBeDefined();
        },
      ),
    );
  });

  it('is the same once applied twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4Extended(), fc.ipV6(), fc.domain(), fc.string({ unit: 'grapheme' })), (text) => {
        const once = canonicalHost(text);
        const spelled = once?.address ?? once?.name;
        if (spelled !== undefined) expect(canonicalHost(spelled)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads every spelling that the WHATWG URL parser takes for an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4Extended(), (text) => {
        expect(canonicalHost(text)).toEqual({ address: new URL(`http://${text}/`).hostname });
      }),
    );
  });
});
