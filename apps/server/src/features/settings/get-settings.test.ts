import type { getSettings, OutputOf, PlatformSettings } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('getSettings', ['admin'], 'platform');

let shop: TestServer;
let admin: TestUser;
let teacher: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.user('13644440001', 'admin');
  teacher = await shop.user('13644440002');
}, 120_000);
afterAll(() => shop?.close());

const SETTINGS: PlatformSettings = {
  operatorName: '墨池出版社',
  phone: '010-12345678',
  hours: '工作日 9:00—17:30',
  wechat: '',
  email: 'help@example.com',
  topicEmails: [{ topic: 'infringement', email: 'rights@example.com' }],
  licenses: ['京ICP备00000000号'],
  reviewDays: 7,
};

const save = (settings?: object, as = admin) =>
  shop.call<OutputOf<typeof getSettings>>('/api/admin/setting/save', { as, body: settings === undefined ? {} : { settings } });

test('only administrators read or change settings', async () => {
  const editor = await shop.user('13644440003', 'editor');
  for (const as of [editor, teacher]) {
    expect((await shop.call('/api/admin/setting/get', { as })).code).toBe('forbidden');
    expect((await shop.call('/api/admin/setting/export', { as })).code).toBe('forbidden');
    expect((await save(SETTINGS, as)).code).toBe('forbidden');
  }
  expect((await shop.call('/api/admin/setting/get')).code).toBe('requestLogin');
});
