/** Tests of the storage in use. */
import type { getStorageUse, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('getStorageUse', ['admin'], 'platform');

let shop: TestServer;
let admin: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.user('13955550001', 'admin');
}, 120_000);
afterAll(() => shop?.close());

const ask = async () => granted(await shop.call<OutputOf<typeof getStorageUse>>('/api/admin/storage', { as: admin }));

it('counts the files of books and users, each stored object once', async () => {
  const before = await ask();
  expect(before).toMatchObject({ bookBytes: 0, userFileBytes: 0 });
  expect(before.databaseBytes).toBeGreaterThan(0);
  expect(before.freeBytes).toBeGreaterThan(0);
  await shop.book({}, { publish: true });
  const { bookBytes } = await ask();
  expect(bookBytes).toBeGreaterThan(0);
  // The imported file counts, once.
  await shop.platform.db.pool.query('update import_job set file_bytes = file_bytes + 1000');
  expect((await ask()).bookBytes).toBe(bookBytes + 1_000);
  for (const id of ['1', '2'])
    await shop.platform.db.pool.query(
      `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
       values ($1, $2, 'document', 'a.pdf', 'application/pdf', 700, $3, 'private', 1)`,
      [id.repeat(26), admin.id, 'a'.repeat(64)],
    );
  expect((await ask()).userFileBytes).toBe(700);
});
