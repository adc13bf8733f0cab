import { type importSettings, newId, type OutputOf, SETTINGS_FORMAT, SETTINGS_FORMAT_VERSION } from '@shufang/contract';
import { expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { SETTINGS, withSettingsServer } from './testing/settings-server.ts';

testAccess('importSettings', ['admin'], 'platform');

testIdempotency('importSettings', async ({ aUser, query }) => {
  await query('delete from platform_settings');
  const settings = { operatorName: `书房 ${newId().slice(-6)}` };
  const file = { format: SETTINGS_FORMAT, version: SETTINGS_FORMAT_VERSION, exportedAt: '', settings };
  return { as: await aUser('admin'), body: { text: JSON.stringify(file), apply: true } };
});

const { shop, admin, inForce, save, exported } = withSettingsServer();
const importFile = (text: string, apply: boolean) =>
  shop().call<OutputOf<typeof importSettings>>('/api/admin/setting/import', { as: admin(), body: { text, apply } });

test('an exported file restores the same settings; before it is applied the changes are only returned', async () => {
  await save(SETTINGS);
  const file = JSON.stringify(await exported());
  expect(granted(await importFile(file, true))).toEqual({ changes: [], isApplied: false });
  granted(await save());
  expect(await inForce()).toMatchObject({ source: 'environment' });
  const compared = granted(await importFile(file, false));
  expect(compared.isApplied).toBe(false);
  expect(compared.changes).toContainEqual({ name: 'reviewDays', before: '3', after: '7' });
  expect(compared.changes).toContainEqual({
    name: 'topicEmails',
    before: 'infringement rights@shufang.example',
    after: 'infringement rights@example.com',
  });
  expect(await inForce()).toMatchObject({ source: 'environment' });
  expect(granted(await importFile(file, true)).isApplied).toBe(true);
  expect((await inForce()).settings).toEqual(SETTINGS);
});

test.each([
  ['no JSON', 'xlsx', '它不是 JSON'],
  ['null', 'null', '它不是从“平台设置”导出的文件'],
  ['another format', JSON.stringify({ format: 'other', version: 1, settings: {} }), '它不是从“平台设置”导出的文件'],
  ['a later version', JSON.stringify({ format: 'shufang-settings', version: 2, settings: {} }), '它来自另一个版本的书房'],
  ['an unknown setting', JSON.stringify({ format: 'shufang-settings', version: 1, settings: { reviewDays: 3, theme: 'dark' } }), 'theme'],
  ['a value out of range', JSON.stringify({ format: 'shufang-settings', version: 1, settings: { reviewDays: 61 } }), 'reviewDays'],
])('a file with %s is refused with the reason, and nothing is saved', async (_, text, reason) => {
  const before = await inForce();
  const refused = await importFile(text, true);
  expect(refused.code).toBe('settings.fileInvalid');
  expect(refused.message).toContain(reason);
  expect(await inForce()).toEqual(before);
});
