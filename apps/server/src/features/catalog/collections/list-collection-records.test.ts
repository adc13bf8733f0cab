/** Tests of the list of collections for editors. */
import { type CollectionRecord, type listCollectionRecords, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listCollectionRecords', ['editor', 'admin'], 'filtered');

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944570001', 'editor');
});
afterAll(() => shop?.close());

const list = (as?: TestUser) =>
  shop.call<OutputOf<typeof listCollectionRecords>>('/api/admin/collection/list', as === undefined ? {} : { as });

test('editors see hidden collections too, with their books in any state', async () => {
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: false });
  const body = { kind: 'series', title: '先秦', items: [{ bookId, note: '先读' }] };
  const { id } = granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));
  expect(granted(await list(editor)).items).toMatchObject([
    { id, kind: 'series', title: '先秦', visible: false, items: [{ bookId, title: '论语选读', shelfState: 'draft', note: '先读' }] },
  ]);
});

test('readers do not see the collections of editors, and an anonymous user must sign in', async () => {
  expect((await list(await shop.user('13944570002'))).code).toBe('forbidden');
  expect((await list()).code).toBe('requestLogin');
});
