/** Tests what the slices that build on classes have waiting for a teacher. */
import { type GradeAppealRecord, type listTeachingWork, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GradebookFixture, openGradebookFixture } from '../features/gradebook/testing/gradebook-fixture.ts';
import { makeAppealable } from '../features/gradebook/testing/make-appealable.ts';
import { anAnswer } from '../testing/assignment-objects.ts';
import { granted } from '../testing/file-fixture.ts';

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('responses to mark, appeals without a reply and questions without an answer of a teacher are counted, and nothing else', async () => {
  const { teacher, student, group, exam } = await makeAppealable(fixture);
  const work = async () =>
    granted(await fixture.get<OutputOf<typeof listTeachingWork>>('/api/class/work', teacher)).items.map(({ kind, count, assignment }) => [
      kind,
      count,
      assignment?.id,
    ]);
  expect(await work()).toEqual([]);

  const quiz = await fixture.aPublished(teacher, group);
  const attempt = await fixture.start(student, quiz);
  expect(await work()).toEqual([]);
  await fixture.submit(student, attempt.id, [anAnswer('q3', '温故知新')]);
  const appealed = await fixture.post<GradeAppealRecord>('/api/grade/appeal', student, {
    classId: group.id,
    columnId: exam,
    body: '请复查',
  });
  const thread = await fixture.aThread(student, group);
  await fixture.aThread(teacher, group);
  expect(await work()).toEqual([
    ['marking', 1, quiz.id],
    ['appeal', 1, undefined],
    ['question', 1, undefined],
  ]);

  const reply = (as: typeof teacher) =>
    fixture.post('/api/thread/reply', as, { id: newId(), threadId: thread.id, body: '按时', isAnonymous: false });
  await reply(student);
  expect((await work()).map(([kind]) => kind)).toContain('question');
  await reply(teacher);
  await fixture.post('/api/grade/appeal/reply', teacher, { classId: group.id, appealId: appealed.payload?.id, reply: '已复查' });
  expect(await work()).toEqual([['marking', 1, quiz.id]]);
});
