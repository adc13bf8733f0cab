/** Tests joining a class by its code, and the right to read its book before owning it. */
import { type AccessRight, type getShelf, type joinClass, LIMITS, type listMyBooks, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { TEACHING_LIMITS } from './limits.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('joinClass', ['reader', 'teacher', 'author', 'expert']);
testIdempotency('joinClass', async ({ aUser, aTeacher, aClass }) => {
  const { code } = await aClass(await aTeacher());
  return { as: await aUser(), body: { code, name: '颜书雅' } };
});

const DAY_MS = 86_400_000;
/** Returns the n-th code that no class has. */
const unknownCode = (n: number): string => `2222${String.fromCodePoint(65 + Math.floor(n / 8))}${2 + (n % 8)}`;
let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const join = (as: TestUser, code: string | undefined, more: object = {}) =>
  fixture.post<OutputOf<typeof joinClass>>('/api/class/join', as, { code, name: '颜书雅', ...more });
const rightOf = async (as: TestUser): Promise<AccessRight | undefined> =>
  (await fixture.get<{ right: AccessRight }>(`/api/book/info?bookId=${fixture.bookId}`, as)).payload?.right;
const query = (text: string, values: unknown[] = []) => fixture.shop.platform.db.pool.query(text, values);

test('a student joins by a code typed in any form, and reads the book for 14 days', async () => {
  const group = await fixture.aClass(await fixture.aTeacher());
  const student = await fixture.aUser();
  expect((await rightOf(student))?.kind).toBe('none');
  const typed = ` ${group.code?.toLowerCase().slice(0, 3)}-${group.code?.slice(3)} `;
  const { payload, message } = await join(student, typed, { studentNo: ' 2026001 ' });
  expect(message).toBe('已加入“文学 1 班”');
  expect(payload).toEqual({ status: 'active', classId: group.id });
  const { now } = fixture.shop.platform.clock;
  expect(await rightOf(student)).toMatchObject({ kind: 'class', source: 'class', reason: expect.stringContaining('剩 14 天') as string });
  expect(Math.ceil((((await rightOf(student))?.endsAt ?? 0) - now()) / DAY_MS)).toBe(LIMITS.classProbationDays);
  expect((await join(student, group.code)).payload).toEqual(payload);
});

test('the probation right ends with the membership and does not start again in another class', async () => {
  const teacher = await fixture.aTeacher();
  const [first, second] = [await fixture.aClass(teacher), await fixture.aClass(teacher)];
  const student = await fixture.aStudentOf(first);
  const endsAt = (await rightOf(student))?.endsAt;
  expect((await fixture.post('/api/class/leave', student, { classId: first.id })).code).toBe('success');
  expect((await rightOf(student))?.kind).toBe('none');
  await query('update class_probation set ends_at = ends_at - 1 where user_id = $1', [student.id]);
  await join(student, second.code);
  expect((await rightOf(student))?.endsAt).toBe((endsAt ?? 0) - 1);
  await query('update class_probation set ends_at = 1 where user_id = $1', [student.id]);
  expect((await rightOf(student))?.kind).toBe('none');
});

test('the book of a class is on the shelf and among the own books until the user leaves or the class is archived', async () => {
  const teacher = await fixture.aTeacher();
  const [left, archived] = [await fixture.aClass(teacher), await fixture.aClass(teacher)];
  const student = await fixture.aStudentOf(left);
  const shelved = async () =>
    (await fixture.get<OutputOf<typeof getShelf>>('/api/shelf/get', student)).payload?.items.map(({ book, right }) => [
      book.id,
      right.kind,
    ]);
  const owned = async () =>
    (await fixture.get<OutputOf<typeof listMyBooks>>('/api/my/getBooks', student)).payload?.items.map(({ source, held }) => [source, held]);
  expect(await shelved()).toEqual([[fixture.bookId, 'class']]);
  expect(await owned()).toEqual([['class', []]]);
  await query('update class_probation set ends_at = 1 where user_id = $1', [student.id]);
  expect(await shelved()).toEqual([[fixture.bookId, 'none']]);
  expect((await fixture.post('/api/class/leave', student, { classId: left.id })).code).toBe('success');
  expect(await shelved()).toEqual([]);
  await join(student, archived.code);
  expect(await shelved()).toEqual([[fixture.bookId, 'none']]);
  await query("update class_group set status = 'archived' where id = $1", [archived.id]);
  expect([await shelved(), await owned()]).toEqual([[], []]);
});

test('nobody joins by an unknown code, one that is off, that of a class that has ended, or that of an own class', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aUser();
  expect((await join(teacher, group.code)).code).toBe('class.ownClass');
  expect((await join(student, '12')).message).toBe('加课码是 6 位字母和数字，请核对后重新输入');
  expect((await join(student, group.code, { name: ' ' })).message).toBe('请填写姓名');
  await query('update class_group set is_code_on = false where id = $1', [group.id]);
  expect((await join(student, group.code)).code).toBe('class.codeUnknown');
  await query(`update class_group set is_code_on = true, status = 'ended' where id = $1`, [group.id]);
  expect((await join(student, group.code)).code).toBe('class.codeUnknown');
});

test('a student whom the teacher removed cannot join again, and a class does not exceed its limit', async () => {
  const group = await fixture.aClass(await fixture.aTeacher());
  const student = await fixture.aStudentOf(group);
  await query(`update class_member set status = 'removed' where user_id = $1`, [student.id]);
  expect((await join(student, group.code)).code).toBe('class.removed');
  const late = await fixture.aUser();
  await query(
    `with made as (insert into user_account (id, nickname, created_at, updated_at)
       select 'crowd' || n, '', 0, 0 from generate_series(1, $2::int) n returning id)
     insert into class_member (class_id, user_id, status, name, joined_at) select $1, id, 'active', '生', 0 from made`,
    [group.id, LIMITS.classMembersMax],
  );
  expect(await join(late, group.code)).toMatchObject({ code: 'class.full', message: '这个班级已满 3000 人，请联系老师' });
});

test('unknown codes are limited per user and client IP; a genuine code is never counted', async () => {
  const group = await fixture.aClass(await fixture.aTeacher());
  const guesser = await fixture.aUser();
  const attempt = async (at: number) => (await join(guesser, unknownCode(at))).code;
  for (let n = 0; n < TEACHING_LIMITS.wrongClassCodesPerUserPerHour; n += 1) expect(await attempt(n)).toBe('class.codeUnknown');
  expect(await attempt(30)).toBe('class.codeTries');
  expect((await join(guesser, group.code)).code).toBe('class.codeTries');
  const student = await fixture.aUser();
  for (let n = 0; n < 30; n += 1) expect((await join(student, group.code)).code).toBe('success');
});
