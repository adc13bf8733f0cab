/** The limits of a listening socket, the same on every port we listen on: late headers, connections of one address, unreadable requests. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '@shufang/contract';
import { type HttpFault, plainEnvelope } from './error-answers.ts';

/** How often Node looks for requests whose headers are late. */
export const HEADERS_CHECK_MS = 2_000;
export const KEEP_ALIVE_MS = 72_000;

const limitConnections = (server: Server): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    const loopback = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
    if (count > LIMITS.connectionsPerAddress && !loopback) {
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

/** Bodies are timed by `watchRequestBodies`: Node's own limit cannot tell an upload from any other call. */
export const limitServer = (server: Server): void => {
  server.headersTimeout = LIMITS.headersTimeoutMs;
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  limitConnections(server);
};

const faultOf = (code: string | undefined): { status: string; fault: HttpFault; reason: string } => {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: '431 Request Header Fields Too Large', fault: 'request.tooLarge', reason: '' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: '408 Request Timeout', fault: 'request.invalid', reason: '请求发送得太慢' };
  return { status: '400 Bad Request', fault: 'request.invalid', reason: '请求的格式有误' };
};

/** Answers what is no HTTP request. Nothing of what was sent comes back. */
export const answerUnreadableRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, fault, reason } = faultOf(error.code);
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
