import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { BASE } from './testing/release-fixture.ts';

testAccess('getLastAppAsar', 'everyone');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
}, 120_000);
afterAll(() => shop?.close());

it('asks old clients to install the newest version', async () => {
  expect(await shop.call(`${BASE}/getLastAppAsar`)).toEqual({
    code: 'release.callRetired',
    message: '这个更新接口已停用，请下载安装最新版客户端',
    payload: null,
  });
});
