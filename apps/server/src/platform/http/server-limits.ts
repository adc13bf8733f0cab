/** Limits of listening sockets, the same on every port: late headers, connections per client IP, unreadable requests. */
import type { Server } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type HttpErrorCode, plainEnvelope } from './error-responses.ts';
import { HTTP_LIMITS } from './limits.ts';
import { carriersOf } from './trusted-proxies.ts';

/** Interval at which Node checks for requests with late headers. */
export const HEADERS_CHECK_MS = 2_000;
export const KEEP_ALIVE_MS = 72_000;

/** Returns the maximum number of concurrent connections of a client IP. */
export type ConnectionsOf = (address: string) => number;
const usualConnections: ConnectionsOf = () => HTTP_LIMITS.connectionsPerIp;

const limitConnections = (server: Server, trustedProxies: readonly string[], connectionsOf: ConnectionsOf): void => {
  const carriers = carriersOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > connectionsOf(address) && !carriers.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left <= 0) open.delete(address);
      else open.set(address, left);
    });
  });
};

/**
 * Applies the limits to a server. `watchRequestBodies` limits the time of bodies, because Node's own timeout cannot distinguish uploads.
 * `trustedProxies`: addresses, or networks such as `10.0.0.0/8`. `connectionsOf`: higher limits for shared client IPs.
 */
export const limitServer = (
  server: Server,
  trustedProxies: readonly string[] = [],
  connectionsOf: ConnectionsOf = usualConnections,
): void => {
  server.headersTimeout = HTTP_LIMITS.headersTimeoutMs;
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  limitConnections(server, trustedProxies, connectionsOf);
};

interface ConnectionError {
  readonly status: string;
  readonly code: HttpErrorCode;
  readonly reason: string;
}
const TOO_SLOW: ConnectionError = { status: '408 Request Timeout', code: 'request.invalid', reason: '请求发送得太慢' };

const connectionErrorOf = (code: string | undefined): ConnectionError => {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: '431 Request Header Fields Too Large', code: 'request.tooLarge', reason: '' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  return { status: '400 Bad Request', code: 'request.invalid', reason: '请求的格式有误' };
};

/** Writes a response directly to the socket and closes it. The response contains nothing of the request. */
const respondAndClose = (socket: Socket, { status, code: errorCode, reason }: ConnectionError): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(plainEnvelope(errorCode, { reason }));
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
};

/** Responds to input that is not an HTTP request. */
export const respondToUnreadableRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET') socket.destroy();
  else respondAndClose(socket, connectionErrorOf(error.code));
};

/** Responds to a request whose body does not arrive in time. */
export const respondToSlowRequest = (socket: Socket): void => respondAndClose(socket, TOO_SLOW);
