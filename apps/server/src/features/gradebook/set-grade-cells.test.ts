/** Tests how results are stored: each cell by its revision, all or nothing for unknown cells, and with a history. */
import type { OutputOf, setGradeCells } from '@shufang/contract';
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type GradebookFixture, makeGradebook, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

testAccess('setGradeCells', ['teacher', 'admin']);
testIdempotency('setGradeCells', async (objects) => {
  const book = await makeGradebook(objects);
  return { as: book.teacher, body: oneCell(book, book.exam, points(90)) };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

const set = (as: Parameters<GradebookFixture['post']>[1], body: object) =>
  fixture.post<OutputOf<typeof setGradeCells>>('/api/grade/set', as, body);

test('a cell that was changed meanwhile is not overwritten, and the others are stored', async () => {
  const book = await fixture.aGradebook();
  const cell = (columnId: string, number: number, rev: number) => ({ columnId, userId: book.student.id, rev, value: points(number) });
  await set(book.teacher, oneCell(book, book.exam, points(80)));
  const { payload } = await set(book.teacher, {
    classId: book.group.id,
    cells: [cell(book.exam, 70, 0), cell(book.homework, 9, 0)],
  });
  expect(payload).toEqual({ saved: [cell(book.homework, 9, 1)], conflicts: [cell(book.exam, 80, 1)] });
});

test('a value that is stored already is no conflict and no change', async () => {
  const book = await fixture.aGradebook();
  await set(book.teacher, oneCell(book, book.exam, points(80)));
  const again = await set(book.teacher, oneCell(book, book.exam, points(80)));
  expect(again.payload?.saved).toMatchObject([{ rev: 1 }]);
  const path = `/api/grade/history?classId=${book.group.id}&columnId=${book.exam}&userId=${book.student.id}`;
  expect((await fixture.get<{ items: unknown[] }>(path, book.teacher)).payload?.items).toHaveLength(1);
});

test('nothing is stored if one cell has an unknown column or student, or is given twice', async () => {
  const book = await fixture.aGradebook();
  const good = { columnId: book.exam, userId: book.student.id, rev: 0, value: points(80) };
  const send = async (bad: object) => (await set(book.teacher, { classId: book.group.id, cells: [good, bad] })).code;
  expect(await send({ ...good, columnId: newId() })).toBe('grade.columnNotFound');
  expect(await send({ ...good, userId: book.teacher.id })).toBe('class.memberNotFound');
  expect(await send(good)).toBe('request.invalid');
  expect((await set(book.teacher, oneCell(book, book.exam, points(80)))).payload?.saved).toMatchObject([{ rev: 1 }]);
});

test('final grades cannot be changed', async () => {
  const book = await fixture.aGradebook();
  await fixture.post('/api/grade/finalize', book.teacher, { classId: book.group.id, isFinal: true });
  expect((await set(book.teacher, oneCell(book, book.exam, points(80)))).code).toBe('grade.final');
});
