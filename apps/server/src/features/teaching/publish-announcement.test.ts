/** Tests announcements: who publishes them, who is notified, and what they are shown as. */
import { LIMITS, type listAnnouncements, type listMyNotifications, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('publishAnnouncement', 'every user');
testIdempotency('publishAnnouncement', async ({ aTeacher, aClass, aStudentOf }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  await aStudentOf(group);
  return { as: teacher, body: { classId: group.id, body: '下周一停课' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const unread = async (as: TestUser) =>
  (await fixture.get<OutputOf<typeof listMyNotifications>>('/api/notice/mine', as)).payload?.items
    .filter(({ kind }) => kind === 'classAnnounced')
    .map(({ subject }) => subject.name);

test('an announcement of the teacher notifies members and co-teachers, not the author and not former members', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, former] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'view');
  await fixture.post('/api/class/leave', former, { classId: group.id });
  const publish = (body: string) => fixture.post('/api/class/announcement/publish', teacher, { classId: group.id, body });
  expect((await publish(' 下周一停课 ')).payload).toMatchObject({ body: '下周一停课', role: 'teacher', mayDelete: true });
  await publish('下周二补课');
  expect(await unread(student)).toEqual([group.name]);
  expect(await unread(colleague)).toEqual([group.name]);
  expect(await unread(former)).toEqual([]);
  expect(await unread(teacher)).toEqual([]);
  const listed = await fixture.get<OutputOf<typeof listAnnouncements>>(`/api/class/announcements?classId=${group.id}`, student);
  expect(listed.payload?.items.map(({ body, author, mayDelete }) => [body, author, mayDelete])).toEqual([
    ['下周二补课', group.teacher, false],
    ['下周一停课', group.teacher, false],
  ]);
});

test('a representative and a co-teacher with the right to edit publish under their names, other members do not', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const publish = async (as: TestUser) => {
    const { code, payload } = await fixture.post<{ author: string; role: string }>('/api/class/announcement/publish', as, {
      classId: group.id,
      body: '请带教材',
    });
    return payload === null || payload === undefined ? code : [payload.author, payload.role];
  };
  expect(await publish(await fixture.aRepresentativeOf(group, teacher))).toEqual(['卜文远', 'representative']);
  expect(await publish(await fixture.aCoTeacherOf(group, teacher, 'edit'))).toEqual(['苏若谷', 'teacher']);
  expect(await publish(await fixture.aCoTeacherOf(group, teacher, 'view'))).toBe('class.notFound');
  expect(await publish(await fixture.aStudentOf(group))).toBe('class.notFound');
});

test('an empty or too long announcement, and one too many, are refused', async () => {
  const teacher = await fixture.aTeacher();
  const { id } = await fixture.aClass(teacher);
  const refused = async (body: string) => (await fixture.post('/api/class/announcement/publish', teacher, { classId: id, body })).message;
  expect(await refused(' ')).toBe('请填写通知');
  expect(await refused('字'.repeat(LIMITS.announcementChars + 1))).toBe('通知最多 2000 个字');
  await fixture.shop.platform.db.pool.query(
    `insert into class_announcement select 'old' || n, $1, $2, '', 'teacher', '旧', n from generate_series(1, $3::int) n`,
    [id, teacher.id, LIMITS.announcementsMax],
  );
  expect(await refused('新')).toBe('班级通知最多保存 500 条，请先删除旧通知');
});
