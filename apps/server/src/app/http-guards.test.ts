/** Tests of the guards of the HTTP server: request checks, security headers, access to the metrics, and the logged part of a URL. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { getCaptcha } from '@shufang/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSecret } from '../platform/config.ts';
import { HTTP_LIMITS } from '../platform/http/limits.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { POLICY_REPORT_PATH } from './policy-reports.ts';

const PRODUCTION = {
  MODE: 'production',
  TEST_CLOCK: '0',
  PUBLIC_URL: 'https://books.example.com',
  CONTENT_URL: 'https://{book}.content.example.com',
  SECRET_KEY: makeSecret(),
  SMS_PROVIDER: 'none',
  TRUSTED_PROXIES: '127.0.0.1',
};

let shop: TestServer;
let guarded: TestServer;
let reader: TestUser;
beforeAll(async () => {
  [shop, guarded] = await Promise.all([
    openTestServer(),
    openTestServer({ ...PRODUCTION, API_DOCS: '0', METRICS_TOKEN: 'a-token-of-metrics' }),
  ]);
  reader = await shop.user('13955550001');
});
afterAll(() => Promise.all([shop?.close(), guarded?.close()]));

const get = (server: TestServer, url: string, options: Omit<InjectOptions, 'url'> = {}) =>
  server.request({ method: 'GET', url, ...options, headers: { host: APP_HOST, ...options.headers } });

describe('a request with two Host headers', () => {
  /** Returns the status line of the response to these raw request lines. */
  const statusOf = async (lines: readonly string[]): Promise<string> => {
    const socket = connect((shop.server.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    return received.split('\r\n', 1)[0] ?? '';
  };
  beforeAll(async () => {
    await shop.server.listen({ port: 0, host: '127.0.0.1' });
  });

  test('is rejected on every path, in any order and any spelling', async () => {
    for (const path of ['/api/home/get', '/', '/healthz', '/nothing/here', '/~engine/x/y']) {
      expect(await statusOf([`GET ${path} HTTP/1.1`, `Host: ${APP_HOST}`, 'Host: evil.example']), path).toBe('HTTP/1.1 400 Bad Request');
      expect(await statusOf([`GET ${path} HTTP/1.1`, 'hOST: evil.example', `HOST: ${APP_HOST}`]), path).toBe('HTTP/1.1 400 Bad Request');
      expect(await statusOf([`GET ${path} HTTP/1.1`, `Host: ${APP_HOST}`, `Host: ${APP_HOST}`]), path).toBe('HTTP/1.1 400 Bad Request');
    }
    expect(await statusOf(['GET /healthz HTTP/1.1', `Host: ${APP_HOST}`])).toBe('HTTP/1.1 200 OK');
  });
});

describe('the Authorization header', () => {
  const codeFor = async (authorization: string): Promise<string> =>
    (await get(shop, '/api/my/getBooks', { headers: { 'x-device-code': 'web', authorization } })).json<{ code: string }>().code;
  const token = (): string => String(reader.headers['authorization']).replace('dp-token ', '');

  test('is accepted only with our scheme', async () => {
    expect(await codeFor(`dp-token ${token()}`)).toBe('success');
    for (const header of [
      token(),
      `Bearer ${token()}`,
      `Basic ${token()}`,
      `dp-token${token()}`,
      `DP-TOKEN ${token()}`,
      `dp-token, ${token()}`,
      `dp-token ${token()} x`,
      `token=${token()}`,
    ])
      expect(await codeFor(header), header.slice(0, 20)).toBe('requestLogin');
  });

  test('without a token, as the client sends it when nobody is signed in, makes the caller anonymous', async () => {
    for (const header of ['dp-token', 'dp-token ', '']) {
      expect(await codeFor(header)).toBe('requestLogin');
      expect((await shop.call('/api/home/get', { headers: { authorization: header } })).code).toBe('success');
    }
  });

  test('of another scheme does not prevent signing in', async () => {
    expect((await shop.call('/api/center-user/auth/getCaptcha', { headers: { authorization: `Bearer ${token()}` } })).code).toBe('success');
  });
});

describe('a browser', () => {
  test('receives HSTS if the product is reached by HTTPS', async () => {
    for (const url of ['/', '/api/home/get', '/healthz', '/api/nothing'])
      expect((await get(guarded, url, { headers: { host: 'books.example.com' } })).headers['strict-transport-security'], url).toBe(
        'max-age=31536000',
      );
    expect(
      (await get(guarded, '/~c/x/y', { headers: { host: '01arz3ndektsv4rrffq69g5fav.content.example.com' } })).headers[
        'strict-transport-security'
      ],
    ).toBe('max-age=31536000');
    expect((await get(shop, '/')).headers['strict-transport-security']).toBeUndefined();
  });

  test('enforces Trusted Types and reports violations', async () => {
    const { headers } = await get(shop, '/');
    expect(headers['content-security-policy']).toContain(
      `; require-trusted-types-for 'script'; trusted-types shufang default; report-uri ${POLICY_REPORT_PATH}`,
    );
    expect(headers['content-security-policy-report-only']).toBeUndefined();
  });
});

