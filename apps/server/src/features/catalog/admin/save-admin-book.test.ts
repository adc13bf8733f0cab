/** Tests of editing the metadata of a book. */
import { type AdminBook, type getBookInfo, type listAdminBooks, newId, type OutputOf, type searchBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('saveAdminBook', ['editor', 'admin'], 'bookId:book');
testIdempotency('saveAdminBook', async ({ aUser, aBook }) => ({
  as: await aUser('editor'),
  body: { bookId: await aBook(), subtitle: `第 ${newId().slice(-6)} 版` },
}));

let shop: TestServer;
let editor: TestUser;
let author: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13655550001', 'editor');
  author = await shop.user('13655550002');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());
const save = (body: object, as = editor) => shop.call<AdminBook>('/api/admin/book/save', { as, body: { bookId, ...body } });
const get = async (): Promise<AdminBook> => granted(await shop.call<AdminBook>(`/api/admin/book/get?bookId=${bookId}`, { as: editor }));
const listed = async (query: string): Promise<string[]> =>
  granted(await shop.call<OutputOf<typeof listAdminBooks>>(`/api/admin/book/list?${query}`, { as: editor })).items.map(
    (book) => book.title,
  );
const found = async (q: string): Promise<string[]> =>
  granted(await shop.call<OutputOf<typeof searchBooks>>(`/api/search/query?tab=books&q=${encodeURIComponent(q)}`)).hits.map(
    ({ book }) => book.title,
  );

test('edited metadata is shown in the list and found by search, and the audit log contains only the changed fields', async () => {
  await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId, state: 'published' } });
  const saved = await save({
    title: '论语新读',
    isbn: '978-7-04-050694-5',
    placeOfPublication: '曲阜',
    accessModel: 'codeOnly',
    trialChapters: 1,
    level: 'undergrad',
    categoryIds: ['literature'],
    reason: '定稿',
  });
  expect(saved.payload).toMatchObject({
    title: '论语新读',
    isbn: '9787040506945',
    placeOfPublication: '曲阜',
    accessModel: 'codeOnly',
    trialChapters: 1,
    level: 'undergrad',
    categoryIds: ['literature'],
  });
  expect(await listed(`q=${encodeURIComponent('新读')}`)).toEqual(['论语新读']);
  expect(await listed('q=9787040506945&state=published')).toEqual(['论语新读']);
  expect(await listed('state=offShelf')).toEqual([]);
  expect(await found('新读')).toEqual(['论语新读']);
  expect(await found('9787040506945')).toEqual(['论语新读']);
  const { rows } = await shop.platform.db.pool.query("select before, after, reason from audit_event where action = 'book.edit'");
  expect(rows).toMatchObject([{ reason: '定稿', after: { title: '论语新读', accessModel: 'codeOnly' } }]);
  expect(Object.keys((rows[0] as { after: object }).after)).not.toContain('publisher');
});

test('a wrong ISBN, an unknown category, an unknown account and an unknown book are refused', async () => {
  expect((await save({ isbn: '9787040506946' })).code).toBe('request.invalid');
  expect((await save({ categoryIds: ['alchemy'] })).code).toBe('request.invalid');
  expect((await save({ level: 'kindergarten' })).code).toBe('request.invalid');
  expect((await save({ level: null })).payload).not.toHaveProperty('level');
  expect((await save({ contributors: [{ name: '孔丘', role: 'chiefEditor', tel: '13699999999' }] })).code).toBe('account.personNotFound');
  expect((await save({ bookId: `0${'1'.repeat(25)}`, title: 'x' })).code).toBe('catalog.bookNotFound');
  expect((await save({ title: 'x' }, author)).code).toBe('forbidden');
});

test('readers see each contributor in the role the editor chose, with the organization if there is one', async () => {
  const contributors = [
    { name: '孔丘', role: 'chiefEditor', unit: '曲阜大学' },
    { name: '颜回', role: 'associateEditor' },
    { name: '子路', role: 'contributor' },
    { name: '曾参', role: 'chiefReviewer' },
    { name: '子贡', role: 'digitalEditor' },
    { name: '子游', role: 'responsibleEditor' },
    { name: '理雅各', role: 'translator' },
  ];
  granted(await save({ contributors: contributors }));
  granted(await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId, state: 'published' } }));
  const info = granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`));
  expect([info.contributors, info.book.authors]).toEqual([contributors, '孔丘、颜回']);
  granted(await save({ contributors: [{ name: '孔丘', role: 'chiefEditor' }] }));
});

test('a new import of the book does not change edited metadata', async () => {
  const before = await get();
  await shop.book({ chapters: [['第一章 学而', '第二版的正文。']] }, { bookId });
  const { updatedAt: _before, ...expectedMetadata } = before;
  const { updatedAt: _after, ...now } = await get();
  expect(now).toEqual(expectedMetadata);
  expect(await found('新读')).toEqual(['论语新读']);
});
