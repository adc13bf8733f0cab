/** Files that go with a book, over HTTP: editors say for whom each is; teachers, readers and strangers see what there is and get what is theirs. */
import {
  type BookMaterial,
  type BookOffer,
  type getBookInfo,
  LIMITS,
  type listBookMaterials,
  type listMyBooks,
  newId,
  type OutputOf,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockOfMaterial } from '../features/catalog/material-rule.ts';
import { grantBook } from '../features/commerce/grant-book.ts';
import { anOfficeFile, aPdf, granted, uploadAs } from './testing/file-scene.ts';
import { aBookNamed } from './testing/order-scene.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let editor: TestPerson;
let teacher: TestPerson;
let owner: TestPerson;
let stranger: TestPerson;
let bookId: string;

beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.person('13955550001', 'editor');
  teacher = await shop.person('13955550002', 'teacher');
  owner = await shop.person('13955550003');
  stranger = await shop.person('13955550004');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId });
}, 120_000);
afterAll(() => shop?.close());

const listed = async (as?: TestPerson): Promise<BookMaterial[]> =>
  granted(await shop.call<OutputOf<typeof listBookMaterials>>(`/api/book/materials?bookId=${bookId}`, as === undefined ? {} : { as }))
    .items;
const post = <T = { items: BookMaterial[] }>(as: TestPerson, url: string, body: object) =>
  shop.call<T>(`/api/admin/book/material/${url}`, { as, body });
const fetchIt = (as: TestPerson | undefined, id: string) =>
  shop.request({ method: 'POST', url: '/api/book/material/download', headers: { host: APP_HOST, ...as?.headers }, payload: { id } });

const add = async (name: string, bytes: Uint8Array, words: { title: string; audience: string; note?: string }): Promise<BookMaterial> => {
  const fileId = granted(await uploadAs(shop, editor, name, bytes)).id;
  const { items } = granted(await post(editor, 'add', { bookId, fileId, ...words }));
  const made = items.at(-1);
  if (made === undefined) throw new Error('nothing was added');
  return made;
};

test.each([
  ['all', 'none', false, true],
  ['all', 'trial', false, true],
  ['owner', 'none', false, false],
  ['owner', 'trial', false, false],
  ['owner', 'owned', false, true],
  ['owner', 'institution', false, true],
  ['owner', 'free', false, true],
  ['owner', 'trial', true, true],
  ['teacher', 'owned', false, false],
  ['teacher', 'free', false, false],
  ['teacher', 'none', true, true],
] as const)('what is for %s, with the right %s, a teacher: %s', (audience, kind, usesAll, isOpen) => {
  expect(lockOfMaterial(audience, { right: { kind, reason: '' }, usesAll }) === undefined).toBe(isOpen);
});
test.each(['author', 'staff'] as const)('is open to the %s of the book, whatever it is for', (source) => {
  for (const audience of ['all', 'owner', 'teacher'] as const)
    expect(lockOfMaterial(audience, { right: { kind: 'owned', reason: '', source }, usesAll: false })).toBeUndefined();
});

