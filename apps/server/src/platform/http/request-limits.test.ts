/**
 * Tests the limits of calls and connections at three values: one below the limit, the limit, one above (security.md §3). The limits of
 * sign-in, uploads, archives and sync are tested beside their code.
 */
import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_HOST, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { HTTP_LIMITS } from './limits.ts';
import { limitServer, respondToUnreadableRequest } from './server-limits.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const LOGIN = '/api/center-user/auth/login-by-tel';
/** Returns the code of a sign-in with this body: `account.phoneInvalid` if it reached the schema, which checks the phone number. */
const sent = async (payload: string): Promise<string> =>
  (await shop.request({ method: 'POST', url: LOGIN, headers: { host: APP_HOST, 'content-type': 'application/json' }, payload })).json<{
    code: string;
    message: string;
  }>().code;
const asked = async (url: string): Promise<string> => (await shop.call(url)).code;

const bodyOf = (extra: object): string => JSON.stringify({ tel: 'x', code: '1', ...extra });
/** Returns a body of nested arrays with `depth` levels, including the body itself. */
const nested = (depth: number): string => bodyOf({ more: JSON.parse('['.repeat(depth - 1) + ']'.repeat(depth - 1)) as object });
const padded = (bytes: number): string => bodyOf({ more: 'x'.repeat(bytes - bodyOf({ more: '' }).length) });
/** Returns a body with the given number of keys, half of them in the body and half in a list of objects: all of them are counted. */
const keyed = (keys: number): string => {
  const half = Math.floor(keys / 2);
  const many = (count: number, name: string) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, 1]));
  return bodyOf({ ...many(half - 3, 'a'), more: [many(1, 'b'), many(keys - half - 1, 'c')] });
};

describe('a call', () => {
  const edges: [string, number, (n: number) => Promise<string>, string, string][] = [
    ['bytes of a body', LIMITS.bodyBytes, (n) => sent(padded(n)), 'account.phoneInvalid', 'request.tooLarge'],
    ['levels of a body', HTTP_LIMITS.bodyDepth, (n) => sent(nested(n)), 'account.phoneInvalid', 'request.invalid'],
    ['keys of a whole body', HTTP_LIMITS.bodyKeys, (n) => sent(keyed(n)), 'account.phoneInvalid', 'request.invalid'],
    ['books of a page', LIMITS.pageSizeMax, (n) => asked(`/api/course/query?limit=${n}`), 'success', 'request.invalid'],
    [
      'characters of a search',
      LIMITS.searchTextMax,
      (n) => asked(`/api/search/query?q=${encodeURIComponent('字'.repeat(n))}`),
      'success',
      'request.invalid',
    ],
  ];
  test.each(edges)('may have as many %s as the limit and not one more: %i', async (_, limit, send, inside, outside) => {
    expect([await send(limit - 1), await send(limit), await send(limit + 1)]).toEqual([inside, inside, outside]);
  });

  test('gets a Chinese message that names the exceeded limit', async () => {
    const response = await shop.call(`/api/course/query?limit=${LIMITS.pageSizeMax + 1}`);
    expect(response.message).toBe('limit 不能大于 100');
  });

  test('of sync may contain five hundred changes, whose keys are counted per change', async () => {
    const reader = await shop.user('13944440001');
    const op = () => ({
      id: newId(),
      hlc: 'none',
      entity: 'annotation',
      entityId: newId(),
      kind: 'put',
      fields: { body: 'x', color: 'yellow' },
    });
    const push = async (count: number) =>
      (await shop.call('/api/sync/push', { as: reader, body: { deviceId: 'device0001', ops: Array.from({ length: count }, op) } })).code;
    expect([await push(LIMITS.syncPushOps - 1), await push(LIMITS.syncPushOps), await push(LIMITS.syncPushOps + 1)]).toEqual([
      'success',
      'success',
      'sync.tooManyOps',
    ]);
  });
});