describe('a report of the content security policy', () => {
  const report = (file: string, line: number, rest: object = {}) => ({
    'csp-report': { 'effective-directive': 'require-trusted-types-for', 'source-file': file, 'line-number': line, ...rest },
  });
  const send = async (payload: string, type = 'application/csp-report', remoteAddress = '203.0.113.1'): Promise<number> =>
    (
      await shop.request({
        method: 'POST',
        url: POLICY_REPORT_PATH,
        headers: { host: APP_HOST, 'content-type': type },
        payload,
        remoteAddress,
      })
    ).statusCode;
  const linesOf = (text: string): number => shop.log().split(text).length - 1;

  test('is logged once per source position, without text of the page', async () => {
    const secret = 'canary-of-a-page';
    const body = JSON.stringify(
      report(`https://x.example/assets/app-1.js?${secret}`, 7, {
        'script-sample': secret,
        'document-uri': `http://localhost/${secret}`,
        [secret]: 1,
      }),
    );
    for (let round = 0; round < 3; round += 1) expect(await send(body)).toBe(204);
    expect(await send(JSON.stringify(report(`https://x.example/${secret}.js`, 9, { 'effective-directive': secret.toUpperCase() })))).toBe(
      204,
    );
    expect(linesOf('"file":"/assets/app-1.js"')).toBe(1);
    expect(linesOf('"file":"other"')).toBe(1);
    expect(shop.log()).not.toMatch(new RegExp(secret, 'i'));
  });

  test('that is invalid is dropped, and one that is too large is rejected', async () => {
    for (const body of ['', '{', 'null', '[]', '{"csp-report":1}']) expect(await send(body), body).toBe(204);
    expect(await send('x'.repeat(HTTP_LIMITS.policyReportBytes + 1))).toBe(413);
    expect(await send('a=1', 'application/x-www-form-urlencoded')).toBeLessThan(500);
  });

  test('is limited per client IP and in total; further ones are dropped without an error in the console', async () => {
    const reportOf = (line: number): string => JSON.stringify(report('/assets/limit.js', line));
    const isLogged = (line: number): boolean => shop.log().includes(`"file":"/assets/limit.js","line":${line}`);
    for (let round = 1; round < HTTP_LIMITS.policyReportsPerIpPerMinute; round += 1) await send('{}', undefined, '203.0.113.77');
    expect([await send(reportOf(1), undefined, '203.0.113.77'), isLogged(1)]).toEqual([204, true]);
    expect([await send(reportOf(2), undefined, '203.0.113.77'), isLogged(2)]).toEqual([204, false]);
    expect([await send(reportOf(2), undefined, '203.0.113.78'), isLogged(2)]).toEqual([204, true]);
    for (let round = 0; round < HTTP_LIMITS.policyReportsPerMinute; round += 1)
      await send('{}', undefined, `198.51.${Math.floor(round / 200)}.${round % 200}`);
    expect([await send(reportOf(3), undefined, '203.0.113.79'), isLogged(3)]).toEqual([204, false]);
  });

  test('from one browser cannot fill the log beyond the limit', async () => {
    const fresh = await openTestServer();
    for (let line = 0; line < HTTP_LIMITS.policyReportsLogged + 5; line += 1)
      await fresh.request({
        method: 'POST',
        url: POLICY_REPORT_PATH,
        headers: { host: APP_HOST, 'content-type': 'application/csp-report' },
        payload: JSON.stringify(report('/assets/a.js', line)),
        remoteAddress: `198.51.100.${line}`,
      });
    expect(fresh.log().split('content security policy reported').length - 1).toBe(HTTP_LIMITS.policyReportsLogged);
    await fresh.close();
  });
});

