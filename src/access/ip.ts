import ipaddr from 'ipaddr.js';

/** Decimal, octal or hexadecimal, one to four parts: what `inet_aton` takes for an IPv4 address. */
const ATON = /^\d[\da-fx]*(?:\.\d[\da-fx]*){0,3}$/;

/**
 * One spelling for each address: dotted decimal, or RFC 5952 for IPv6. Zones are dropped; IPv4-mapped IPv6 becomes IPv4.
 * Undefined when the text (lower case) is no address of any spelling that `getaddrinfo` or Node takes.
 */
export function canonicalAddress(text: string): string | undefined {
  try {
    if (!text.includes(':')) return ATON.test(text) ? ipaddr.IPv4.parse(text).toString() : undefined;
    const address = ipaddr.IPv6.parse(text.replace(/%.*$/s, ''));
    return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
  } catch {
    return undefined;
  }
}
