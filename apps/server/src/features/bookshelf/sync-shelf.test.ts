/** Tests of sync of the shelf between devices. */
import { formatHlc, newId, type OutputOf, type pullChanges } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { aBookNamed } from '../../testing/server-order-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let shop: TestServer;
let reader: TestUser;
let userCount = 0;
let free: string;
beforeAll(async () => {
  shop = await openTestServer();
  free = await shop.book(aBookNamed('论语选读'), { publish: true });
});
beforeEach(async () => {
  userCount += 1;
  reader = await shop.user(`1396777${String(userCount).padStart(4, '0')}`);
});
afterAll(() => shop?.close());
const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const send = async <T>(url: string, body: object): Promise<T> => granted(await shop.call<T>(url, { as: reader, body }));
const push = (op: object) =>
  send<{ results: { status: string }[] }>('/api/sync/push', {
    deviceId: 'devicea',
    ops: [{ id: newId(), kind: 'put', hlc: formatHlc(shop.platform.clock.now(), 0, 'devicea'), ...op }],
  });
const pulled = async () => (await ask<OutputOf<typeof pullChanges>>('/api/sync/pull?since=0')).changes.map(({ record }) => record);

test('the position in a book is synced with the type of the device on which it was read', async () => {
  const opened = await ask<{ version: { id: string }; readingOrder: { items: { href: string }[] } }>(`/api/learn/open?bookId=${free}`);
  const locator = { href: opened.readingOrder.items[0]?.href ?? '', locations: { totalProgression: 0.1 } };
  await push({ entity: 'progress', entityId: free, fields: { versionId: opened.version.id, locator, deviceType: 'mobile' } });
  expect(await pulled()).toMatchObject([{ bookId: free, deviceType: 'mobile' }]);
});

test('a folder of favorites is synced as a folder and is not a group of the shelf', async () => {
  const folder = newId();
  await push({ entity: 'shelfGroup', entityId: folder, fields: { name: '期末复习', ofFavorites: true } });
  await push({ entity: 'favorite', entityId: `book:${free}`, fields: { folderId: folder } });
  expect(await pulled()).toMatchObject([
    { name: '期末复习', ofFavorites: true },
    { targetId: free, folderId: folder },
  ]);
  expect((await ask<{ groups: unknown[] }>('/api/shelf/get')).groups).toEqual([]);
});
