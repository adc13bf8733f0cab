/** Tests of the category tree that editors see. */
import type { listCategoryRecords, listCourses, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listCategoryRecords', ['editor', 'admin'], 'platform');

type Records = OutputOf<typeof listCategoryRecords>;
let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13656660001', 'editor');
  bookId = await shop.book({}, { publish: true });
}, 120_000);
afterAll(() => shop?.close());
const changeCategory = (name: 'save' | 'move' | 'remove', body: object, as = editor) =>
  shop.call<Records>(`/api/admin/category/${name}`, { as, body });
const idOf = ({ items }: Records, name: string): string => items.find((one) => one.name === name)?.id ?? '';
const read = async (): Promise<Records> => granted(await shop.call<Records>('/api/admin/category/list', { as: editor }));
const add = async (name: string, parentId?: string): Promise<string> =>
  idOf(granted(await changeCategory('save', { name, parentId })), name);

test('a root category starts a tree of its kind, and a subcategory has the kind of its parent', async () => {
  granted(await changeCategory('save', { name: '学前', kind: 'school' }));
  const preschool = idOf(await read(), '学前');
  granted(await changeCategory('save', { name: '大班', parentId: preschool }));
  const kinds = (await read()).items.filter(({ name }) => name === '学前' || name === '大班').map(({ kind }) => kind);
  expect(kinds).toEqual(['school', 'school']);
  granted(await changeCategory('remove', { id: idOf(await read(), '大班') }));
  granted(await changeCategory('remove', { id: preschool }));
});

test('a list by a category contains the books of its whole subtree, each counted once', async () => {
  const chinese = await add('中国语言文学类', 'literature');
  const major = await add('汉语言文学（师范）', chinese);
  granted(await shop.call('/api/admin/book/save', { as: editor, body: { bookId, categoryIds: [major, 'literature'] } }));
  for (const category of ['literature', chinese, major]) {
    const { items, facets } = granted(await shop.call<OutputOf<typeof listCourses>>(`/api/course/query?category=${category}`));
    expect(items.map(({ id }) => id)).toEqual([bookId]);
    expect(facets.categories.find(({ id }) => id === category)?.count).toBe(1);
  }
  expect(granted(await shop.call<OutputOf<typeof listCourses>>('/api/course/query?category=art')).items).toEqual([]);
});
