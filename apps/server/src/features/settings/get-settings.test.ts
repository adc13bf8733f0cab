import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { SETTINGS, withSettingsServer } from './testing/settings-server.ts';

testAccess('getSettings', ['admin'], 'platform');

const { shop, teacher, save } = withSettingsServer();

test('only administrators read or change settings', async () => {
  const editor = await shop().user('13644440003', 'editor');
  for (const as of [editor, teacher()]) {
    expect((await shop().call('/api/admin/setting/get', { as })).code).toBe('forbidden');
    expect((await shop().call('/api/admin/setting/export', { as })).code).toBe('forbidden');
    expect((await save(SETTINGS, as)).code).toBe('forbidden');
  }
  expect((await shop().call('/api/admin/setting/get')).code).toBe('requestLogin');
});
