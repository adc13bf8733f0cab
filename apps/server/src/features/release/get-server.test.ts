import { getServer } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { APP_HOST, openTestServer, type TestServer } from '../../testing/test-server.ts';

testAccess('getServer', 'everyone');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer({ CONTENT_URL: 'http://{book}.localhost:8080' });
}, 120_000);
afterAll(() => shop?.close());

it('returns the product and the setting of the content origin', async () => {
  const response = await shop.request({ method: 'GET', url: getServer.path, headers: { host: APP_HOST } });
  expect(response.json()).toEqual({
    code: 'success',
    message: '',
    payload: { product: 'shufang', contentUrl: 'http://{book}.localhost:8080' },
  });
});
