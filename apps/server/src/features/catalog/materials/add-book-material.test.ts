/** Tests of adding a material to a book. */
import { type BookMaterial, type getBookInfo, type listBookMaterials, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOfficeFile, aPdf, granted, uploadAs } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('addBookMaterial', ['editor', 'admin'], 'bookId:book');

testIdempotency('addBookMaterial', async ({ aUser, aProof, bookId }) => {
  const as = await aUser('editor');
  return { as, body: { bookId, fileId: await aProof(as), title: '教学大纲', audience: 'teacher' } };
});

let shop: TestServer;
let editor: TestUser;
let teacher: TestUser;
let owner: TestUser;
let otherUser: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13955550001', 'editor');
  teacher = await shop.user('13955550002', 'teacher');
  owner = await shop.user('13955550003');
  otherUser = await shop.user('13955550004');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId });
}, 120_000);
afterAll(() => shop?.close());
const listed = async (as?: TestUser): Promise<BookMaterial[]> =>
  granted(await shop.call<OutputOf<typeof listBookMaterials>>(`/api/book/materials?bookId=${bookId}`, as === undefined ? {} : { as }))
    .items;
const post = <T = { items: BookMaterial[] }>(as: TestUser, url: string, body: object) =>
  shop.call<T>(`/api/admin/book/material/${url}`, { as, body });
const fetchIt = (as: TestUser | undefined, id: string) =>
  shop.request({ method: 'POST', url: '/api/book/material/download', headers: { host: APP_HOST, ...as?.headers }, payload: { id } });
const add = async (name: string, bytes: Uint8Array, fields: { title: string; audience: string; note?: string }): Promise<BookMaterial> => {
  const fileId = granted(await uploadAs(shop, editor, name, bytes)).id;
  const { items } = granted(await post(editor, 'add', { bookId, fileId, ...fields }));
  const made = items.at(-1);
  if (made === undefined) throw new Error('no material was added');
  return made;
};

test('a material moves from the editor’s files to the book, is listed for everyone, and is downloaded by its audience only', async () => {
  expect(granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`)).materialCount).toBeUndefined();
  const slides = await add('第一章.pptx', anOfficeFile('ppt'), { title: '第一章课件', audience: 'teacher', note: '含课堂练习' });
  const reading = await add('延伸阅读.pdf', aPdf(300), { title: '延伸阅读', audience: 'owner' });
  const plan = await add('大纲.txt', Buffer.from('教学大纲'), { title: '教学大纲', audience: 'all' });
  expect(slides).toMatchObject({ fileName: '第一章.pptx', note: '含课堂练习', open: true });
  // The file now belongs to the book and is no longer in the editor’s files.
  expect(granted(await shop.call<{ items: unknown[] }>('/api/file/userFile/list', { as: editor })).items).toEqual([]);
  const openTo = async (as?: TestUser) => (await listed(as)).map(({ open }) => open);
  expect(await openTo(teacher)).toEqual([true, true, true]);
  expect(await openTo(owner)).toEqual([false, true, true]);
  expect(await openTo(otherUser)).toEqual([false, false, true]);
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
  expect((await fetchIt(otherUser, reading.id)).json()).toMatchObject({ code: 'catalog.materialLocked' });
  expect((await fetchIt(owner, reading.id)).rawPayload.equals(aPdf(300))).toBe(true);
  expect((await fetchIt(otherUser, plan.id)).rawPayload.toString()).toBe('教学大纲');
  expect((await fetchIt(undefined, plan.id)).json()).toMatchObject({ code: 'requestLogin' });
  expect((await fetchIt(otherUser, newId())).json()).toMatchObject({ code: 'catalog.materialNotFound' });
});
