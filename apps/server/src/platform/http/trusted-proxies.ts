/** The reverse proxies in front of us, as `TRUSTED_PROXIES` names them: `203.0.113.9`, `10.0.0.0/8`. */
import { BlockList, isIP } from 'node:net';

export const isAddressOrNetwork = (value: string): boolean => {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};

/** Addresses whose connections carry many people: our own machine and the proxies in front of us, which count for themselves. */
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
