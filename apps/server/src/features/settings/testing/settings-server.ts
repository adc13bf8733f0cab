/** A server with an administrator who changes the settings, for all tests of a file. */
import type { getSettings, OutputOf, PlatformSettings, SettingsFile } from '@shufang/contract';
import { granted } from '../../../testing/file-fixture.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { withTestServer } from '../../../testing/with-test-server.ts';

export const SETTINGS: PlatformSettings = {
  operatorName: '墨池出版社',
  phone: '010-12345678',
  hours: '工作日 9:00—17:30',
  wechat: '',
  email: 'help@example.com',
  topicEmails: [{ topic: 'infringement', email: 'rights@example.com' }],
  licenses: ['京ICP备00000000号'],
  reviewDays: 7,
};

export const withSettingsServer = () => {
  let users: { admin: TestUser; teacher: TestUser } | undefined;
  const shop = withTestServer({}, async () => {
    users = { admin: await shop().user('13644440001', 'admin'), teacher: await shop().user('13644440002') };
  });
  const userOf = (name: 'admin' | 'teacher'): TestUser => {
    if (users === undefined) throw new Error('the users exist only in tests');
    return users[name];
  };
  const admin = (): TestUser => userOf('admin');
  return {
    shop,
    admin,
    teacher: (): TestUser => userOf('teacher'),
    inForce: async () => granted(await shop().call<OutputOf<typeof getSettings>>('/api/admin/setting/get', { as: admin() })),
    /** Saves settings; without an argument, returns to those of the environment. */
    save: (settings?: object, as = admin()) =>
      shop().call<OutputOf<typeof getSettings>>('/api/admin/setting/save', { as, body: settings === undefined ? {} : { settings } }),
    exported: async () => granted(await shop().call<SettingsFile>('/api/admin/setting/export', { as: admin() })),
  };
};
