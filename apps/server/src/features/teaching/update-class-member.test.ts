/** Tests groups of members and the class representative. */
import type { ClassGroup, listClassMembers, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('updateClassMember', ['teacher', 'admin']);
testIdempotency('updateClassMember', async ({ aTeacher, aClass, aStudentOf }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  return { as: teacher, body: { classId: group.id, userId: (await aStudentOf(group)).id, group: '第 1 组', isRepresentative: true } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('classmates see groups and the representative, who loses the office by leaving', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, classmate] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const change = async (more: object) =>
    fixture.post('/api/class/member/update', teacher, {
      classId: group.id,
      userId: student.id,
      group: '',
      isRepresentative: false,
      ...more,
    });
  const seen = async () =>
    (await fixture.get<OutputOf<typeof listClassMembers>>(`/api/class/members?classId=${group.id}`, classmate)).payload?.items.find(
      ({ userId }) => userId === student.id,
    );
  expect(await seen()).toMatchObject({ isRepresentative: false });
  expect((await change({ group: ' 第 1 组 ', isRepresentative: true })).message).toBe('已保存');
  expect(await seen()).toMatchObject({ group: '第 1 组', isRepresentative: true });
  const { payload } = await fixture.get<ClassGroup>(`/api/class/get?id=${group.id}`, student);
  expect(payload).toMatchObject({ role: 'student', mayAnnounce: true, mayEdit: false });
  expect((await change({ group: '字'.repeat(21) })).message).toBe('分组最多 20 个字');
  await fixture.post('/api/class/leave', student, { classId: group.id });
  expect((await change({})).code).toBe('class.memberNotFound');
  await fixture.post('/api/class/join', student, { code: group.code, name: '颜书雅' });
  expect(await seen()).toMatchObject({ isRepresentative: false });
  expect(await seen()).not.toHaveProperty('group');
});
