/** Tests the annotation assignment of the demo class: work to mark, a score by the rubric, and a student with notes who has not handed in. */
import type { Assignment } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClassFixture, openClassFixture } from '../features/teaching/testing/class-fixture.ts';
import { granted } from '../testing/file-fixture.ts';
import type { TestUser } from '../testing/test-server.ts';
import { seedDemoAnnotationTask } from './seed-demo-annotation-task.ts';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('four students have handed in, one is scored by the rubric, and the first has one note that is too short', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const students: TestUser[] = [];
  for (let n = 0; n < 6; n += 1) students.push(await fixture.aStudentOf(group));
  const { rows } = await fixture.shop.platform.db.pool.query<{ id: string }>('select current_version_id as id from book where id = $1', [
    fixture.bookId,
  ]);
  await seedDemoAnnotationTask(fixture.shop.platform, {
    classId: group.id,
    teacherId: teacher.id,
    studentIds: students.map(({ id }) => id),
    bookId: fixture.bookId,
    versionId: rows[0]?.id ?? '',
  });
  const list = async (index: number) =>
    granted(await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, index < 0 ? teacher : students[index]))
      .items;
  expect(await list(-1)).toMatchObject([{ kind: 'annotation', status: 'published', counts: { handedIn: 4, unscored: 3 } }]);
  const [mine] = await list(1);
  expect(mine?.own?.countedMilli).toBe(8000);
  const own = granted(await fixture.get<Assignment>(`/api/assignment/get?id=${mine?.id}`, students[0])).own;
  expect(own?.annotations?.items.map(({ isCounted }) => isCounted)).toEqual([true, true, false]);
});
