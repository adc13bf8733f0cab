/** Tests of the uses of files: a file in use is not deleted until nothing uses it. */
import type { listFiles, OutputOf, UserInfo } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPdf, aPhotograph, granted, uploadAs, uploadPictureAs } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('deleteFile', 'every user');

testIdempotency('deleteFile', async ({ aUser, aFile }) => {
  const as = await aUser();
  return { as, body: { fileId: await aFile(as) } };
});

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop?.close());

const textFile = async (user: TestUser): Promise<string> => granted(await uploadAs(shop, user, '笔记.txt', Buffer.from('第一行'))).id;

describe('the list of user files', () => {
  const listed = async (as: TestUser) => granted(await shop.call<OutputOf<typeof listFiles>>('/api/file/userFile/list', { as }));
  const remove = (as: TestUser, fileId: string) => shop.call('/api/file/userFile/delete', { as, body: { fileId } });

  test('shows where each file is used, and a file in use cannot be deleted', async () => {
    const owner = await shop.user('13944440004');
    const set = (body: object) => shop.call<UserInfo>('/api/user/userInfo/set', { as: owner, body });
    const face = granted(await uploadPictureAs(shop, owner, await aPhotograph()));
    const proof = granted(await uploadAs(shop, owner, '工作证明.pdf', aPdf()));
    const photo = granted(await uploadPictureAs(shop, owner, await aPhotograph({ width: 90, height: 60 }), 'image'));
    const loose = await textFile(owner);
    granted(await set({ avatarFileId: face.id }));
    const bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly' });
    granted(await shop.call('/api/code/claim', { as: owner, body: { bookId, reason: 'smudged', photoIds: [photo.id] } }));
    await shop.platform.db.pool.query(
      `insert into application (id, user_id, kind, state, form, proof_ids, submitted_at, created_at) values ('a1', $1, 'teacher', 'pending', '{}', $2, 0, 0)`,
      [owner.id, [proof.id]],
    );
    const { items, usedFiles } = await listed(owner);
    expect(usedFiles).toBe(4);
    const usesOf = (id: string) => items.find((file) => file.id === id)?.uses;
    expect(usesOf(face.id)).toEqual([{ kind: 'avatar', name: '', isHeld: true }]);
    expect(usesOf(proof.id)).toEqual([{ kind: 'teacherApplication', name: '', isHeld: true }]);
    expect(usesOf(photo.id)).toEqual([{ kind: 'codeClaim', name: '论语选读', isHeld: true }]);
    expect(usesOf(loose)).toEqual([]);
    for (const [id, why] of [
      [face.id, '头像'],
      [proof.id, '教师认证'],
      [photo.id, '论语选读'],
    ] as const)
      expect(await remove(owner, id)).toMatchObject({ code: 'file.inUse', message: expect.stringContaining(why) as string });
    expect((await remove(owner, loose)).code).toBe('success');

    await shop.platform.db.pool.query(`update application set state = 'rejected', decided_at = 0 where id = 'a1'`);
    await shop.platform.db.pool.query(`update code_claim set status = 'approved', decided_at = 0 where user_id = $1`, [owner.id]);
    granted(await set({ avatarFileId: null }));
    const after = await listed(owner);
    expect(after.items.map(({ id, uses }) => [id, uses.map(({ isHeld }) => isHeld)])).toEqual([
      [photo.id, [false]],
      [proof.id, [false]],
    ]);
    for (const { id } of after.items) expect((await remove(owner, id)).code).toBe('success');
    expect((await listed(owner)).items).toEqual([]);
  });
});
