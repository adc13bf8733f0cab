/** Tests of who may list the imported dictionaries; `create-dictionary-import.test.ts` tests what the list contains. */
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer } from '../../testing/test-server.ts';

testAccess('listDictionaries', ['admin'], 'platform');

test('a new library has no dictionaries and no imports', async () => {
  const shop = await openTestServer();
  const admin = await shop.user('13933379301', 'admin');
  expect((await shop.call('/api/admin/dictionary/list', { as: admin })).payload).toEqual({ items: [], imports: [] });
  await shop.close();
});
