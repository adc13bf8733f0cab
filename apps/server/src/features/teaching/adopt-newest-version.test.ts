/** Tests moving a class to the newest version of its book. */
import type { ClassGroup } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('adoptNewestVersion', ['teacher', 'admin']);
testIdempotency('adoptNewestVersion', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { id, versionNo: 1 } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a class keeps its version when the book has a new one, until the teacher adopts the version that was seen', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const { pool } = fixture.shop.platform.db;
  await pool.query(
    `insert into book_version select (jsonb_populate_record(v, '{"id": "second", "no": 2, "source_sha256": "second", "search_key": 999}')).* from book_version v where v.book_id = $1`,
    [fixture.bookId],
  );
  await pool.query(`update book set current_version_id = 'second' where id = $1`, [fixture.bookId]);
  const seen = async () => (await fixture.get<ClassGroup>(`/api/class/get?id=${group.id}`, teacher)).payload;
  expect(await seen()).toMatchObject({ versionNo: 1, newestVersionNo: 2 });
  const adopt = (versionNo: number) => fixture.post<ClassGroup>('/api/class/version', teacher, { id: group.id, versionNo });
  expect((await adopt(1)).code).toBe('class.versionChanged');
  expect((await adopt(2)).payload).toMatchObject({ versionNo: 2, newestVersionNo: 2 });
  expect(await seen()).toMatchObject({ versionNo: 2 });
});
