/** Tests the reading time by document and block that devices report. */
import type { getChapterTimes, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openTimeFixture, type TimeFixture } from './testing/time-fixture.ts';

testAccess('reportBlockTime', 'every user');
testIdempotency('reportBlockTime', async ({ aUser, bookId }) => ({
  as: await aUser(),
  body: {
    deviceId: 'device0001',
    documents: [{ bookId, versionId: '0'.repeat(26), href: 'a.xhtml', day: '2026-01-01', seconds: 60, blocks: {} }],
  },
}));

let fixture: TimeFixture;
beforeAll(async () => {
  fixture = await openTimeFixture();
});
afterAll(() => fixture?.shop.close());

const report = async (as: TestUser, deviceId: string, ...documents: object[]) =>
  (await fixture.shop.call<{ stored: number }>('/api/stat/blocks', { as, body: { deviceId, documents } })).payload?.stored;
const chapters = async (as: TestUser) =>
  (await fixture.shop.call<OutputOf<typeof getChapterTimes>>(`/api/stat/chapters?bookId=${fixture.bookId}`, { as })).payload?.documents;
const blockSeconds = async (as: TestUser) =>
  (
    await fixture.shop.platform.db.pool.query<{ block_seconds: number[] }>(
      'select block_seconds from block_time where user_id = $1 order by device_id',
      [as.id],
    )
  ).rows.map(({ block_seconds: seconds }) => seconds.slice(0, 2));

test('the same report counts once, a greater one replaces it block by block, and devices add up', async () => {
  const reader = await fixture.aUser();
  const [first = '', second = ''] = fixture.blockIds;
  expect(fixture.blockIds.length).toBeGreaterThan(1);
  const time = fixture.timeOf(60, { blocks: { [first]: 40, [second]: 20 } });
  expect(await report(reader, 'devicea', time)).toBe(1);
  expect(await report(reader, 'devicea', time)).toBe(0);
  expect(await report(reader, 'devicea', fixture.timeOf(30, { blocks: { [first]: 10, [second]: 5 } }))).toBe(0);
  expect(await report(reader, 'devicea', fixture.timeOf(90, { blocks: { [first]: 30, [second]: 60 } }))).toBe(1);
  expect(await blockSeconds(reader)).toEqual([[40, 60]]);
  expect(await report(reader, 'deviceb', fixture.timeOf(10))).toBe(1);
  expect(await chapters(reader)).toEqual([{ href: fixture.href, seconds: 100 }]);
  expect(await chapters(await fixture.aUser())).toEqual([]);
});

test('unknown documents, versions, blocks and implausible days are ignored', async () => {
  const reader = await fixture.aUser();
  const ignored = [
    fixture.timeOf(60, { href: 'unknown.xhtml' }),
    fixture.timeOf(60, { versionId: '0'.repeat(26) }),
    fixture.timeOf(60, { bookId: '0'.repeat(26) }),
    fixture.timeOf(60, { day: '2020-01-01' }),
  ];
  expect(await report(reader, 'devicea', ...ignored)).toBe(0);
  expect(await report(reader, 'devicea', fixture.timeOf(60, { blocks: { unknown: 60 } }))).toBe(1);
  expect(await blockSeconds(reader)).toEqual([[0, 0]]);
  const tooLong = await fixture.shop.call('/api/stat/blocks', {
    as: reader,
    body: { deviceId: 'devicea', documents: [fixture.timeOf(86_401)] },
  });
  expect(tooLong.code).toBe('request.invalid');
});
