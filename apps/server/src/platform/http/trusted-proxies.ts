/** Trusted reverse proxies (`TRUSTED_PROXIES`): `203.0.113.9`, `10.0.0.0/8`. */
import { BlockList, isIP } from 'node:net';
import { kindOfIp } from '../host-kind.ts';

export const isIpOrSubnet = (value: string): boolean => {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};

/** Prefix lengths of the widest allowed ranges: a whole private network, or the size of a large content delivery network. */
const WIDEST = { own: { 4: 8, 6: 7 }, public: { 4: 12, 6: 24 } } as const;

/**
 * Returns whether a range is narrow enough to trust; false for ranges so wide that any client could forge its IP (`0.0.0.0/0`, `::/1`,
 * `::ffff:0:0/96`).
 */
export const isNarrowSubnet = (value: string): boolean => {
  const [address = '', bits] = value.split('/');
  const family = isIP(address) === 6 ? 6 : 4;
  if (bits === undefined) return true;
  const prefix = Number(bits);
  // An IPv4-mapped IPv6 range counts as an IPv4 range.
  if (family === 6 && /^(?:0*:)*:?(?:0*:)*ffff:/i.test(address)) return prefix - 96 >= WIDEST.public[4];
  const kind = kindOfIp(address);
  return prefix >= WIDEST[kind === 'loopback' || kind === 'private' ? 'own' : 'public'][family];
};

/** IPs whose connections serve many users: this machine and the proxies, which apply their own limits. */
export const carriersOf = (trustedProxies: readonly string[]): BlockList => {
  const carriers = new BlockList();
  carriers.addSubnet('127.0.0.0', 8);
  carriers.addAddress('::1', 'ipv6');
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) carriers.addAddress(address, family);
    else carriers.addSubnet(address, Number(bits), family);
  }
  return carriers;
};
