/** Tests admitting, refusing and removing members. */
import type { AccessRight, listClassMembers, listMyNotifications, MemberStatus, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('decideClassMember', ['teacher', 'admin']);
testIdempotency('decideClassMember', async ({ aTeacher, aClass, aStudentOf }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  return { as: teacher, body: { classId: group.id, userId: (await aStudentOf(group)).id, decision: 'remove' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a student of a class by approval reads the book after the teacher has admitted them, and not after a removal', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  await fixture.post('/api/class/update', teacher, { id: group.id, name: '甲班', term: '秋', joinPolicy: 'approve' });
  const student = await fixture.aUser();
  const join = async () => (await fixture.post('/api/class/join', student, { code: group.code, name: '颜书雅' })).payload;
  const decide = async (decision: string, as = teacher) =>
    (await fixture.post('/api/class/member/decide', as, { classId: group.id, userId: student.id, decision })).code;
  const listed = async (status: MemberStatus, as: TestUser = teacher) => {
    const list = await fixture.get<OutputOf<typeof listClassMembers>>(`/api/class/members?classId=${group.id}&status=${status}`, as);
    return list.payload?.items.map(({ userId }) => userId) ?? list.code;
  };
  const right = async () =>
    (await fixture.get<{ right: AccessRight }>(`/api/book/info?bookId=${fixture.bookId}`, student)).payload?.right.kind;
  expect(await decide('admit')).toBe('class.memberNotFound');
  expect([await join(), await join()]).toEqual(Array.from({ length: 2 }, () => ({ status: 'pending', classId: group.id })));
  expect([await listed('pending'), await listed('active'), await right()]).toEqual([[student.id], [], 'none']);
  expect((await fixture.get(`/api/class/get?id=${group.id}`, student)).code).toBe('class.notFound');
  expect((await fixture.get(`/api/class/get?id=${group.id}`, teacher)).payload).toMatchObject({ pending: 1, members: 0 });
  expect(await decide('admit', await fixture.aTeacher())).toBe('class.notFound');
  expect(await decide('admit')).toBe('success');
  expect([await listed('active'), await right()]).toEqual([[student.id], 'class']);
  expect(await listed('pending', student)).toBe('class.notFound');
  expect(await decide('remove')).toBe('success');
  expect([await listed('removed'), await right()]).toEqual([[student.id], 'none']);
  expect(await decide('remove')).toBe('class.memberNotFound');
  expect(await decide('admit')).toBe('success');
  const notices = await fixture.get<OutputOf<typeof listMyNotifications>>('/api/notice/mine', student);
  expect(notices.payload?.items.map(({ kind }) => kind).toSorted()).toEqual(['classAdmitted', 'classRemoved']);
});
