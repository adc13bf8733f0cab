import type { getSettings, OutputOf, PlatformSettings, SettingsFile } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('exportSettings', ['admin'], 'platform');

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
const exported = async () => granted(await shop.call<SettingsFile>('/api/admin/setting/export', { as: admin }));

test('the exported file contains the settings in force with the format and version', async () => {
  granted(await save(SETTINGS));
  expect(await exported()).toMatchObject({ format: 'shufang-settings', version: 1, settings: SETTINGS });
  expect((await shop.call('/api/admin/setting/export', { as: teacher })).code).toBe('forbidden');
});
