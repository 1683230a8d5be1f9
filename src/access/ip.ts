import ipaddr from 'ipaddr.js';

/** Addresses that carry an IPv4 address to where that one leads: `::ffff:0:0/96` and NAT64's `64:ff9b::/96` (RFC 6052). */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

/** Decimal, octal or hexadecimal, one to four parts: what `inet_aton` takes for an IPv4 address. */
const ATON = /^\d[\da-fx]*(?:\.\d[\da-fx]*){0,3}$/;

/**
 * One spelling for each address: dotted decimal, or RFC 5952 for IPv6. Zones are dropped; IPv4 inside IPv6 becomes IPv4.
 * Undefined when the text (lower case) is no address of any spelling that `getaddrinfo` or Node takes.
 */
export function canonicalAddress(text: string): string | undefined {
  try {
    if (!text.includes(':')) return ATON.test(text) ? ipaddr.IPv4.parse(text).toString() : undefined;
    const address = ipaddr.IPv6.parse(text.replace(/%.*$/s, ''));
    if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
    return address.match(NAT64, 96) ? ipaddr.fromByteArray(address.toByteArray().slice(12)).toString() : address.toRFC5952String();
  } catch {
    return undefined;
  }
}
