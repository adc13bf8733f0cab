/** The limits of a listening socket, the same on every port we listen on: late headers, connections of one address, unreadable requests. */
import type { Server } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { LIMITS } from '@shufang/contract';
import { type HttpFault, plainEnvelope } from './error-answers.ts';
import { carriersOf } from './trusted-proxies.ts';

/** How often Node looks for requests whose headers are late. */
export const HEADERS_CHECK_MS = 2_000;
export const KEEP_ALIVE_MS = 72_000;

const limitConnections = (server: Server, trustedProxies: readonly string[]): void => {
  const carriers = carriersOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > LIMITS.connectionsPerAddress && !carriers.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) {
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
 * Bodies are timed by `watchRequestBodies`: Node's own limit cannot tell an upload from any other call. `trustedProxies`: addresses, or
 * networks as `10.0.0.0/8`.
 */
export const limitServer = (server: Server, trustedProxies: readonly string[] = []): void => {
  server.headersTimeout = LIMITS.headersTimeoutMs;
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  limitConnections(server, trustedProxies);
};

interface Ending {
  readonly status: string;
  readonly fault: HttpFault;
  readonly reason: string;
}
const TOO_SLOW: Ending = { status: '408 Request Timeout', fault: 'request.invalid', reason: '请求发送得太慢' };

const endingOf = (code: string | undefined): Ending => {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: '431 Request Header Fields Too Large', fault: 'request.tooLarge', reason: '' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  return { status: '400 Bad Request', fault: 'request.invalid', reason: '请求的格式有误' };
};

/** Writes an answer past Fastify, which has none to give, and hangs up. Nothing of what was sent comes back. */
const endWith = (socket: Socket, { status, fault, reason }: Ending): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(plainEnvelope(fault, { reason }));
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

/** Answers what is no HTTP request. */
export const answerUnreadableRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET') socket.destroy();
  else endWith(socket, endingOf(error.code));
};

/** Answers a request whose body does not come. */
export const answerSlowRequest = (socket: Socket): void => endWith(socket, TOO_SLOW);
