/** Tests which host serves what: the application on its own hosts, book content on a book's host, for every spelling of a URL. */
import { once } from 'node:events';
import { get, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { openBook } from '@shufang/contract';
import { frameAssets } from '@shufang/reading-engine/assets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../platform/config-error.ts';
import { listenOnSecondPort } from '../platform/http/second-port.ts';
import { APP_HOST, openTestServer, type TestServer } from '../testing/test-server.ts';

const BOOK_HOST = `0${'1'.repeat(25)}.localhost:8080`;

let shop: TestServer;
let frame: string;
beforeAll(async () => {
  shop = await openTestServer();
  frame = `engine/${(await frameAssets()).hash}/frame.html`;
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop?.close());

/** Returns a free port at 127.0.0.2 whose next port is free too. */
const freePair = async (first: Server, second: Server): Promise<number> => {
  await once(first.listen(0, '127.0.0.2'), 'listening');
  const { port } = first.address() as AddressInfo;
  const taken = once(second, 'error').then(() => true);
  const isTaken = await Promise.race([taken, once(second.listen(port + 1, '127.0.0.2'), 'listening').then(() => false)]);
  for (const server of [first, second]) if (server.listening) await new Promise((resolve) => server.close(resolve));
  return isTaken ? freePair(createServer(), createServer()) : port;
};

const ask = async (host: string, url: string) => shop.request({ method: 'GET', url, headers: { host } });

/** Sends the bytes of a request as they are and returns the response; an HTTP client would normalize the URL. */
const sendRaw = (bytes: string, port?: number): Promise<string> => {
  const socket = connect(port ?? (shop.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

describe('the host of a book', () => {
  test('serves the frame of the engine for every spelling of its URL', async () => {
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
      const response = await ask(BOOK_HOST, url);
      expect([response.statusCode, response.body], url).toEqual([404, '没有找到']);
    }
  });

  test('serves nothing of the application for an absolute URL either', async () => {
    const response = await sendRaw(`GET http://localhost:8080/healthz HTTP/1.1\r\nHost: ${BOOK_HOST}\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('the host of the application', () => {
  test('serves no book content for any spelling', async () => {
    for (const url of [`/~${frame}`, `/%7E${frame}`, `/%7e${frame}`, '/%7Ec/ticket/a.xhtml']) {
      const response = await ask(APP_HOST, url);
      expect([response.statusCode, response.json<{ code: string }>().code], url).toEqual([404, 'request.notFound']);
    }
  });

  test('reads an absolute URL as its path', async () => {
    const whole = (path: string) => sendRaw(`GET http://${APP_HOST}${path} HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\n\r\n`);
    expect(await whole('/healthz')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await whole(`/~${frame}`)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('an unknown host', () => {
  const MALICIOUS = 'x"><img src=x onerror=alert(1)>.example';

  test('gets a Chinese page that names the setting in a browser, and the envelope in a program', async () => {
    const asBrowser = { host: '192.168.1.5:8080', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await shop.request({ method: 'GET', url: '/', headers: asBrowser });
    expect([page.statusCode, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<html lang="zh-CN">');
    expect(page.body).toContain('PUBLIC_URL=http://192.168.1.5:8080');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    for (const url of ['/', '/api/home/get']) {
      const response = await ask('192.168.1.5:8080', url);
      expect([response.statusCode, response.json<{ code: string }>().code], url).toEqual([421, 'request.invalid']);
    }
  });

  test('is shown as text, whatever it contains', async () => {
    const page = await shop.request({ method: 'GET', url: '/', headers: { host: MALICIOUS, accept: 'text/html' } });
    expect(page.body).not.toContain('<img');
    expect(page.body).toContain('&lt;img');
  });
});

describe('a private address of this machine', () => {
  const HTML = 'text/html,*/*;q=0.8';
  let lan: TestServer;
  let port: number;
  const closers: (() => Promise<unknown>)[] = [];
  /** Sends a real request, so that the connection arrives at 127.0.0.2, which no other client IP can claim. */
  const askAt = (atPort: number, url: string, host = `127.0.0.2:${atPort}`, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const request = get({ host: '127.0.0.2', port: atPort, path: url, headers: { host, accept: HTML, ...headers } }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }), reject);
      });
      request.on('error', reject);
    });
  beforeAll(async () => {
    port = await freePair(createServer(), createServer());
    lan = await openTestServer({ HOST: '0.0.0.0', PORT: String(port) });
    closers.push(() => lan.close());
    await lan.server.listen({ port, host: '127.0.0.2' });
    closers.push(await listenOnSecondPort(lan.server, { port: port + 1, host: '127.0.0.2', trustedProxies: [] }));
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test('serves the application as its public name does', async () => {
    expect((await askAt(port, '/healthz')).status).toBe(200);
  });

  test('leads a reader to content on its other port, which only that origin may frame', async () => {
    const bookId = await lan.book({});
    const opened = JSON.parse((await askAt(port, `${openBook.path}?bookId=${bookId}`)).body) as {
      payload: { content: { frameUrl: string; baseUrl: string } };
    };
    const { frameUrl, baseUrl } = opened.payload.content;
    expect(new URL(frameUrl).origin).toBe(`http://127.0.0.2:${port + 1}`);
    expect(new URL(frameUrl).searchParams.get('app')).toBe(`http://127.0.0.2:${port}`);
    expect(new URL(baseUrl).origin).toBe(`http://127.0.0.2:${port + 1}`);
    const framePage = await askAt(port + 1, new URL(frameUrl).pathname);
    expect(framePage.status).toBe(200);
    expect(framePage.headers['content-security-policy']).toContain(`frame-ancestors http://127.0.0.2:${port}`);
    expect(framePage.headers['content-security-policy']).not.toContain('localhost');
  });

  test('serves no content on the port of the application, and nothing of the application on that of content', async () => {
    expect((await askAt(port, `/~${frame}`)).status).toBe(404);
    for (const url of ['/', '/healthz', '/api/home/get', '/openapi.json']) expect((await askAt(port + 1, url)).status, url).toBe(404);
  });

  test.each(['evil.example', '192.168.1.5', '127.0.0.3', '127.0.0.2.evil.example'])('does not respond to the name %s', async (name) => {
    const responses = await Promise.all([
      askAt(port, '/', `${name}:${port}`),
      askAt(port + 1, `/~${frame}`, `${name}:${port + 1}`),
      // This request must be rejected: its host name is right, but its port is that of the application.
      askAt(port + 1, '/', `127.0.0.2:${port}`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([421, 404, 421]);
    expect(responses[0]?.body).toContain('PUBLIC_URL');
  });
});

describe('the log', () => {
  test('contains no content ticket for any spelling of the URL, and the request id once', async () => {
    for (const url of ['/~c/live-ticket/a', '/%7Ec/live-ticket/a', '/~%63/live-ticket/a']) await ask(BOOK_HOST, url);
    expect(shop.log()).toContain('/~c/[已隐去]/*');
    expect(shop.log()).not.toContain('live-ticket');
    expect(shop.log()).toContain('"reqId"');
    expect(shop.log()).not.toContain('"id":');
  });

  test('contains the code of an error', async () => {
    const line = shop.log().length;
    shop.server.log.error({ err: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }, 'x');
    expect(shop.log().slice(line)).toContain('"code":"ECONNREFUSED"');
  });
});

describe('an invalid request', () => {
  const requests: [string, string, number][] = [
    ['an address that cannot be decoded', `GET /%E0echo-me HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\n\r\n`, 400],
    ['garbage', 'echo-me\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: ${APP_HOST}\r\nX-A: ${'echo-me'.repeat(5_000)}\r\n\r\n`, 431],
  ];
  test.each(requests)('%s gets the envelope in Chinese, without an echo of the request', async (_, bytes, status) => {
    const response = await sendRaw(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))).toEqual({
      code: expect.stringMatching(/^request\./),
      message: expect.stringMatching(/[\u4e00-\u9fff]/),
      payload: null,
    });
    expect(response).not.toContain('echo-me');
  });
});

describe('a second port', () => {
  test('serves the same as the first, reports when it is in use, and is free again after closing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = { port: (other.address() as AddressInfo).port, host: '127.0.0.1', trustedProxies: [] };
    const taken = new ConfigError(`图书内容的端口 ${address.port} 已被占用：请关闭占用它的程序，或用 CONTENT_URL 另定一个端口`);
    await expect(listenOnSecondPort(shop.server, address)).rejects.toThrow(taken);
    other.close();
    await once(other, 'close');
    const close = await listenOnSecondPort(shop.server, address);
    expect(await sendRaw('echo-me\r\n\r\n', address.port)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(`GET /healthz HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\n\r\n`, address.port)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    await close();
    await (await listenOnSecondPort(shop.server, address))();
  });
});

describe('the API documentation page', () => {
  test('has our title and does not send HSTS', async () => {
    const page = await ask(APP_HOST, '/docs/');
    expect(page.body).toContain('<title>书房 API</title>');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });
});
