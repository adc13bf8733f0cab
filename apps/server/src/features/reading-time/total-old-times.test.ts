/** Tests that reading time by day is replaced by totals after 180 days. */
import type { getChapterTimes, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTimeFixture, type TimeFixture } from './testing/time-fixture.ts';
import { totalOldTimes } from './total-old-times.ts';

let fixture: TimeFixture;
beforeAll(async () => {
  fixture = await openTimeFixture();
});
afterAll(() => fixture?.shop.close());

test('after 180 days the days and blocks are deleted, and the times of the chapters stay the same', async () => {
  const reader = await fixture.aUser();
  const { platform, call } = fixture.shop;
  const report = (deviceId: string, seconds: number) =>
    call('/api/stat/blocks', { as: reader, body: { deviceId, documents: [fixture.timeOf(seconds)] } });
  await report('devicea', 60);
  await report('deviceb', 30);
  const chapters = async () =>
    (await call<OutputOf<typeof getChapterTimes>>(`/api/stat/chapters?bookId=${fixture.bookId}`, { as: reader })).payload?.documents;
  const days = async () => (await platform.db.pool.query('select 1 from block_time')).rows.length;
  const later = (count: number) => ({ db: platform.db, clock: { now: () => platform.clock.now() + count * 86_400_000 } });
  expect(await totalOldTimes(later(180))).toBe(0);
  expect([await days(), await chapters()]).toEqual([2, [{ href: fixture.href, seconds: 90 }]]);
  expect(await totalOldTimes(later(181))).toBe(2);
  expect(await totalOldTimes(later(181))).toBe(0);
  expect([await days(), await chapters()]).toEqual([0, [{ href: fixture.href, seconds: 90 }]]);
  await report('devicea', 70);
  expect(await chapters()).toEqual([{ href: fixture.href, seconds: 160 }]);
  expect(await totalOldTimes(later(181))).toBe(1);
  expect([await days(), await chapters()]).toEqual([0, [{ href: fixture.href, seconds: 160 }]]);
  await call('/api/stat/recording/set', { as: reader, body: { isOn: false } });
  expect(await chapters()).toEqual([]);
});
