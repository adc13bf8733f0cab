/** Tests switching the recording of reading time by chapter off and on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTimeFixture, type TimeFixture } from './testing/time-fixture.ts';

testAccess('setTimeRecording', 'every user');
testIdempotency('setTimeRecording', async ({ aUser }) => ({ as: await aUser(), body: { isOn: false } }));

let fixture: TimeFixture;
beforeAll(async () => {
  fixture = await openTimeFixture();
});
afterAll(() => fixture?.shop.close());

test('a user who switches the recording off loses what was recorded, and nothing more is stored until it is on again', async () => {
  const [reader, other] = [await fixture.aUser(), await fixture.aUser()];
  const send = async (as = reader) =>
    (await fixture.shop.call('/api/stat/blocks', { as, body: { deviceId: 'devicea', documents: [fixture.timeOf(60)] } })).payload;
  const isOn = async () => (await fixture.shop.call('/api/stat/recording', { as: reader })).payload;
  const set = async (body: object) => (await fixture.shop.call('/api/stat/recording/set', { as: reader, body })).message;
  const rows = async (id: string) =>
    (await fixture.shop.platform.db.pool.query('select 1 from block_time where user_id = $1', [id])).rows.length;
  expect([await send(), await send(other)]).toEqual([
    { stored: 1, isOn: true },
    { stored: 1, isOn: true },
  ]);
  expect(await isOn()).toEqual({ isOn: true });
  expect(await set({ isOn: false })).toBe('已关闭，并删除了记录的阅读时长');
  expect([await isOn(), await send()]).toEqual([{ isOn: false }, { stored: 0, isOn: false }]);
  expect([await rows(reader.id), await rows(other.id)]).toEqual([0, 1]);
  expect(await set({ isOn: true })).toBe('已开始记录阅读时长');
  expect(await send()).toEqual({ stored: 1, isOn: true });
});
