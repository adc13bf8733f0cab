/** Tests of the store page and the service worker of the content origin over HTTP: who may frame the page, and what it may load. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_HOST } from '../../testing/test-server.ts';
import { type LeaseScenario, openLeaseScenario } from './leases/testing/lease-scenario.ts';

let scenario: LeaseScenario;
let storeUrl: URL;
beforeAll(async () => {
  scenario = await openLeaseScenario();
  const { as, bookId } = await scenario.anOwnedBook();
  storeUrl = new URL((await scenario.lease('devicea', as, bookId)).lease.storeUrl);
});
afterAll(() => scenario?.close());
const fetchFrom = (host: string, path: string) => scenario.shop.request({ method: 'GET', url: path, headers: { host } });

test('the store page is on the content origin of the book, runs its own script only, and is framed by the application only', async () => {
  const response = await fetchFrom(storeUrl.host, storeUrl.pathname);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const script = /<script>(.*?)<\/script>/s.exec(response.body)?.[1] ?? '';
  expect(script.length).toBeGreaterThan(1_000);
  const [ancestors, ...policy] = String(response.headers['content-security-policy']).split('; ').toReversed();
  expect(policy.toReversed().join('; ')).toBe(
    [
      "default-src 'none'",
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      "connect-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  );
  expect(ancestors).toBe(`frame-ancestors http://${APP_HOST} http://127.0.0.1:8080`);
});

test('the service worker may load from its own origin only, and is checked for a new version each time', async () => {
  const { statusCode, headers } = await fetchFrom(storeUrl.host, '/~offline-worker.js');
  expect([statusCode, headers['content-type'], headers['cache-control'], headers['content-security-policy']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
    "default-src 'none'; connect-src 'self'",
  ]);
});

test('neither is on the origin of the application, and another version of the page is not found', async () => {
  for (const [host, path] of [
    [APP_HOST, storeUrl.pathname],
    [APP_HOST, '/~offline-worker.js'],
    [storeUrl.host, '/~store/0123456789abcdef/store.html'],
  ] as const) {
    const { statusCode, body } = await fetchFrom(host, path);
    expect([host, path, statusCode, body.includes('<script>')]).toEqual([host, path, 404, false]);
  }
});
