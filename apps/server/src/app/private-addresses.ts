/**
 * Private addresses of this machine under which the product is served besides its public name, for the first visit from another machine of
 * an intranet (`http://192.168.1.5:8080`). Book content is then served on another port of the same address, so it never shares the
 * application's origin.
 *
 * The Host header is controlled by the client. It is accepted only if it is a private or loopback IP address with the port at which the
 * connection arrived. A name that a foreign site points at this machine (DNS rebinding) is never accepted.
 */
import { isIP } from 'node:net';
import type { Config } from '../platform/config.ts';
import { kindOfHost, kindOfIp } from '../platform/host-kind.ts';

/** The data of a request that is available before its body is read. */
export interface ArrivedRequest {
  /** Host as forwarded by a trusted proxy, else as sent by the client. */
  readonly host: string;
  readonly headers: { readonly host?: string | undefined };
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined };
}

export interface PrivateAddresses {
  /** Port that serves book content for private addresses; undefined: no private address is accepted. */
  readonly contentPort: number | undefined;
  /** Returns the application's origin for this request; undefined if its host is not an accepted private address. */
  appOriginOf(request: ArrivedRequest): string | undefined;
  isContentRequest(request: ArrivedRequest): boolean;
  /** Returns the origin of book content for an accepted origin of the application; undefined for any other origin. */
  contentOriginBeside(appOrigin: string): string | undefined;
  /** Returns the application's origin for an accepted content host; undefined for any other host. */
  appOriginBeside(contentHost: string): string | undefined;
}

/** Removes the prefix that an IPv4 address has on a socket that listens for IPv4 and IPv6. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Returns whether an address is private. Only IPv4 is accepted: a Content-Security-Policy cannot name an IPv6 address, so no page could
 * frame content there.
 */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) === 4 && ['private', 'loopback'].includes(kindOfIp(address) ?? '');

/** Returns the host as a browser writes it in the headers Host and Origin: port 80 is omitted. */
const hostOf = (address: string, port: number): string => new URL(`http://${address}:${port}`).host;

const split = (host: string): { address: string; port: number } | undefined => {
  if (!URL.canParse(`http://${host}`)) return undefined;
  const { hostname, port, host: canonical } = new URL(`http://${host}`);
  // Only the spelling that a browser sends is accepted as host.
  return canonical === host ? { address: hostname, port: port === '' ? 80 : Number(port) } : undefined;
};

/** Private addresses are accepted only over HTTP, and only if the process listens beyond this machine. */
export const createPrivateAddresses = ({
  publicUrl,
  host,
  port,
  contentPort: ownContentPort,
}: Pick<Config, 'publicUrl' | 'host' | 'port' | 'contentPort'>): PrivateAddresses => {
  const isFollowing = publicUrl.startsWith('http:') && kindOfHost(host) !== 'loopback';
  const contentPort = isFollowing ? (ownContentPort ?? port + 1) : undefined;

  const followedAt = (asked: string, wantedPort: number | undefined): string | undefined => {
    const parts = wantedPort === undefined ? undefined : split(asked);
    return parts !== undefined && parts.port === wantedPort && isPrivateAddress(parts.address) ? parts.address : undefined;
  };
  const arrivedAt = ({ host: asked, headers, socket }: ArrivedRequest, wantedPort: number | undefined): string | undefined => {
    if (headers.host !== asked || socket.localPort !== wantedPort) return undefined;
    const address = followedAt(asked, wantedPort);
    return address !== undefined && plainAddress(socket.localAddress ?? '') === address ? address : undefined;
  };
  const originAt = (address: string | undefined, atPort: number | undefined): string | undefined =>
    address === undefined || atPort === undefined || contentPort === undefined ? undefined : `http://${hostOf(address, atPort)}`;

  return {
    contentPort,
    appOriginOf: (request) => originAt(arrivedAt(request, port), port),
    isContentRequest: (request) => arrivedAt(request, contentPort) !== undefined,
    contentOriginBeside: (appOrigin) =>
      appOrigin.startsWith('http://') ? originAt(followedAt(appOrigin.slice('http://'.length), port), contentPort) : undefined,
    appOriginBeside: (contentHost) => originAt(followedAt(contentHost, contentPort), port),
  };
};

/** Returns the port beside `PORT` that serves book content; undefined if only host names separate content from the application. */
export const contentPortOf = (config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'contentPort'>): number | undefined =>
  config.contentPort ?? createPrivateAddresses(config).contentPort;
