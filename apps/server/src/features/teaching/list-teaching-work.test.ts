/** Tests what waits for the teachers of a class; what other slices count is tested in `app/teaching-work.test.ts`. */
import type { listTeachingWork, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('listTeachingWork', 'every user');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const workOf = async (as: TestUser) => granted(await fixture.get<OutputOf<typeof listTeachingWork>>('/api/class/work', as)).items;

test('members who wait for consent are work of the teacher and of co-teachers who may edit, until the class ends', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [editing, viewing] = [await fixture.aCoTeacherOf(group, teacher, 'edit'), await fixture.aCoTeacherOf(group, teacher, 'view')];
  expect(await workOf(teacher)).toEqual([]);
  const { name, term } = group;
  const update = await fixture.post('/api/class/update', teacher, { id: group.id, name, term, joinPolicy: 'approve' });
  expect(update.code).toBe('success');
  const student = await fixture.aStudentOf(group);
  const work = [{ kind: 'joining', classId: group.id, className: group.name, count: 1 }];
  expect(await workOf(teacher)).toEqual(work);
  expect(await workOf(editing)).toEqual(work);
  expect(await workOf(viewing)).toEqual([]);
  expect(await workOf(student)).toEqual([]);
  expect((await fixture.post('/api/class/status', teacher, { id: group.id, status: 'ended' })).code).toBe('success');
  expect(await workOf(teacher)).toEqual([]);
});
