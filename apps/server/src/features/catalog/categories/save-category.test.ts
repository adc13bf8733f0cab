/** Tests of adding and renaming categories. */
import { type getCategoryTree, type listCategoryRecords, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('saveCategory', ['editor', 'admin'], 'platform');
testIdempotency('saveCategory', async ({ aUser }) => ({ as: await aUser('editor'), body: { name: `学科 ${newId().slice(-8)}` } }));

type Records = OutputOf<typeof listCategoryRecords>;
let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13656660001', 'editor');
}, 120_000);
afterAll(() => shop?.close());
const changeCategory = (name: 'save' | 'move' | 'remove', body: object, as = editor) =>
  shop.call<Records>(`/api/admin/category/${name}`, { as, body });
const idOf = ({ items }: Records, name: string): string => items.find((one) => one.name === name)?.id ?? '';
const add = async (name: string, parentId?: string): Promise<string> =>
  idOf(granted(await changeCategory('save', { name, parentId })), name);
const partsOf = ({ items }: Records, parentId: string): string[] =>
  items.filter((one) => one.parentId === parentId).map(({ name }) => name);
const read = async (): Promise<Records> => granted(await shop.call<Records>('/api/admin/category/list', { as: editor }));

test('categories have three levels in the editor’s order, and names are unique among siblings', async () => {
  const chinese = await add('中国语言文学类', 'literature');
  await add('外国语言文学类', 'literature');
  const major = await add('汉语言文学', chinese);
  expect((await changeCategory('save', { name: '汉语言文学', parentId: chinese })).message).toBe('同一级已有同名的学科');
  expect((await changeCategory('save', { name: '更细的', parentId: major })).message).toBe('学科最多分 3 级');
  expect((await changeCategory('save', { id: 'nowhere', name: '甲' })).code).toBe('catalog.categoryNotFound');
  expect((await changeCategory('save', { id: major, name: '汉语言文学（师范）' })).code).toBe('success');
  expect(partsOf(await read(), chinese)).toEqual(['汉语言文学（师范）']);
  const tree = granted(await shop.call<OutputOf<typeof getCategoryTree>>('/api/category/tree'));
  expect(tree.items.find(({ id }) => id === 'literature')?.children.map(({ name }) => name)).toEqual(['中国语言文学类', '外国语言文学类']);
});
