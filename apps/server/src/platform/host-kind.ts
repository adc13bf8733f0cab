/** Classifies an IP address or host name: this machine, a private network, or the public internet. Resolves no names. */
import { BlockList, isIP } from 'node:net';

export type HostKind = 'loopback' | 'private' | 'special' | 'public';

type Range = readonly [network: string, prefix: number];

// Returns a list of IP ranges of one family: a combined list would match an IPv4 address as its mapped IPv6 address.
const rangesOf = (family: 'ipv4' | 'ipv6', ranges: readonly Range[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return (address) => list.check(address, family);
};

const LOOPBACK_V4 = rangesOf('ipv4', [['127.0.0.0', 8]]);
/** Private IPv4 networks (RFC 1918) and link-local addresses (RFC 3927). */
const PRIVATE_V4 = rangesOf('ipv4', [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
]);
/**
 * IPv4 ranges that never belong to a public server: reserved, carrier-grade NAT, documentation, multicast (IANA special-purpose registry).
 */
const SPECIAL_V4 = rangesOf('ipv4', [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

const LOOPBACK_V6 = rangesOf('ipv6', [['::1', 128]]);
/** Private IPv6 networks: unique local (RFC 4193) and link-local addresses. */
const PRIVATE_V6 = rangesOf('ipv6', [
  ['fc00::', 7],
  ['fe80::', 10],
]);
/** IPv4-mapped IPv6 addresses. A packet to such an address goes to the IPv4 address that it contains. */
const MAPPED_V6 = rangesOf('ipv6', [['::ffff:0:0', 96]]);
/**
 * IPv6 ranges that a router or gateway could translate into another address (IPv4-compatible, translated, NAT64, Teredo, 6to4), and those
 * that never belong to a server (discard, ORCHID, documentation, site-local, multicast).
 */
const SPECIAL_V6 = rangesOf('ipv6', [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fec0::', 10],
  ['ff00::', 8],
]);

/** Returns the last 32 bits of an IPv6 address in dotted form. */
const embeddedIpv4 = (address: string): string => {
  // The address is parsed as a URL, because the URL parser normalizes every spelling to groups of hexadecimal digits without a dotted part.
  const [high = '0', low = '0'] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16);
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
};

/** Returns the kind of an IP address, or `undefined` for anything that is none. */
export const kindOfIp = (address: string): HostKind | undefined => {
  const [bare = ''] = address.split('%');
  const family = isIP(bare);
  if (family === 4) return LOOPBACK_V4(bare) ? 'loopback' : PRIVATE_V4(bare) ? 'private' : SPECIAL_V4(bare) ? 'special' : 'public';
  if (family !== 6) return undefined;
  if (LOOPBACK_V6(bare)) return 'loopback';
  if (PRIVATE_V6(bare)) return 'private';
  if (MAPPED_V6(bare)) return kindOfIp(embeddedIpv4(bare));
  return SPECIAL_V6(bare) ? 'special' : 'public';
};

/** Whether a server on the public internet can have this address. Requests on behalf of users go to no other (security.md T23). */
export const isPublicIp = (address: string): boolean => {
  const [bare = ''] = address.split('%');
  return isIP(bare) === 6 && MAPPED_V6(bare) ? false : kindOfIp(address) === 'public';
};

/**
 * Host names outside public DNS: RFC 6761, 6762, 8375, ICANN's `.internal`, and names of one label, which only a private network resolves.
 */
const PRIVATE_NAME = /^(?:[^.]+|.+\.(?:local|internal|lan|intranet|home\.arpa))$/;

/** Returns the kind of the host of a URL, by name or address: `books.example.com`, `[::1]`, `192.168.1.5`. */
export const kindOfHost = (hostname: string): HostKind => {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const kind = kindOfIp(host);
  if (kind !== undefined) return kind;
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return PRIVATE_NAME.test(host) ? 'private' : 'public';
};

/** Whether only this machine or the private network can connect to the host. */
export const isInternalHost = (hostname: string): boolean => ['loopback', 'private'].includes(kindOfHost(hostname));
