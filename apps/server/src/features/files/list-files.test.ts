import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadAs } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openUserFilesFixture, type UserFilesFixture } from './testing/user-files-fixture.ts';

testAccess('listFiles', 'every user');

let fixture: UserFilesFixture;
beforeAll(async () => {
  fixture = await openUserFilesFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('files are listed page by page with the used quota, which deleted files no longer use', async () => {
  const full = await fixture.shop.user('13944440003');
  await fixture.shop.platform.db.pool.query(
    `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
     values ('big', $1, 'document', 'x', 'text/plain', $2, $3, 'private', 0)`,
    [full.id, LIMITS.userFilesBytes - 10, 'f'.repeat(64)],
  );
  const sent = await Promise.all(['aaaaaa', 'bbbbbb', 'cccccc'].map((body) => uploadAs(fixture.shop, full, 'a.txt', Buffer.from(body))));
  expect(sent.map(({ code }) => code).toSorted()).toEqual(['file.quotaFull', 'file.quotaFull', 'success']);
  const list = await fixture.shop.call<{ items: { id: string }[]; usedBytes: number; next?: string }>('/api/file/userFile/list?limit=1', {
    as: full,
  });
  expect(list.payload).toMatchObject({ usedBytes: LIMITS.userFilesBytes - 4, items: [{ name: 'a.txt' }] });
  const next = await fixture.shop.call(`/api/file/userFile/list?limit=1&after=${list.payload?.next}`, { as: full });
  expect(next.payload).toMatchObject({ items: [{ id: 'big' }] });
  expect((await fixture.shop.call('/api/file/userFile/delete', { as: fixture.mei, body: { fileId: 'big' } })).code).toBe('file.notFound');
  expect((await fixture.shop.call('/api/file/userFile/delete', { as: full, body: { fileId: 'big' } })).code).toBe('success');
  expect((await uploadAs(fixture.shop, full, 'a.txt', Buffer.from('aaaaaa'))).code).toBe('success');
  await fixture.shop.platform.db.pool.query(
    `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
     select 'n' || n, $1, 'document', 'x', 'text/plain', 0, $2, 'private', 0 from generate_series(1, $3) n`,
    [full.id, 'e'.repeat(64), LIMITS.userFilesMax - 3],
  );
  expect((await uploadAs(fixture.shop, full, 'a.txt', Buffer.from('last'))).code).toBe('success');
  expect((await uploadAs(fixture.shop, full, 'a.txt', Buffer.from('one more'))).code).toBe('file.quotaFull');
});
