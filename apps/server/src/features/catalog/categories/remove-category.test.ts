/** Tests of removing categories. */
import type { listCategoryRecords, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('removeCategory', ['editor', 'admin'], 'platform');
testIdempotency('removeCategory', async ({ aUser, aCategory }) => ({ as: await aUser('editor'), body: { id: await aCategory() } }));

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
const add = async (name: string, parentId?: string): Promise<string> =>
  idOf(granted(await changeCategory('save', { name, parentId })), name);

test('only an empty category is removed, only by editors, and each change is in the audit log', async () => {
  const chinese = await add('中国语言文学类', 'literature');
  const major = await add('汉语言文学（师范）', chinese);
  granted(await shop.call('/api/admin/book/save', { as: editor, body: { bookId, categoryIds: [major] } }));
  expect((await changeCategory('remove', { id: chinese })).message).toBe('这个学科下还有1 个下级学科，不能删除');
  expect((await changeCategory('remove', { id: major })).message).toBe('这个学科下还有1 本书，不能删除');
  granted(await shop.call('/api/admin/book/save', { as: editor, body: { bookId, categoryIds: [] } }));
  granted(await changeCategory('remove', { id: major }));
  granted(await changeCategory('remove', { id: chinese }));
  expect((await changeCategory('remove', { id: chinese })).code).toBe('catalog.categoryNotFound');
  expect((await changeCategory('save', { name: '甲' }, await shop.user('13656660002'))).code).toBe('forbidden');
  const { rows } = await shop.platform.db.pool.query<{ action: string; n: number }>(
    "select action, count(*)::int as n from audit_event where action like 'category.%' group by 1 order by 1",
  );
  expect(rows).toEqual([
    { action: 'category.remove', n: 2 },
    { action: 'category.save', n: 2 },
  ]);
});
