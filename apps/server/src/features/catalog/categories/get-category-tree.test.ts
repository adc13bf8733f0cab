/** Tests of the category tree that readers see. */
import type { getCategoryTree, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';

testAccess('getCategoryTree', 'everyone');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

test('categories are in the order of the national catalog, with subcategories under their parents', async () => {
  await shop.platform.db.pool.query(
    "insert into category (id, parent_id, name, position) values ('chinese', 'literature', '中国语言文学', 1)",
  );
  const { items } = granted(await shop.call<OutputOf<typeof getCategoryTree>>('/api/category/tree'));
  expect(items.slice(0, 2).map(({ name }) => name)).toEqual(['哲学', '经济学']);
  expect(items.find(({ id }) => id === 'literature')).toEqual({
    id: 'literature',
    kind: 'discipline',
    name: '文学',
    children: [{ id: 'chinese', kind: 'discipline', name: '中国语言文学', children: [] }],
  });
});
