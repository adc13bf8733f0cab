/** Tests the history of a cell. */
import type { listGradeHistory, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type GradebookFixture, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

testAccess('listGradeHistory', 'every user');

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('every change has its values, the teacher and the reason; a student reads the own history of released columns only', async () => {
  const book = await fixture.aGradebook();
  const classmate = await fixture.aStudentOf(book.group);
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(80)));
  await fixture.post('/api/grade/set', book.teacher, { ...oneCell(book, book.exam, points(85), 1), reason: '第 3 题漏判' });
  const read = (as: Parameters<GradebookFixture['get']>[1]) =>
    fixture.get<OutputOf<typeof listGradeHistory>>(
      `/api/grade/history?classId=${book.group.id}&columnId=${book.exam}&userId=${book.student.id}`,
      as,
    );
  const { payload } = await read(book.teacher);
  expect(payload?.items).toMatchObject([
    { before: points(80), after: points(85), reason: '第 3 题漏判' },
    { before: { kind: 'empty' }, after: points(80), reason: '' },
  ]);
  expect((await read(book.student)).code).toBe('grade.columnNotFound');
  await fixture.post('/api/grade/release', book.teacher, { classId: book.group.id, columnIds: [book.exam], isReleased: true });
  expect((await read(book.student)).payload).toEqual(payload);
  expect((await read(classmate)).code).toBe('grade.columnNotFound');
});
