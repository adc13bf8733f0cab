/** A book at the desk: found in any state, written by an editor, found by its new words, kept through a new import; and what its makers see. */
import type {
  DeskBook,
  getBookInfo,
  getBooksAsAuthor,
  listDeskBooks,
  listRoleScopes,
  OutputOf,
  PersonRecord,
  searchBooks,
} from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted, uploadPictureAs } from './testing/file-scene.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let editor: TestPerson;
let author: TestPerson;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.person('13655550001', 'editor');
  author = await shop.person('13655550002');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());

const save = (body: object, as = editor) => shop.call<DeskBook>('/api/admin/book/save', { as, body: { bookId, ...body } });
const get = async (): Promise<DeskBook> => granted(await shop.call<DeskBook>(`/api/admin/book/get?bookId=${bookId}`, { as: editor }));
const listed = async (query: string): Promise<string[]> =>
  granted(await shop.call<OutputOf<typeof listDeskBooks>>(`/api/admin/book/list?${query}`, { as: editor })).items.map((book) => book.title);
const found = async (q: string): Promise<string[]> =>
  granted(await shop.call<OutputOf<typeof searchBooks>>(`/api/search/query?tab=books&q=${encodeURIComponent(q)}`)).hits.map(
    ({ book }) => book.title,
  );
const mine = async () => granted(await shop.call<OutputOf<typeof getBooksAsAuthor>>('/api/my/getBooksAsAuthor', { as: author })).items;

