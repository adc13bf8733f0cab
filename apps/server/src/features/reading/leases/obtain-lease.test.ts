/** Tests of `obtainLease`: who gets a lease, on how many devices, and what may be downloaded with it. */
import { LIMITS, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { grantBook } from '../../entitlement/grant-book.ts';
import { READING_LIMITS } from '../limits.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

testAccess('obtainLease', 'every user');
testIdempotency(
  'obtainLease',
  async ({ aUser, bookId, shop: { platform } }) => {
    const as = await aUser();
    await grantBook(platform.db.orm, platform.clock, { userId: as.id, bookId });
    return { as, body: { bookId } };
  },
  // The second call renews the lease.
  { repeatsSafely: true },
);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());
const now = (): number => scenario.shop.platform.clock.now();
const advance = (ms: number): void => scenario.shop.platform.advanceClock?.(ms);

describe('a lease', () => {
  test('lasts 30 days, and the same device gets the same lease and key again', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    const first = await scenario.lease('devicea', as, bookId);
    expect(first.lease.expiresAt).toBe(first.lease.issuedAt + LIMITS.leaseDays * DAY_MS);
    advance(HOUR_MS);
    const second = await scenario.lease('devicea', as, bookId);
    expect(second.lease).toEqual({ ...first.lease, expiresAt: second.lease.expiresAt });
    expect(second.lease.expiresAt).toBeGreaterThanOrEqual(first.lease.expiresAt + HOUR_MS);
  });

  test('has another key on another device and for another user', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    const other = await scenario.aReader();
    await scenario.grant(other, bookId);
    const keys = await Promise.all(
      (
        [
          ['devicea', as],
          ['deviceb', as],
          ['devicea', other],
        ] as const
      ).map(async ([device, reader]) => (await scenario.lease(device, reader, bookId)).lease.key),
    );
    expect(new Set(keys).size).toBe(3);
  });

  test('ends with the right', async () => {
    const [as, bookId] = [await scenario.aReader(), await scenario.aBook()];
    const endsAt = now() + 3 * DAY_MS;
    await scenario.grant(as, bookId, endsAt);
    expect((await scenario.lease('devicea', as, bookId)).lease.expiresAt).toBe(endsAt);
  });

  test('is given for a license without a limit of readers', async () => {
    const as = await scenario.aReader();
    expect((await scenario.obtain('devicea', as, await scenario.aLicensedBook(as, {}))).code).toBe('success');
  });
});

describe('a lease is refused', () => {
  test('to a reader of the trial only', async () => {
    const [as, bookId] = [await scenario.aReader(), await scenario.aBook()];
    expect((await scenario.obtain('devicea', as, bookId)).code).toBe('entitlement.notEntitled');
  });

  test('for a book that does not exist, and for a draft', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    await scenario.shop.platform.db.pool.query("update book set shelf_state = 'draft' where id = $1", [bookId]);
    expect((await scenario.obtain('devicea', as, newId())).code).toBe('catalog.bookNotFound');
    expect((await scenario.obtain('devicea', as, bookId)).code).toBe('catalog.bookNotFound');
  });

  test.each([{ concurrent: 5 }, { seats: 5 }])('to a reader with a license of limited capacity: %o', async (capacity) => {
    const as = await scenario.aReader();
    const bookId = await scenario.aLicensedBook(as, capacity);
    const { code, message } = await scenario.obtain('devicea', as, bookId);
    expect([code, message]).toEqual(['offline.networkOnly', '这本书由机构按人数提供，只能联网阅读，不能下载']);
  });

  test('to a client without a device id', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    const { code, message } = await scenario.shop.call('/api/offline/lease', { as, body: { bookId } });
    expect([code, message]).toEqual(['request.invalid', '缺少设备标识，请更新客户端']);
  });

  test('to a device that has not opened the session, whatever it calls itself', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    await scenario.lease('devicea', as, bookId);
    const { code } = await scenario.shop.call('/api/offline/lease', { as, body: { bookId }, headers: { 'x-device-id': 'devicea' } });
    expect(code).toBe('offline.otherDevice');
  });

  test('on the sixth device, also of concurrent calls, until its lease expires', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    const devices = Array.from({ length: LIMITS.leaseDevicesPerBook + 1 }, (_, n) => `device${n}`);
    const results = await Promise.all(devices.map((device) => scenario.obtain(device, as, bookId)));
    const refused = results.findIndex(({ code }) => code !== 'success');
    expect(results.filter(({ code }) => code === 'success')).toHaveLength(LIMITS.leaseDevicesPerBook);
    expect(results[refused]).toMatchObject({
      code: 'offline.tooManyDevices',
      message: '这本书已保存在 5 台设备上，请先在“我的图书”里移除一台',
    });
    await scenario.shop.platform.db.pool.query('update offline_lease set expires_at = $2 where user_id = $1', [as.id, now()]);
    expect((await scenario.obtain('devicey', as, bookId)).code).toBe('success');
  });

  test('on another device in place of a removed copy, until its device has deleted the text and a day is over', async () => {
    const { as, bookId } = await scenario.anOwnedBook();
    const leases: string[] = [];
    for (let n = 0; n < LIMITS.leaseDevicesPerBook; n += 1) leases.push((await scenario.lease(`device${n}`, as, bookId)).lease.id);
    const obtain = () => scenario.obtain('devicex', as, bookId);
    await scenario.callOn('device1', as, '/api/offline/release', { id: leases[0] });
    // The device is offline and may show the book for as long as its lease lasts.
    expect((await obtain()).message).toContain(`最晚 ${LIMITS.leaseDays * 24} 小时后可以下载`);
    advance(2 * DAY_MS);
    expect((await obtain()).code).toBe('offline.placeTaken');
    await scenario.callOn('device0', as, '/api/offline/renew', { ids: [leases[0]] });
    expect((await obtain()).message).toContain('最晚 24 小时后可以下载');
    advance(DAY_MS - HOUR_MS);
    expect((await obtain()).code).toBe('offline.placeTaken');
    advance(HOUR_MS);
    expect((await obtain()).code).toBe('success');
    await scenario.callOn('device1', as, '/api/offline/release', { id: leases[1] });
    expect((await scenario.obtain('devicey', as, bookId)).code).toBe('offline.placeTaken');
    expect((await scenario.obtain('device1', as, bookId)).code).toBe('success');
    expect((await scenario.obtain('devicey', as, bookId)).code).toBe('offline.tooManyDevices');
  });

  test('for a fourth book within an hour; a renewal does not count', async () => {
    const as = await scenario.aReader();
    const books: string[] = [];
    for (let n = 0; n <= LIMITS.leasedBooksPerHour; n += 1) {
      const bookId = await scenario.aBook();
      await scenario.grant(as, bookId);
      books.push(bookId);
    }
    const codes: string[] = [];
    for (const bookId of [...books.slice(0, -1), ...books.slice(0, -1), ...books.slice(-1)])
      codes.push((await scenario.obtain('devicea', as, bookId)).code);
    expect(codes.slice(0, -1)).toEqual(Array.from({ length: 2 * LIMITS.leasedBooksPerHour }, () => 'success'));
    expect((await scenario.obtain('devicea', as, books.at(-1) ?? '')).message).toBe('每小时最多下载 3 本书，请 60 分钟后再试');
    advance(HOUR_MS);
    expect((await scenario.obtain('devicea', as, books.at(-1) ?? '')).code).toBe('success');
  });
});

