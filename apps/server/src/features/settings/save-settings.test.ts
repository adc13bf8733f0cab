import { type getContact, newId, type OutputOf } from '@shufang/contract';
import { expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { SETTINGS, withSettingsServer } from './testing/settings-server.ts';

testAccess('saveSettings', ['admin'], 'platform');

testIdempotency('saveSettings', async ({ aUser, query }) => {
  await query('delete from platform_settings');
  return { as: await aUser('admin'), body: { settings: { operatorName: `书房 ${newId().slice(-6)}` } } };
});

const { shop, teacher, inForce, save } = withSettingsServer();
const contact = async () => granted(await shop().call<OutputOf<typeof getContact>>('/api/help/contact'));
const audited = async (): Promise<unknown[]> =>
  (await shop().platform.db.pool.query(`select before, after from audit_event where action = 'settings.save' order by at, id`)).rows;

test('saved settings are in force at once in place of the environment, and only changed ones are audited', async () => {
  expect(await inForce()).toMatchObject({ source: 'environment', settings: { operatorName: '书房示例出版社', reviewDays: 3 } });
  expect((await contact()).name).toBe('书房示例出版社');
  expect(granted(await save(SETTINGS))).toMatchObject({ source: 'saved', settings: SETTINGS });
  expect(await contact()).toEqual({
    name: '墨池出版社',
    phone: '010-12345678',
    hours: '工作日 9:00—17:30',
    email: 'help@example.com',
    emails: [{ topic: 'infringement', email: 'rights@example.com' }],
    licenses: ['京ICP备00000000号'],
  });
  expect((await shop().call<{ reviewDays: number }>('/api/my/getAuthentication', { as: teacher() })).payload?.reviewDays).toBe(7);
  shop().platform.advanceClock?.(1_000);
  await save(SETTINGS);
  await save({ ...SETTINGS, reviewDays: 5 });
  expect((await audited()).at(-1)).toEqual({ before: { reviewDays: 7 }, after: { reviewDays: 5 } });
  expect((await audited()).length).toBe(2);
});

test.each([
  ['reviewDays', 0],
  ['reviewDays', 1.5],
  ['email', 'help'],
  [
    'topicEmails',
    [
      { topic: 'account', email: 'a@example.com' },
      { topic: 'account', email: 'b@example.com' },
    ],
  ],
  ['licenses', Array.from({ length: 11 }, () => '号')],
])('%s %j is not saved', async (name, value) => {
  expect((await save({ ...SETTINGS, [name]: value })).code).toBe('request.invalid');
});
