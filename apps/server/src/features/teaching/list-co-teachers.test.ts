/** Tests who sees the rights of co-teachers. */
import type { listCoTeachers, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('listCoTeachers', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the teachers of a class see the co-teachers with their rights', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'view');
  const listed = (as: typeof teacher) => fixture.get<OutputOf<typeof listCoTeachers>>(`/api/class/co-teachers?classId=${group.id}`, as);
  const items = [{ userId: colleague.id, name: '苏若谷', right: 'view' }];
  expect((await listed(teacher)).payload).toEqual({ items });
  expect((await listed(colleague)).payload).toEqual({ items });
  expect((await listed(await fixture.aTeacher())).code).toBe('class.notFound');
});
