/** Tests the delivered demo: accounts of every role, an author with a book, ratings, errata, levels and teaching resources. */
import type { listBookMaterials, listErrata, listRatings, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoStudentTel, seedDemoUsers } from '../features/account/create-users.ts';
import { listAuthoredBooks } from '../features/catalog/authors/authored-books.ts';
import { granted } from '../testing/file-fixture.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { assembleAccount } from './assemble-account.ts';
import { seedDemoContent } from './seed-demo-content.ts';

let shop: TestServer;
let python: string;
let classics: string;
beforeAll(async () => {
  shop = await openTestServer();
  await seedDemoUsers(assembleAccount(shop.platform));
  python = await shop.book({}, { publish: true, accessModel: 'paid', priceFen: 3_900, trialChapters: 1 });
  classics = await shop.book({ chapters: [['爱莲说', '可远观而不可亵玩焉。']] }, { publish: true });
  await seedDemoContent(shop.platform, { file: 'python-rumen.epub', bookId: python });
  await seedDemoContent(shop.platform, { file: 'gu-wen-duben.epub', bookId: classics });
}, 120_000);
afterAll(() => shop?.close());

test('every role of the README has its account, and there are thirty students', async () => {
  const { rows } = await shop.platform.db.pool.query<{ tel: string; role: string }>(
    `select u.tel, r.role from user_account u join user_role r on r.user_id = u.id where r.role <> 'reader' order by u.tel`,
  );
  expect(rows.map(({ tel, role }) => `${tel.slice(-2)} ${role}`)).toEqual([
    '02 teacher',
    '03 author',
    '04 expert',
    '05 editor',
    '06 admin',
    '08 finance',
    '09 teacher',
  ]);
  const students = await shop.platform.db.pool.query('select 1 from user_account where tel between $1 and $2', [
    demoStudentTel(0),
    demoStudentTel(29),
  ]);
  expect([students.rowCount, demoStudentTel(0), demoStudentTel(29)]).toEqual([30, '13800000011', '13800000040']);
});

test('the demo author has a book', async () => {
  const { rows } = await shop.platform.db.pool.query<{ id: string }>(`select id from user_account where tel = '13800000003'`);
  const books = await listAuthoredBooks(shop.platform.db.orm, rows[0]?.id ?? '');
  expect(books.map(({ bookId }) => bookId)).toEqual([python]);
});

test('a book has its level, ratings with their mean, decided errata, and resources for everyone and for teachers', async () => {
  const { rows } = await shop.platform.db.pool.query('select level from book where id = $1', [classics]);
  expect(rows).toEqual([{ level: 'senior' }]);
  const ratings = granted(await shop.call<OutputOf<typeof listRatings>>(`/api/rating/list?bookId=${python}`));
  expect([ratings.count, ratings.mean?.toFixed(2)]).toEqual([3, '4.67']);
  const errata = granted(await shop.call<OutputOf<typeof listErrata>>(`/api/errata/list?bookId=${classics}`));
  // Readers see accepted errata; the admin area also shows the rejected one.
  expect(errata.items.map(({ state }) => state)).toEqual(['accepted']);
  expect((await shop.platform.db.pool.query('select state from erratum order by state')).rows).toEqual([
    { state: 'accepted' },
    { state: 'accepted' },
    { state: 'rejected' },
  ]);
  const materials = granted(await shop.call<OutputOf<typeof listBookMaterials>>(`/api/book/materials?bookId=${classics}`));
  expect(materials.items.map(({ audience, fileName }) => [audience, fileName])).toEqual([
    ['teacher', '教学进度表.xlsx'],
    ['all', '难字表.xlsx'],
  ]);
});
