/** Tests which foreign origins may call the server: the page of the desktop client, and no other (security.md T22). */
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DESKTOP_ORIGIN, getUserInfo, SYNC_STREAM_PATH } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';

let shop: TestServer;
let reader: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13955550011');
}, 120_000);
afterAll(() => shop?.close());

const BOOK_HOST = `0${'1'.repeat(25)}.localhost:8080`;
const FOREIGN = [
  'null',
  'app://client2',
  'app://client.example',
  'app://CLIENT',
  'app://books',
  'app://',
  'https://client',
  'http://client',
  'https://evil.example',
  `http://${APP_HOST}`,
];

const preflight = (origin: string, host = APP_HOST, url: string = getUserInfo.path) =>
  shop.request({
    method: 'OPTIONS',
    url,
    headers: { host, origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization,x-device-code' },
  });

const read = (origin: string) =>
  shop.request({
    method: 'GET',
    url: getUserInfo.path,
    headers: { host: APP_HOST, origin, ...reader.headers },
  });

describe('the page of the desktop client', () => {
  test('may send the headers of a call', async () => {
    const { statusCode, headers, body } = await preflight(DESKTOP_ORIGIN);
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers['access-control-allow-origin']).toBe('app://client');
    expect(headers['access-control-allow-methods']).toBe('GET, POST');
    expect(String(headers['access-control-allow-headers']).split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'x-device-code', 'x-device-id', 'x-op-id', 'x-client-key']),
    );
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('may read the response of a call with its token', async () => {
    const { headers, body } = await read(DESKTOP_ORIGIN);
    expect(JSON.parse(body)).toMatchObject({ code: 'success' });
    expect(headers['access-control-allow-origin']).toBe('app://client');
    expect(headers['vary']).toMatch(/\borigin\b/i);
    expect(headers['access-control-expose-headers']).toContain('x-request-id');
  });

  test('may read the event stream', async () => {
    await shop.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.server.server.address() as AddressInfo;
    const ended = new AbortController();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { headers: { ...reader.headers, host: APP_HOST, origin: DESKTOP_ORIGIN }, signal: ended.signal };
      get(`http://127.0.0.1:${port}${SYNC_STREAM_PATH}`, options, resolve).on('error', reject);
    });
    response.on('error', () => undefined);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'access-control-allow-origin': 'app://client',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    });
    ended.abort();
  });

  test('may read errors', async () => {
    const { headers, body } = await shop.request({ method: 'GET', url: '/api/x', headers: { host: APP_HOST, origin: DESKTOP_ORIGIN } });
    expect(JSON.parse(body)).toMatchObject({ code: 'request.notFound' });
    expect(headers['access-control-allow-origin']).toBe('app://client');
  });

  test('may not read the content of books, nor another host', async () => {
    for (const host of [BOOK_HOST, 'evil.example']) {
      const { statusCode, headers } = await preflight(DESKTOP_ORIGIN, host, '/');
      expect(statusCode, host).not.toBe(204);
      expect(headers, host).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('another foreign page', () => {
  test.each(FOREIGN)('from %s may neither send nor read', async (origin) => {
    const asked = await preflight(origin);
    expect(asked.statusCode).toBe(404);
    for (const { headers } of [asked, await read(origin)])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
