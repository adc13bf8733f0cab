/** Tests the reply to an appeal. */
import type { GradeAppealRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type GradebookFixture, openGradebookFixture } from './testing/gradebook-fixture.ts';
import { makeAppealable } from './testing/make-appealable.ts';

testAccess('replyToGradeAppeal', ['teacher', 'admin']);
testIdempotency('replyToGradeAppeal', async (objects) => {
  const { teacher, student, group, exam } = await makeAppealable(objects);
  const { id } = await objects.post<GradeAppealRecord>('/api/grade/appeal', student, { classId: group.id, columnId: exam, body: '请复查' });
  return { as: teacher, body: { classId: group.id, appealId: id, reply: '已复查' } };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('a reply is given once, by the teacher of the class, and notifies the student', async () => {
  const [book, other] = [await makeAppealable(fixture), await makeAppealable(fixture)];
  const { payload } = await fixture.post<GradeAppealRecord>('/api/grade/appeal', book.student, {
    classId: book.group.id,
    columnId: book.exam,
    body: '请复查',
  });
  const reply = async (of: typeof book) =>
    (await fixture.post('/api/grade/appeal/reply', of.teacher, { classId: of.group.id, appealId: payload?.id, reply: '无误' })).code;
  expect([await reply(other), await reply(book), await reply(book)]).toEqual(['grade.appealNotFound', 'success', 'grade.appealNotFound']);
  const { payload: notices } = await fixture.get<{ items: { kind: string }[] }>('/api/notice/mine', book.student);
  expect(notices?.items.map(({ kind }) => kind)).toContain('gradeAppealReplied');
});
