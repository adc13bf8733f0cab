/** Tests who deletes announcements. */
import type { Announcement } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('deleteAnnouncement', 'every user');
testIdempotency('deleteAnnouncement', async ({ aTeacher, aClass, post }) => {
  const teacher = await aTeacher();
  const { id: classId } = await aClass(teacher);
  const { id } = await post<Announcement>('/api/class/announcement/publish', teacher, { classId, body: '停课' });
  return { as: teacher, body: { classId, id } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('authors delete their own announcements, and teachers who may edit delete all', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const representative = await fixture.aRepresentativeOf(group, teacher);
  const editor = await fixture.aCoTeacherOf(group, teacher, 'edit');
  const publish = async (as: TestUser) =>
    (await fixture.post<Announcement>('/api/class/announcement/publish', as, { classId: group.id, body: '停课' })).payload?.id;
  const remove = async (as: TestUser, id: string | undefined, classId = group.id) =>
    (await fixture.post('/api/class/announcement/delete', as, { classId, id })).code;
  const [own, other, third] = [await publish(representative), await publish(teacher), await publish(representative)];
  expect(await remove(representative, other)).toBe('class.announcementNotFound');
  expect(await remove(await fixture.aStudentOf(group), own)).toBe('class.announcementNotFound');
  expect(await remove(await fixture.aCoTeacherOf(group, teacher, 'view'), own)).toBe('class.announcementNotFound');
  const otherTeacher = await fixture.aTeacher();
  expect(await remove(otherTeacher, own, (await fixture.aClass(otherTeacher)).id)).toBe('class.announcementNotFound');
  expect([await remove(representative, own), await remove(editor, other), await remove(teacher, third)]).toEqual(
    Array.from({ length: 3 }, () => 'success'),
  );
  expect(await remove(teacher, third)).toBe('class.announcementNotFound');
});
