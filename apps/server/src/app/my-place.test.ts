/** The head of a person's own page over HTTP: how long they read, what they have, what waits for them, where they are. */
import { formatHlc, type getMyReading, type getMyTodo, type listMyBooks, newId, type OutputOf, type pullChanges } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantBook } from '../features/commerce/grant-book.ts';
import { granted } from './testing/file-scene.ts';
import { aBookNamed } from './testing/order-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

const DAY_MS = 86_400_000;

let shop: TestServer;
let reader: TestPerson;
let people = 0;
let free: string;
let paid: string;

beforeAll(async () => {
  shop = await openTestServer();
  free = await shop.book(aBookNamed('论语选读'), { publish: true });
  paid = await shop.book(aBookNamed('庄子选读'), { publish: true, accessModel: 'institutionOnly' });
});
beforeEach(async () => {
  people += 1;
  reader = await shop.person(`1396777${String(people).padStart(4, '0')}`);
});
afterAll(() => shop?.close());

const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const tell = async <T>(url: string, body: object): Promise<T> => granted(await shop.call<T>(url, { as: reader, body }));
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = (): string => dayOf(shop.platform.clock.now());
const daysAgo = (days: number): string => dayOf(shop.platform.clock.now() - days * DAY_MS);
const beat = (deviceId: string, ...days: { bookId: string; day: string; seconds: number }[]) =>
  tell<{ kept: number }>('/api/stat/beat', { deviceId, days });
const reading = () => ask<OutputOf<typeof getMyReading>>(`/api/stat/mine?today=${today()}`);
const todo = () => ask<OutputOf<typeof getMyTodo>>('/api/my/todo');

describe('reading time', () => {
  test('told again it counts once, a later sum replaces the one before, an older one does not', async () => {
    const told = { bookId: free, day: today(), seconds: 300 };
    expect(await beat('devicea', told)).toEqual({ kept: 1 });
    expect(await beat('devicea', told)).toEqual({ kept: 0 });
    await beat('devicea', { ...told, seconds: 420 }, { ...told, seconds: 360 });
    await beat('devicea', { ...told, seconds: 100 });
    expect((await reading()).totalSeconds).toBe(420);
  });

  test('adds up over devices and books, with this week and the days in a row', async () => {
    await beat('devicea', { bookId: free, day: today(), seconds: 100 }, { bookId: paid, day: today(), seconds: 50 });
    await beat('deviceb', { bookId: free, day: today(), seconds: 30 }, { bookId: free, day: daysAgo(1), seconds: 600 });
    const { week, streakDays, totalSeconds } = await reading();
    expect(week.find(({ day }) => day === today())?.seconds).toBe(180);
    expect({ days: week.length, streakDays, totalSeconds }).toEqual({ days: 7, streakDays: 2, totalSeconds: 780 });
  });

  test('passes over days that cannot be, books that are not, and more than a day has', async () => {
    const answer = await beat(
      'devicea',
      { bookId: free, day: dayOf(shop.platform.clock.now() + 3 * DAY_MS), seconds: 60 },
      { bookId: free, day: daysAgo(61), seconds: 60 },
      { bookId: newId(), day: today(), seconds: 60 },
    );
    expect(answer).toEqual({ kept: 0 });
    await beat('devicea', { bookId: free, day: today(), seconds: 80_000 });
    await beat('deviceb', { bookId: free, day: today(), seconds: 80_000 });
    expect((await reading()).totalSeconds).toBe(86_400);
    const tooLong = await shop.call('/api/stat/beat', {
      as: reader,
      body: { deviceId: 'devicea', days: [{ bookId: free, day: today(), seconds: 86_401 }] },
    });
    expect(tooLong.code).toBe('request.invalid');
  });

  test('is nobody else’s', async () => {
    await beat('devicea', { bookId: free, day: today(), seconds: 300 });
    reader = await shop.person('13967779999');
    expect((await reading()).totalSeconds).toBe(0);
  });
});

describe('what one has and what waits', () => {
  test('is counted by each slice', async () => {
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: reader.id, bookId: paid });
    await tell('/api/ticket/create', { topic: 'other', body: '打不开这一章' });
    const { counts, institutions, applications } = await todo();
    expect(counts).toEqual({ books: 1, notes: 0, ordersToPay: 0, ticketsOpen: 1, ticketsAnswered: 0 });
    expect({ institutions, applications }).toEqual({ institutions: [], applications: [] });
  });

  test('a book read through an institution stays listed as one when the person is elsewhere, and is not theirs', async () => {
    const finance = await shop.person('13967778888', 'finance');
    const now = shop.platform.clock.now();
    const { licence } = granted(
      await shop.call<{ licence: { id: string } }>('/api/admin/licence/create', {
        as: finance,
        body: {
          institution: '甲大学',
          scope: 'books',
          bookIds: [paid],
          networks: ['127.0.0.0/8'],
          startsAt: now - DAY_MS,
          endsAt: now + DAY_MS,
          contractNo: '',
        },
      }),
    );
    expect((await todo()).institutions).toMatchObject([{ name: '甲大学', scope: 'books' }]);
    await ask(`/api/learn/open?bookId=${paid}`);
    const mine = async () => (await ask<OutputOf<typeof listMyBooks>>('/api/my/getBooks')).items;
    expect(await mine()).toMatchObject([{ book: { id: paid }, source: 'institution', held: [], right: { kind: 'institution' } }]);
    await shop.call('/api/admin/licence/status', { as: finance, body: { licenceId: licence.id, status: 'suspended' } });
    expect(await mine()).toMatchObject([{ book: { id: paid }, source: 'institution', right: { kind: 'trial' } }]);
    expect((await todo()).counts.books).toBe(0);
    expect((await todo()).institutions).toEqual([]);
    expect((await ask<{ items: unknown[] }>('/api/shelf/get')).items).toEqual([]);
  });
});

describe('between devices', () => {
  const push = (op: object) =>
    tell<{ results: { status: string }[] }>('/api/sync/push', {
      deviceId: 'devicea',
      ops: [{ id: newId(), kind: 'put', hlc: formatHlc(shop.platform.clock.now(), 0, 'devicea'), ...op }],
    });
  const pulled = async () => (await ask<OutputOf<typeof pullChanges>>('/api/sync/pull?since=0')).changes.map(({ record }) => record);

  test('a place says what kind of device it was read on', async () => {
    const opened = await ask<{ version: { id: string }; manifest: { readingOrder: { href: string }[] } }>(`/api/learn/open?bookId=${free}`);
    const locator = { href: opened.manifest.readingOrder[0]?.href ?? '', locations: { totalProgression: 0.1 } };
    await push({ entity: 'progress', entityId: free, fields: { versionId: opened.version.id, locator, deviceType: 'mobile' } });
    expect(await pulled()).toMatchObject([{ bookId: free, deviceType: 'mobile' }]);
  });

  test('a folder of favourites is one, and no group of the shelf', async () => {
    const folder = newId();
    await push({ entity: 'shelfGroup', entityId: folder, fields: { name: '期末复习', ofFavorites: true } });
    await push({ entity: 'favorite', entityId: `book:${free}`, fields: { folderId: folder } });
    expect(await pulled()).toMatchObject([
      { name: '期末复习', ofFavorites: true },
      { targetId: free, folderId: folder },
    ]);
    expect((await ask<{ groups: unknown[] }>('/api/shelf/get')).groups).toEqual([]);
  });
});