describe('the metrics', () => {
  const statusOf = async (server: TestServer, headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<number> =>
    (await get(server, '/metrics', { headers, remoteAddress })).statusCode;
  const HOST = { host: 'books.example.com' };
  const RIGHT = { authorization: 'Bearer a-token-of-metrics' };

  test('need no token on this machine itself', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8']) {
      expect(await statusOf(shop, {}, address), address).toBe(200);
      expect(await statusOf(guarded, HOST, address), address).toBe(200);
    }
  });

  test.each([
    'x-forwarded-for',
    'X-Forwarded-Port',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'x-original-forwarded-for',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fastly-client-ip',
  ])('need a token when %s shows that the request was forwarded', async (name) => {
    expect(await statusOf(shop, { [name]: '127.0.0.1' })).toBe(404);
    expect(await statusOf(guarded, { ...HOST, [name]: '127.0.0.1' })).toBe(404);
    expect(await statusOf(guarded, { ...HOST, ...RIGHT, [name]: '127.0.0.1' })).toBe(200);
  });

  test('need the right token from elsewhere', async () => {
    expect(await statusOf(shop, {}, '203.0.113.9')).toBe(404);
    expect(await statusOf(shop, { authorization: 'Bearer undefined' }, '203.0.113.9')).toBe(404);
    expect(await statusOf(shop, { authorization: 'Bearer ' }, '203.0.113.9')).toBe(404);
    expect(await statusOf(guarded, { ...HOST, ...RIGHT }, '203.0.113.9')).toBe(200);
    for (const authorization of [
      'Bearer a-token-of-metric',
      'Bearer a-token-of-metrics2',
      'a-token-of-metrics',
      'Basic a-token-of-metrics',
    ])
      expect(await statusOf(guarded, { ...HOST, authorization }, '203.0.113.9'), authorization).toBe(404);
    expect(await statusOf(guarded, { ...HOST, 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9')).toBe(404);
  });
});

test('a response of more than 1 KB is compressed for a client that accepts it', async () => {
  const response = await get(shop, getCaptcha.path, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
  expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toMatchObject({ code: 'success' });
});

test('the OpenAPI description can be disabled', async () => {
  const statuses = async (server: TestServer, host: string): Promise<number[]> =>
    Promise.all(
      ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/index.html'].map(
        async (url) => (await get(server, url, { headers: { host } })).statusCode,
      ),
    );
  expect(await statuses(guarded, 'books.example.com')).toEqual([404, 404, 404, 404, 404]);
  expect((await statuses(shop, APP_HOST)).slice(0, 2)).toEqual([200, 200]);
});

describe('a URL in the log', () => {
  const SECRET = 'Canary-mima-9c41f7';
  /** Returns the logged URLs of these requests. */
  const loggedOf = async (urls: readonly string[], method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE' = 'GET'): Promise<string[]> => {
    const before = shop.log().length;
    for (const url of urls) await shop.request({ method, url, headers: { host: APP_HOST, 'content-type': 'application/json' } });
    const lines = shop.log().slice(before).trim().split('\n');
    // One line may be missing: an invalid URL (`/%zz`) is rejected before its request is logged.
    expect(lines.length).toBeGreaterThanOrEqual(urls.length - 1);
    expect(lines.join('\n')).not.toContain(SECRET);
    expect(lines.join('\n')).not.toContain(encodeURIComponent(reader.tel));
    return lines.flatMap((line) => (JSON.parse(line) as { url?: string }).url ?? []);
  };

  test('that matches no route is its first segment and its length', async () => {
    const token = String(reader.headers['authorization']).replace('dp-token ', '');
    expect(token.length).toBeGreaterThan(100);
    expect(await loggedOf([`/user/${SECRET}`, `/nothing/at/all/${SECRET}?x=${SECRET}`, `/api/no-such-call/${SECRET}`])).toEqual([
      '/user…[length 24]',
      '/nothing…[length 34]',
      '/api…[length 36]',
    ]);
    expect(
      await loggedOf([`/${SECRET}`, `/${SECRET}.png`, `/${token.slice(0, 90)}`, `//${SECRET}`, `/${encodeURIComponent(`${SECRET} `)}`]),
    ).toEqual([19, 23, 91, 20, 22].map((length) => `/…[length ${length}]`));
  });

  test.each(['GET', 'POST', 'OPTIONS', 'DELETE'] as const)('shows no more if %s matches no route', async (method) => {
    const logged = await loggedOf(
      [
        `/${SECRET}`,
        `/assets/${SECRET}.js`,
        `/docs/${SECRET}`,
        `/docs/static/${SECRET}`,
        `/api/user/${SECRET}`,
        `/apiv2/${SECRET}/x`,
        `/q/${SECRET}`,
        `/course/info/${SECRET}`,
        `/course/learning/${SECRET}`,
        `/~c/${SECRET}/x`,
        `/~engine/${SECRET}/${SECRET}`,
        `/files/${SECRET}`,
        `/covers/${SECRET}/${SECRET}.webp`,
        `/%zz/${SECRET}`,
        `/healthz/${SECRET}`,
        `/user;${SECRET}`,
        `/user#${SECRET}`,
        `http://localhost:8080/${SECRET}`,
        `/healthz?${SECRET}`,
      ],
      method,
    );
    expect(logged.length).toBeGreaterThan(10);
  });

  test('that matches an operation or a page is its pattern, with entity ids', async () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await loggedOf([`/api/home/get?x=${SECRET}`, '/healthz'])).toEqual(['/api/home/get', '/healthz']);
    expect(await loggedOf([`/covers/${id}/x.webp`])).toEqual([expect.not.stringContaining('x.webp')]);
  });
});
