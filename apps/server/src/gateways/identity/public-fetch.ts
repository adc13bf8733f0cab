/**
 * Asks addresses that somebody at the desk wrote down (an issuer): https only, and never into our own network. The address is checked
 * where the connection is made, so a name that answers otherwise the second time gains nothing (security.md T23).
 */
import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// A list each: one list takes an IPv4 address for the mapped IPv6 one.
const OURS = { 4: new BlockList(), 6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  OURS[4].addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  OURS[6].addSubnet(network, prefix, 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 6) return !OURS[6].check(address, 'ipv6');
  return family === 4 && !OURS[4].check(address, 'ipv4');
};

class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new BlockedAddressError(`${host} is not a public address`), '', 0);
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

const TIMEOUT_MS = 8_000;
const ANSWER_BYTES_MAX = 1_048_576;

export interface PublicFetchOptions {
  /** Hosts that may lie in our own network, and may speak plain http: a school's own server beside this one. */
  readonly ownHosts: ReadonlySet<string>;
  readonly timeoutMs?: number;
}

export type PublicFetch = (
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown; signal?: AbortSignal | undefined },
) => Promise<Response>;

/** As `fetch`, for small answers, without redirects. Throws for an address that may not be asked. */
export const createPublicFetch =
  ({ ownHosts, timeoutMs = TIMEOUT_MS }: PublicFetchOptions): PublicFetch =>
  async (url, { method = 'GET', headers = {}, body, signal }) => {
    const target = new URL(url);
    const isOwn = ownHosts.has(target.host);
    if (target.protocol !== 'https:' && !(isOwn && target.protocol === 'http:')) throw new BlockedAddressError('https only');
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    if (!isOwn && isIP(literal) !== 0 && !isPublicAddress(literal)) throw new BlockedAddressError(`${literal} is not a public address`);
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
    return new Promise<Response>((resolve, reject) => {
      const ask = target.protocol === 'https:' ? requestSecure : requestPlain;
      const sent = ask(target, { method, headers, signal: limit, ...(isOwn ? {} : { lookup: publicLookup }) }, (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > ANSWER_BYTES_MAX) answer.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 500;
          const type = answer.headers['content-type'];
          const hasBody = status >= 200 && status !== 204 && status !== 304;
          resolve(
            new Response(hasBody ? Buffer.concat(parts) : null, { status, headers: type === undefined ? {} : { 'content-type': type } }),
          );
        });
      });
      sent.on('error', reject);
      if (typeof body === 'string' || body instanceof Uint8Array) sent.write(body);
      else if (body instanceof URLSearchParams) sent.write(body.toString());
      sent.end();
    });
  };
