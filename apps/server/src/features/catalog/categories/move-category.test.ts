/** Tests of moving categories. */
import type { listCategoryRecords, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('moveCategory', ['editor', 'admin'], 'platform');
testIdempotency('moveCategory', async ({ aUser, aCategory }) => ({
  as: await aUser('editor'),
  body: { id: await aCategory(), parentId: 'literature' },
}));

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
const partsOf = ({ items }: Records, parentId: string): string[] =>
  items.filter((one) => one.parentId === parentId).map(({ name }) => name);
const read = async (): Promise<Records> => granted(await shop.call<Records>('/api/admin/category/list', { as: editor }));
const add = async (name: string, parentId?: string): Promise<string> =>
  idOf(granted(await changeCategory('save', { name, parentId })), name);

test('a category is moved among its siblings or to another parent, but not into its own subtree and not too deep', async () => {
  const chinese = await add('中国语言文学类', 'literature');
  const foreign = await add('外国语言文学类', 'literature');
  await add('汉语言文学', chinese);
  granted(await changeCategory('move', { id: foreign, parentId: 'literature', beforeId: chinese }));
  expect(partsOf(await read(), 'literature')).toEqual(['外国语言文学类', '中国语言文学类']);
  expect((await changeCategory('move', { id: 'literature', parentId: chinese })).message).toBe('不能移到它自己下面');
  expect((await changeCategory('move', { id: chinese, parentId: foreign })).message).toBe('学科最多分 3 级');
  expect((await changeCategory('move', { id: chinese, parentId: 'literature', beforeId: 'art' })).code).toBe('request.invalid');
  expect((await changeCategory('move', { id: foreign, parentId: 'school-primary' })).message).toBe('只能在同一种分类里移动');
  granted(await changeCategory('move', { id: foreign }));
  expect((await read()).items.at(-1)).toMatchObject({ id: foreign });
  granted(await changeCategory('move', { id: foreign, parentId: 'literature' }));
  const { rows } = await shop.platform.db.pool.query("select count(*)::int as n from audit_event where action = 'category.move'");
  expect(rows).toEqual([{ n: 3 }]);
});