describe('a download under a lease', () => {
  const fetchAll = async (baseUrl: string, count: number): Promise<number[]> => {
    const url = new URL(`${baseUrl}OEBPS/c1.xhtml`);
    const statuses: number[] = [];
    for (let n = 1; n <= count; n += 1)
      statuses.push(
        (
          await scenario.shop.request({
            method: 'GET',
            url: url.pathname.replace('/c1.xhtml', `/c${n}.xhtml`),
            headers: { host: url.host },
          })
        ).statusCode,
      );
    return statuses;
  };

  test('gets the chapters of the book without counting them, and nothing once the right has ended', async () => {
    const as = await scenario.aReader();
    const chapters = 130;
    const bookId = await scenario.shop.book(
      {
        metadata: '<dc:identifier id="id">long-lease</dc:identifier><dc:title>长书</dc:title><dc:language>zh-CN</dc:language>',
        chapters: Array.from({ length: chapters }, (_, n): [string, string] => [`第 ${n} 章`, '为学日益，为道日损。']),
      },
      { publish: true, accessModel: 'paid', trialChapters: 2, priceFen: 3_900 },
    );
    await scenario.grant(as, bookId);
    const { content } = await scenario.lease('devicea', as, bookId);
    expect(new Set(await fetchAll(content.baseUrl, chapters))).toEqual(new Set([200]));
    await scenario.shop.platform.db.pool.query("update entitlement set status = 'revoked' where user_id = $1", [as.id]);
    advance(30_000);
    expect(await fetchAll(content.baseUrl, 1)).toEqual([403]);
  });

  test('counts a document as read from the fourth time within an hour, and needs another ticket after half an hour', async () => {
    const as = await scenario.aReader();
    const chapters = READING_LIMITS.chaptersPerMinute * 3;
    const bookId = await scenario.shop.book(
      {
        metadata: '<dc:identifier id="id">again-lease</dc:identifier><dc:title>又一本</dc:title><dc:language>zh-CN</dc:language>',
        chapters: Array.from({ length: chapters }, (_, n): [string, string] => [`第 ${n} 章`, '大巧若拙，大辩若讷。']),
      },
      { publish: true, accessModel: 'paid', trialChapters: 2, priceFen: 3_900 },
    );
    await scenario.grant(as, bookId);
    const { content } = await scenario.lease('devicea', as, bookId);
    for (let n = 0; n < READING_LIMITS.leasedFetchesPerHour; n += 1)
      expect(new Set(await fetchAll(content.baseUrl, chapters))).toEqual(new Set([200]));
    expect(new Set(await fetchAll(content.baseUrl, chapters))).toEqual(new Set([200, 429]));
    advance(READING_LIMITS.leaseTicketMs);
    expect(await fetchAll(content.baseUrl, 1)).toEqual([403]);
  });
});
