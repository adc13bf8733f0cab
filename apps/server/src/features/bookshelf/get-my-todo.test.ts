/** Tests of the overview of a user's books, notes, orders, help tickets, institutions and applications. */
import { type getMyTodo, type listMyBooks, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { aBookNamed } from '../../testing/server-order-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';

testAccess('getMyTodo', 'every user');

const DAY_MS = 86_400_000;
let shop: TestServer;
let reader: TestUser;
let userCount = 0;
let paid: string;
beforeAll(async () => {
  shop = await openTestServer();
  paid = await shop.book(aBookNamed('庄子选读'), { publish: true, accessModel: 'institutionOnly' });
});
beforeEach(async () => {
  userCount += 1;
  reader = await shop.user(`1396777${String(userCount).padStart(4, '0')}`);
});
afterAll(() => shop?.close());
const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const send = async <T>(url: string, body: object): Promise<T> => granted(await shop.call<T>(url, { as: reader, body }));
const todo = () => ask<OutputOf<typeof getMyTodo>>('/api/my/todo');

test('the overview counts the books, notes, unpaid orders and tickets of the user', async () => {
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: reader.id, bookId: paid });
  await send('/api/ticket/create', { topic: 'other', body: '打不开这一章' });
  const { counts, institutions, applications } = await todo();
  expect(counts).toEqual({ books: 1, notes: 0, ordersToPay: 0, ticketsOpen: 1, ticketsAnswered: 0 });
  expect({ institutions, applications }).toEqual({ institutions: [], applications: [] });
});

test('a book read through an institution stays listed when its license is suspended, and is not counted as owned', async () => {
  const finance = await shop.user('13967778888', 'finance');
  const now = shop.platform.clock.now();
  const { license } = granted(
    await shop.call<{ license: { id: string } }>('/api/admin/license/create', {
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
  await shop.call('/api/admin/license/status', { as: finance, body: { licenseId: license.id, status: 'suspended' } });
  expect(await mine()).toMatchObject([{ book: { id: paid }, source: 'institution', right: { kind: 'trial' } }]);
  expect((await todo()).counts.books).toBe(0);
  expect((await todo()).institutions).toEqual([]);
  expect((await ask<{ items: unknown[] }>('/api/shelf/get')).items).toEqual([]);
});
