/** Tests of the rights of a book's authors. */
import {
  type BookMaterial,
  type BookOffer,
  type getBookInfo,
  type listBookMaterials,
  type listMyBooks,
  type OutputOf,
} from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPdf, granted, uploadAs } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('downloadBookMaterial', 'every user');

let shop: TestServer;
let editor: TestUser;
let owner: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13955550001', 'editor');
  owner = await shop.user('13955550003');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId });
}, 120_000);
afterAll(() => shop?.close());
const post = <T = { items: BookMaterial[] }>(as: TestUser, url: string, body: object) =>
  shop.call<T>(`/api/admin/book/material/${url}`, { as, body });

test('a linked author reads the whole book and its materials without an entitlement, until the contributor entry is deleted', async () => {
  const author = await shop.user('13955550007');
  const book = await shop.book(aBookNamed('作者自己的书'), { publish: true, accessModel: 'paid', priceFen: 3_000, trialChapters: 1 });
  const query = (text: string, values: unknown[]) => shop.platform.db.pool.query(text, values);
  const fileId = granted(await uploadAs(shop, editor, '答案.pdf', aPdf(300))).id;
  granted(await post(editor, 'add', { bookId: book, fileId, title: '答案', audience: 'teacher' }));
  const seen = async () => {
    const ask = async <T>(url: string) => granted(await shop.call<T>(`/api/${url}bookId=${book}`, { as: author }));
    const { right, toc } = await ask<OutputOf<typeof getBookInfo>>('book/info?');
    const { items } = await ask<OutputOf<typeof listBookMaterials>>('book/materials?');
    const mine = granted(await shop.call<OutputOf<typeof listMyBooks>>('/api/my/getBooks', { as: author })).items;
    const offer = await ask<BookOffer>('order/offer?');
    return {
      kind: right.kind,
      closed: toc.some((entry) => !entry.open),
      open: items.map(({ open }) => open),
      mine,
      priceFen: offer.priceFen,
    };
  };
  expect(await seen()).toMatchObject({ kind: 'trial', closed: true, open: [false], mine: [] });
  await query(`insert into book_contributor (book_id, position, name, role, user_id) values ($1, 99, '杜甫', 'contributor', $2)`, [
    book,
    author.id,
  ]);
  const asAuthor = await seen();
  expect(asAuthor).toMatchObject({ kind: 'owned', closed: false, open: [true] });
  expect(asAuthor.priceFen).toBeUndefined();
  const right = { kind: 'owned', source: 'author', reason: '您是本书的作者，可阅读全文' };
  expect(asAuthor.mine).toMatchObject([{ book: { id: book, owned: true }, source: 'author', held: [], right }]);
  expect((await query('select 1 from entitlement where user_id = $1', [author.id])).rows).toEqual([]);
  // An author reads the book without an entitlement; an entitlement from elsewhere stays when the contributor entry is removed.
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: author.id, bookId: book });
  expect((await seen()).mine).toMatchObject([{ source: 'author', held: [{ source: 'gift' }], right }]);
  await query('delete from book_contributor where book_id = $1 and user_id = $2', [book, author.id]);
  expect((await seen()).mine).toMatchObject([{ source: 'gift', right: { source: 'gift' } }]);
});