describe('the head of a request', () => {
  let port: number;
  beforeAll(async () => {
    await shop.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = shop.server.server.address() as AddressInfo);
  });

  /** Sends `pieces` one after the other with a short pause and returns everything received until the connection ends. */
  const speak = async (toPort: number, pieces: readonly string[]): Promise<string> => {
    const socket = connect(toPort, '127.0.0.1');
    let response = '';
    socket.on('data', (data: Buffer) => {
      response += data.toString();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => expect(['EPIPE', 'ECONNRESET']).toContain(error.code));
    const closed = once(socket, 'close');
    for (const piece of pieces) {
      if (socket.writable) socket.write(piece);
      await wait(pieces.length > 1 ? 50 : 0);
    }
    await closed;
    return response;
  };

  test('has a total size of URL, names and values below the limit', async () => {
    const statusOf = async (bytes: number): Promise<string | undefined> => {
      const [url, names] = ['/healthz', ['Host', APP_HOST, 'Connection', 'close', 'X-Pad']];
      const pad = 'x'.repeat(bytes - url.length - names.join('').length);
      const response = await speak(port, [`GET ${url} HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\nX-Pad: ${pad}\r\n\r\n`]);
      return response.split(' ')[1];
    };
    expect([
      await statusOf(HTTP_LIMITS.headerBytes - 1),
      await statusOf(HTTP_LIMITS.headerBytes),
      await statusOf(HTTP_LIMITS.headerBytes + 1),
    ]).toEqual(['200', '431', '431']);
  });

  test('must arrive within ten seconds on every port', async () => {
    const plain = new Server();
    limitServer(plain);
    expect([shop.server.server.headersTimeout, plain.headersTimeout]).toEqual([10_000, 10_000]);
  });

  test('that arrives too slowly is rejected with a message, and one in time is processed', async () => {
    const slow = createServer({ connectionsCheckingInterval: 20 }, (_request, response) => response.end('read'));
    limitServer(slow);
    slow.on('clientError', respondToUnreadableRequest);
    slow.headersTimeout = 300;
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port: slowPort } = slow.address() as AddressInfo;
    const head = ['GET / HTTP/1.1\r\n', 'Host: a\r\n', 'Connection: close\r\n', '\r\n'];
    expect(await speak(slowPort, head)).toMatch(/^HTTP\/1\.1 200 .*read$/s);
    const late = await speak(slowPort, [...head.slice(0, 3), ...Array.from({ length: 30 }, (_, n) => `X-${n}: 1\r\n`)]);
    expect(late).toMatch(/^HTTP\/1\.1 408 .*请求发送得太慢/s);
    slow.close();
  });
});

describe('a client IP', () => {
  test('may have as many connections as the limit, and one more after one is closed', () => {
    const server = new Server();
    limitServer(server);
    const connect = (address: string): Socket => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      server.emit('connection', socket);
      return socket;
    };
    const open = Array.from({ length: HTTP_LIMITS.connectionsPerIp }, () => connect('198.51.100.7'));
    expect(open.map((socket) => socket.destroyed)).not.toContain(true);
    expect(connect('198.51.100.7').destroyed).toBe(true);
    expect(connect('198.51.100.8').destroyed).toBe(false);
    open[0]?.emit('close');
    expect(connect('198.51.100.7').destroyed).toBe(false);
    expect(connect('198.51.100.7').destroyed).toBe(true);
  });

  test('of a trusted proxy serves many users and has no connection limit', () => {
    const server = new Server();
    limitServer(server, ['203.0.113.9', '10.20.0.0/16', '2001:db8::/32']);
    const isRefused = (address: string): boolean => {
      const sockets = Array.from({ length: HTTP_LIMITS.connectionsPerIp + 1 }, () => {
        const socket = new Socket();
        Object.defineProperty(socket, 'remoteAddress', { value: address });
        server.emit('connection', socket);
        return socket;
      });
      return sockets.some(({ destroyed }) => destroyed);
    };
    for (const carrier of ['203.0.113.9', '::ffff:203.0.113.9', '10.20.30.40', '2001:db8::7', '127.0.0.1', '::ffff:127.0.0.1', '::1'])
      expect(isRefused(carrier), carrier).toBe(false);
    for (const other of ['203.0.113.10', '10.21.0.1', '::ffff:10.21.0.2', '2001:db9::7']) expect(isRefused(other), other).toBe(true);
  });
});
