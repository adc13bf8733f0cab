/** The gradebook that each caller sees is tested with the other operations; operations-by-caller.test.ts tests who is refused. */
import type { getGradebook, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { cellsOf, type GradebookFixture, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

testAccess('getGradebook', ['teacher', 'admin']);

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

const read = async (classId: string, as: Parameters<GradebookFixture['get']>[1]) =>
  (await fixture.get<OutputOf<typeof getGradebook>>(`/api/grade/matrix?classId=${classId}`, as)).payload;

test('a class without a gradebook has an empty one with its members', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  expect(await read(group.id, teacher)).toEqual({
    className: group.name,
    scheme: { rev: 0, digits: 1, categories: [], columns: [] },
    students: [{ userId: student.id, name: '颜书雅', studentNo: '2026001' }],
    cellColumns: [],
    openAppeals: [],
    snapshots: [],
  });
});

test('results of a student who left are stored, and shown again when the student comes back', async () => {
  const book = await fixture.aGradebook();
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(80)));
  await fixture.post('/api/class/leave', book.student, { classId: book.group.id });
  expect(cellsOf(await read(book.group.id, book.teacher))).toEqual([]);
  await fixture.post('/api/class/join', book.student, { code: book.group.code, name: '颜书雅' });
  expect(cellsOf(await read(book.group.id, book.teacher))).toEqual([
    { columnId: book.exam, userId: book.student.id, rev: 1, value: points(80) },
  ]);
});
