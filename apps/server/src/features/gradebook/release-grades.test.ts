/** Tests what students see of a gradebook before and after a release. */
import type { getMyGrades, OutputOf } from '@shufang/contract';
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type GradebookFixture, makeGradebook, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

testAccess('releaseGrades', ['teacher', 'admin']);
testIdempotency('releaseGrades', async (objects) => {
  const { teacher, group, exam } = await makeGradebook(objects);
  return { as: teacher, body: { classId: group.id, columnIds: [exam], isReleased: true } };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('a released column is shown to the students, who are notified once, and a hidden one no longer', async () => {
  const book = await fixture.aGradebook();
  const mine = async () =>
    (await fixture.get<OutputOf<typeof getMyGrades>>(`/api/grade/mine?classId=${book.group.id}`, book.student)).payload?.cells;
  const notices = async () =>
    (await fixture.get<{ items: { kind: string }[] }>('/api/notice/mine', book.student)).payload?.items.filter(
      ({ kind }) => kind === 'gradesReleased',
    );
  const release = (isReleased: boolean, columnId = book.exam) =>
    fixture.post('/api/grade/release', book.teacher, { classId: book.group.id, columnIds: [columnId], isReleased });
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(80)));
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.homework, points(9)));
  expect([await mine(), await notices()]).toEqual([[], []]);
  await release(true);
  await release(true);
  expect(await mine()).toEqual([{ columnId: book.exam, userId: book.student.id, rev: 1, value: points(80) }]);
  expect(await notices()).toHaveLength(1);
  await release(false);
  expect(await mine()).toEqual([]);
  expect((await release(true, newId())).code).toBe('grade.columnNotFound');
});
