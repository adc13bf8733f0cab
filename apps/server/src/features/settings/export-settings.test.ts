import { expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { SETTINGS, withSettingsServer } from './testing/settings-server.ts';

testAccess('exportSettings', ['admin'], 'platform');

const { shop, teacher, save, exported } = withSettingsServer();

test('the exported file contains the settings in force with the format and version', async () => {
  granted(await save(SETTINGS));
  expect(await exported()).toMatchObject({ format: 'shufang-settings', version: 1, settings: SETTINGS });
  expect((await shop().call('/api/admin/setting/export', { as: teacher() })).code).toBe('forbidden');
});