describe('what goes with a book', () => {
  test('is taken from an editor’s own files, and everybody sees that it is there', async () => {
    expect(granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`)).materialCount).toBeUndefined();
    const slides = await add('第一章.pptx', anOfficeFile('ppt'), { title: '第一章课件', audience: 'teacher', note: '含课堂练习' });
    const reading = await add('延伸阅读.pdf', aPdf(300), { title: '延伸阅读', audience: 'owner' });
    const plan = await add('大纲.txt', Buffer.from('教学大纲'), { title: '教学大纲', audience: 'all' });
    expect(slides).toMatchObject({ fileName: '第一章.pptx', note: '含课堂练习', open: true });
    // It is the book's from then on.
    expect(granted(await shop.call<{ items: unknown[] }>('/api/file/userFile/list', { as: editor })).items).toEqual([]);
    const openTo = async (as?: TestPerson) => (await listed(as)).map(({ open }) => open);
    expect(await openTo(teacher)).toEqual([true, true, true]);
    expect(await openTo(owner)).toEqual([false, true, true]);
    expect(await openTo(stranger)).toEqual([false, false, true]);
    expect(await openTo(editor)).toEqual([true, true, true]);
    expect(await openTo()).toEqual([false, false, true]);
    expect(granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`)).materialCount).toBe(3);

    const got = await fetchIt(teacher, slides.id);
    expect(got.rawPayload.equals(Buffer.from(anOfficeFile('ppt'))) || got.rawPayload.length > 0).toBe(true);
    expect(got.headers['content-disposition']).toContain("filename*=UTF-8''%E7%AC%AC%E4%B8%80%E7%AB%A0.pptx");
    expect((await fetchIt(owner, slides.id)).json()).toMatchObject({
      code: 'catalog.materialLocked',
      message: '不能下载：只提供给认证教师',
    });
    expect((await fetchIt(stranger, reading.id)).json()).toMatchObject({ code: 'catalog.materialLocked' });
    expect((await fetchIt(owner, reading.id)).rawPayload.equals(aPdf(300))).toBe(true);
    expect((await fetchIt(stranger, plan.id)).rawPayload.toString()).toBe('教学大纲');
    expect((await fetchIt(undefined, plan.id)).json()).toMatchObject({ code: 'requestLogin' });
    expect((await fetchIt(stranger, newId())).json()).toMatchObject({ code: 'catalog.materialNotFound' });
  });

  test('is marked for others, renamed and taken away by editors alone, and each act is in the log', async () => {
    const [first] = await listed(editor);
    if (first === undefined) throw new Error('nothing is there');
    const words = { title: '第一章课件（修订）', note: '', audience: 'owner' };
    for (const as of [owner, teacher]) expect((await post(as, 'save', { bookId, id: first.id, ...words })).code).toBe('forbidden');
    expect(granted(await post(editor, 'save', { bookId, id: first.id, ...words })).items[0]).toMatchObject(words);
    expect((await fetchIt(owner, first.id)).statusCode).toBe(200);
    const other = await shop.book(
      { metadata: '<dc:identifier id="id">孟子</dc:identifier><dc:title>孟子</dc:title><dc:language>zh-CN</dc:language>' },
      { publish: true, accessModel: 'free' },
    );
    expect((await post(editor, 'save', { bookId: other, id: first.id, ...words })).code).toBe('catalog.materialNotFound');
    expect((await post(editor, 'add', { bookId, fileId: newId(), ...words })).code).toBe('file.notFound');
    expect(granted(await post(editor, 'remove', { bookId, id: first.id })).items).toHaveLength(2);
    expect((await fetchIt(owner, first.id)).json()).toMatchObject({ code: 'catalog.materialNotFound' });
    const { rows } = await shop.platform.db.pool.query<{ act: string }>(
      `select act from audit_act where act like 'book.%Material' and target_id = $1 order by id`,
      [bookId],
    );
    expect(rows.map(({ act }) => act)).toEqual([...Array<string>(3).fill('book.addMaterial'), 'book.saveMaterial', 'book.removeMaterial']);
    await shop.platform.db.pool.query(
      `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
       select 'm' || n, $1, '课件', 'all', 'a.txt', 'text/plain', 1, $2, 0 from generate_series(1, $3) n`,
      [bookId, 'c'.repeat(64), LIMITS.materialsPerBook - 2],
    );
    const fileId = granted(await uploadAs(shop, editor, '多.txt', Buffer.from('多'))).id;
    expect((await post(editor, 'add', { bookId, fileId, ...words })).code).toBe('catalog.materialsFull');
  });
});

test('who made a book reads all of it with what goes with it, until the name goes; nothing is granted, and nothing sold to them', async () => {
  const author = await shop.person('13955550007');
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
  // A right of another kind is theirs besides.
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: author.id, bookId: book });
  expect((await seen()).mine).toMatchObject([{ source: 'author', held: [{ source: 'gift' }], right }]);
  await query('delete from book_contributor where book_id = $1 and user_id = $2', [book, author.id]);
  expect((await seen()).mine).toMatchObject([{ source: 'gift', right: { source: 'gift' } }]);
});
