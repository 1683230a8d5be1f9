import { chunk } from '../chunks.js';
import { domainToASCII } from '../primordials.js';

/** A host in its one spelling: a name or an address, never both. */
export interface CanonicalHost {
  /** Lower case, IDNA, no trailing dot. */
  readonly name?: string;
  /** Dotted decimal, or RFC 5952 without a zone; IPv4-mapped IPv6 is IPv4. */
  readonly address?: string;
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const DOTTED = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
/** Anything that `inet_aton` or an IPv6 parser may take: most names are told apart here, before the library is loaded. */
const MAYBE_ADDRESS = /^\d[\da-fx.]*$|:/;

/**
 * The one spelling of a host as a caller wrote it: case, trailing dots, IDNA, brackets and every form of an address are undone.
 * Undefined for the empty text and for one with a NUL, at which Node 20 would cut it off.
 */
export function canonicalHost(text: string): CanonicalHost | undefined {
  if (text === '' || text.includes('\0')) return undefined;
  const host = withoutDots(unbracket(lowerAscii(text)));
  if (DOTTED.test(host)) return { address: host };
  const address = MAYBE_ADDRESS.test(host) ? chunk('ip').canonicalAddress(host) : undefined;
  return address === undefined ? { name: host } : { address };
}

const unbracket = (host: string): string => (host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);

/** `.` alone is the root of the DNS. */
const withoutDots = (host: string): string => host.replace(/\.+$/, '') || '.';

const ASCII = /^[\0-\x7f]*$/;

/** Lower case, and punycode for what is not ASCII: the same conversion that Node's resolver makes (seen on 20 to 26). */
function lowerAscii(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = plainer(text);
  return domainToASCII(text) || domainToASCII(plain) || plain;
}

/** For names that IDNA refuses: what a lenient resolver could still make of them. */
const plainer = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFKC');
