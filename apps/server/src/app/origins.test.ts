/** Which host answers what: the application on its own hosts, book content on a book's host, however an address is spelt. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { frameAssets } from '@shufang/reading-engine/assets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../platform/config-error.ts';
import { listenOnSecondPort } from '../platform/http/second-port.ts';
import { APP_HOST, openTestServer, type TestServer } from './testing/test-server.ts';

const BOOK_HOST = `0${'1'.repeat(25)}.localhost:8080`;

let shop: TestServer;
let frame: string;
beforeAll(async () => {
  shop = await openTestServer();
  frame = `engine/${(await frameAssets()).hash}/frame.html`;
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop?.close());

const ask = async (host: string, url: string) => shop.request({ method: 'GET', url, headers: { host } });

/** What comes back for bytes as they are, without a client that would mend them. */
const sendRaw = (bytes: string, port?: number): Promise<string> => {
  const socket = connect(port ?? (shop.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

describe('the host of a book', () => {
  test('serves the frame of the engine under every spelling of its address', async () => {
    for (const url of [`/~${frame}`, `/%7E${frame}`]) expect((await ask(BOOK_HOST, url)).statusCode, url).toBe(200);
  });

  test('serves nothing of the application', async () => {
    for (const url of [
      '/',
      '/~x',
      '/~/../healthz',
      '/healthz',
      '/api/home/get',
      '/docs/',
      '/docs/static/index.html',
      '/openapi.json',
      '/metrics',
    ]) {
      const answer = await ask(BOOK_HOST, url);
      expect([answer.statusCode, answer.body], url).toEqual([404, '没有找到']);
    }
  });

  test('serves nothing of the application to a whole address either', async () => {
    const answer = await sendRaw(`GET http://localhost:8080/healthz HTTP/1.1\r\nHost: ${BOOK_HOST}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('the host of the application', () => {
  test('serves no book content, however it is spelt', async () => {
    for (const url of [`/~${frame}`, `/%7E${frame}`, `/%7e${frame}`, '/%7Ec/ticket/a.xhtml']) {
      const answer = await ask(APP_HOST, url);
      expect([answer.statusCode, answer.json<{ code: string }>().code], url).toEqual([404, 'request.notFound']);
    }
  });

  test('reads a whole address as its path', async () => {
    const whole = (path: string) => sendRaw(`GET http://${APP_HOST}${path} HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\n\r\n`);
    expect(await whole('/healthz')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await whole(`/~${frame}`)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('the log', () => {
  test('has no content ticket, however the address was spelt, and the id of a request once', async () => {
    for (const url of ['/~c/live-ticket/a', '/%7Ec/live-ticket/a', '/~%63/live-ticket/a']) await ask(BOOK_HOST, url);
    expect(shop.log()).toContain('/~c/[已隐去]/*');
    expect(shop.log()).not.toContain('live-ticket');
    expect(shop.log()).toContain('"reqId"');
    expect(shop.log()).not.toContain('"id":');
  });

  test('names the code of an error', async () => {
    const line = shop.log().length;
    shop.server.log.error({ err: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }, 'x');
    expect(shop.log().slice(line)).toContain('"code":"ECONNREFUSED"');
  });
});

describe('what is no readable request', () => {
  const requests: [string, string, number][] = [
    ['an address that cannot be decoded', `GET /%E0echo-me HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\n\r\n`, 400],
    ['garbage', 'echo-me\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: ${APP_HOST}\r\nX-A: ${'echo-me'.repeat(5_000)}\r\n\r\n`, 431],
  ];
  test.each(requests)('%s gets the envelope in Chinese, and no echo', async (_, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({
      code: expect.stringMatching(/^request\./),
      message: expect.stringMatching(/[\u4e00-\u9fff]/),
      payload: null,
    });
    expect(answer).not.toContain('echo-me');
  });
});

describe('a second port', () => {
  test('answers like the first, says when it is taken, and is free again when closed', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const place = { port: (other.address() as AddressInfo).port, host: '127.0.0.1', trustedProxies: [] };
    const taken = new ConfigError(`图书内容的端口 ${place.port} 已被占用：请关闭占用它的程序，或用 CONTENT_URL 另定一个端口`);
    await expect(listenOnSecondPort(shop.server, place)).rejects.toThrow(taken);
    other.close();
    await once(other, 'close');
    const close = await listenOnSecondPort(shop.server, place);
    expect(await sendRaw('echo-me\r\n\r\n', place.port)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(`GET /healthz HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\n\r\n`, place.port)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    await close();
    await (await listenOnSecondPort(shop.server, place))();
  });
});

describe('the page about the calls', () => {
  test('carries our title and sends nobody to https', async () => {
    const page = await ask(APP_HOST, '/docs/');
    expect(page.body).toContain('<title>书房 API</title>');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });
});
