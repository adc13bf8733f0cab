/**
 * Fetches URLs that an administrator entered, such as an OpenID Connect issuer: by https only, and never in the server's own network. The
 * IP address is checked when the connection is made, so a host name that resolves to another address the second time is checked again
 * (security.md T23).
 */
import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicIp } from '../../platform/host-kind.ts';

class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicIp(address)))
      return callback(new BlockedAddressError(`${host} is not a public address`), '', 0);
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

const TIMEOUT_MS = 8_000;
const RESPONSE_BYTES_MAX = 1_048_576;

export interface PublicFetchOptions {
  /** Hosts that may be in the server's own network and may use plain http, such as an institution's server beside this one. */
  readonly ownHosts: ReadonlySet<string>;
  readonly timeoutMs?: number;
}

export type PublicFetch = (
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown; signal?: AbortSignal | undefined },
) => Promise<Response>;

/** Returns a function like `fetch`, for small responses, without redirects. It throws for a forbidden address. */
export const createPublicFetch =
  ({ ownHosts, timeoutMs = TIMEOUT_MS }: PublicFetchOptions): PublicFetch =>
  async (url, { method = 'GET', headers = {}, body, signal }) => {
    const target = new URL(url);
    const isOwn = ownHosts.has(target.host);
    if (target.protocol !== 'https:' && !(isOwn && target.protocol === 'http:')) throw new BlockedAddressError('https only');
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    if (!isOwn && isIP(literal) !== 0 && !isPublicIp(literal)) throw new BlockedAddressError(`${literal} is not a public address`);
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
    return new Promise<Response>((resolve, reject) => {
      const ask = target.protocol === 'https:' ? requestSecure : requestPlain;
      const sent = ask(target, { method, headers, signal: limit, ...(isOwn ? {} : { lookup: publicLookup }) }, (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > RESPONSE_BYTES_MAX) response.destroy(new Error('the response is too long'));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 500;
          const type = response.headers['content-type'];
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