test('what an editor writes stands in the list, on its page and in the search, and only what changed is in the log', async () => {
  await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId, state: 'published' } });
  const saved = await save({
    title: '论语新读',
    isbn: '978-7-04-050694-5',
    accessModel: 'codeOnly',
    trialChapters: 1,
    level: 'undergrad',
    categoryIds: ['literature'],
    reason: '定稿',
  });
  expect(saved.payload).toMatchObject({
    title: '论语新读',
    isbn: '9787040506945',
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
  const { rows } = await shop.platform.db.pool.query("select before, after, reason from audit_act where act = 'book.edit'");
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

test('the price comes with its term; an order to stop reading needs its reason', async () => {
  granted(await shop.call('/api/admin/book/price', { as: editor, body: { bookId, priceFen: 3_900, termDays: 180 } }));
  expect(await get()).toMatchObject({ accessModel: 'paid', priceFen: 3_900, termDays: 180, removalNotice: '' });
  granted(await shop.call('/api/admin/book/price', { as: editor, body: { bookId, priceFen: 4_900 } }));
  expect(await get()).not.toHaveProperty('termDays');
  const order = (body: object) => shop.call('/api/admin/book/removal', { as: editor, body: { bookId, ...body } });
  expect((await order({ notice: '主管部门要求停止使用' })).message).toBe('请写明停止阅读的依据');
  granted(await order({ notice: '主管部门要求停止使用', reason: '〔2026〕1 号来函' }));
  expect((await get()).removalNotice).toBe('主管部门要求停止使用');
  granted(await order({ notice: '' }));
  expect((await get()).removalNotice).toBe('');
  const { rows } = await shop.platform.db.pool.query("select reason from audit_act where act = 'book.remove' order by at, id");
  expect(rows).toEqual([{ reason: '〔2026〕1 号来函' }, { reason: '' }]);
});

test('an editor of one publisher sees and changes the books of that publisher only', async () => {
  granted(await save({ publisher: '曲阜出版社' }));
  const admin = await shop.person('13655550011', 'admin');
  const theirs = await shop.person('13655550012');
  const others = await shop.person('13655550013');
  const other = await shop.book({ chapters: [['第一章 告子', '性犹湍水也。']] }, { publish: true });
  await shop.call('/api/admin/book/save', { as: admin, body: { bookId: other, title: '孟子选读', publisher: '邹城出版社' } });
  const scopes = granted(
    await shop.call<OutputOf<typeof listRoleScopes>>(`/api/admin/user/scopes?role=editor&q=${encodeURIComponent('出版社')}`, { as: admin }),
  ).items;
  expect(scopes.map(({ name }) => name).toSorted()).toEqual(['曲阜出版社', '邹城出版社']);
  const give = (userId: string, scope: string) =>
    shop.call<PersonRecord>('/api/admin/user/roles', { as: admin, body: { userId, add: [{ role: 'editor', scope }], reason: '分工' } });
  const given = granted(await give(theirs.id, 'publisher:曲阜出版社'));
  expect(given.roles).toContainEqual(expect.objectContaining({ role: 'editor', scopeName: '曲阜出版社' }));
  granted(await give(others.id, 'publisher:邹城出版社'));
  const publishersFor = async (as: TestPerson) =>
    granted(await shop.call<OutputOf<typeof listDeskBooks>>('/api/admin/book/list', { as })).items.map(({ publisher }) => publisher);
  expect(await publishersFor(theirs)).toEqual(['曲阜出版社']);
  expect((await save({ subtitle: '乙' }, theirs)).code).toBe('success');
  for (const [path, body] of [
    ['save', { subtitle: '丙' }],
    ['shelf', { state: 'published' }],
    ['removal', { notice: '' }],
    ['price', { priceFen: 1 }],
    ['cover', { fileId: bookId }],
    ['edition', { edition: 2 }],
  ] as const)
    expect((await shop.call(`/api/admin/book/${path}`, { as: others, body: { bookId, ...body } })).code, path).toBe('catalog.bookNotFound');
  expect((await shop.call(`/api/admin/book/get?bookId=${bookId}`, { as: others })).code).toBe('catalog.bookNotFound');
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [other]);
});

test('a contributor is linked by number, sees the book, and no more once the link is gone; nobody links an account by guessing its id', async () => {
  const isAuthor = async () => granted(await shop.call<{ isAuthor: boolean }>('/api/user/isAuthor', { as: author })).isAuthor;
  expect([await isAuthor(), await mine()]).toEqual([false, []]);
  const one = { name: '孔丘', role: 'chiefEditor', unit: '曲阜大学' };
  await save({ contributors: [{ ...one, userId: author.id }] });
  expect((await get()).contributors[0]).not.toHaveProperty('linked');
  const linked = await save({
    contributors: [
      { ...one, tel: author.tel },
      { name: '颜回', role: 'contributor' },
    ],
  });
  expect(linked.payload).toMatchObject({
    authors: '孔丘',
    contributors: [{ ...one, linked: { userId: author.id, tel: '136****0002' } }, { name: '颜回' }],
  });
  expect([await isAuthor(), await mine()]).toMatchObject([
    true,
    [{ roles: ['chiefEditor'], state: 'published', book: { title: '论语新读' } }],
  ]);
  await save({ contributors: [{ ...one, userId: author.id }] });
  expect((await mine()).length).toBe(1);
  await save({ contributors: [one] });
  expect([await isAuthor(), await mine()]).toEqual([false, []]);
});

test('readers see each person in the exact role the editor chose, with the unit where one was typed', async () => {
  const people = [
    { name: '孔丘', role: 'chiefEditor', unit: '曲阜大学' },
    { name: '颜回', role: 'associateEditor' },
    { name: '子路', role: 'contributor' },
    { name: '曾参', role: 'chiefReviewer' },
    { name: '子贡', role: 'digitalEditor' },
    { name: '子游', role: 'responsibleEditor' },
    { name: '理雅各', role: 'translator' },
  ];
  granted(await save({ contributors: people }));
  granted(await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId, state: 'published' } }));
  const info = granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`));
  expect([info.contributors, info.book.authors]).toEqual([people, '孔丘、颜回']);
  granted(await save({ contributors: [{ name: '孔丘', role: 'chiefEditor' }] }));
});

test('people of a file stand with the file’s roles, before and after an editor saves what they found', async () => {
  const id = await shop.book({ chapters: [['译本', '一段译文。']] }, { publish: true });
  const said = [
    { name: '王五', role: 'translator' },
    { name: '赵六', role: 'editor' },
    { name: '某社', role: 'publisher' },
  ];
  await shop.platform.db.pool.query('update book set contributors = $2 where id = $1', [id, JSON.stringify(said)]);
  const shown = async () => granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`)).contributors;
  expect(await shown()).toEqual(said.slice(0, 2));
  const { contributors } = granted(await shop.call<DeskBook>(`/api/admin/book/get?bookId=${id}`, { as: editor }));
  granted(await save({ bookId: id, contributors }));
  expect(await shown()).toEqual(said.slice(0, 2));
});

test('a cover is drawn anew from the editor’s picture and served', async () => {
  const bytes = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#2c5f7a' } })
    .png()
    .toBuffer();
  const picture = granted(await uploadPictureAs(shop, editor, bytes, 'image'));
  const { payload } = await shop.call<DeskBook>('/api/admin/book/cover', { as: editor, body: { bookId, fileId: picture.id } });
  expect(payload?.cover).toMatchObject({ width: 480, height: 640 });
  const served = await shop.request({ method: 'GET', url: payload?.cover?.url ?? '', headers: { host: APP_HOST } });
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
  const foreign = await shop.call('/api/admin/book/cover', {
    as: await shop.person('13655550009', 'editor'),
    body: { bookId, fileId: picture.id },
  });
  expect(foreign.code).toBe('file.notFound');
});

test('a new import of the book leaves what the editor wrote', async () => {
  const before = await get();
  await shop.book({ chapters: [['第一章 学而', '第二版的正文。']] }, { bookId });
  const { updatedAt: _before, ...kept } = before;
  const { updatedAt: _after, ...now } = await get();
  expect(now).toEqual(kept);
  expect(await found('新读')).toEqual(['论语新读']);
});
