/** Tests the appeal of a student against a result. */
import type { GradeAppealRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type GradebookFixture, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';
import { makeAppealable } from './testing/make-appealable.ts';

testAccess('appealGrade', 'every user');
testIdempotency('appealGrade', async (objects) => {
  const { student, group, exam } = await makeAppealable(objects);
  return { as: student, body: { classId: group.id, columnId: exam, body: '第 3 题的答案与课本相同' } };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('only an own result in a released column can be appealed, once until the teacher has replied', async () => {
  const book = await fixture.aGradebook();
  const appeal = (columnId: string, as = book.student) =>
    fixture.post<GradeAppealRecord>('/api/grade/appeal', as, { classId: book.group.id, columnId, body: '请复查' });
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(80)));
  expect((await appeal(book.exam)).code).toBe('grade.columnNotFound');
  const columnIds = [book.exam, book.homework];
  await fixture.post('/api/grade/release', book.teacher, { classId: book.group.id, columnIds, isReleased: true });
  expect((await appeal(book.homework)).code).toBe('grade.columnNotFound');
  expect((await appeal(book.exam, book.teacher)).code).toBe('class.notFound');
  const { payload } = await appeal(book.exam);
  expect((await appeal(book.exam)).code).toBe('grade.appealOpen');
  const reply = { classId: book.group.id, appealId: payload?.id, reply: '已复查，加 5 分' };
  expect((await fixture.post('/api/grade/appeal/reply', book.teacher, reply)).code).toBe('success');
  const mine = await fixture.get<{ appeals: GradeAppealRecord[] }>(`/api/grade/mine?classId=${book.group.id}`, book.student);
  expect(mine.payload?.appeals).toMatchObject([{ body: '请复查', reply: '已复查，加 5 分' }]);
  expect((await appeal(book.exam)).code).toBe('success');
});
