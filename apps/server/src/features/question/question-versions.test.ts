/** Tests how other slices take questions into papers. */
import type { BankQuestion } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../platform/testing/caller.ts';
import { aChoice } from '../../testing/question-objects.ts';
import { pinQuestions } from './question-versions.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('a paper pins the newest versions in its own order, and no archived or foreign question', async () => {
  const teacher = await fixture.aTeacher();
  const { id: bankId } = await fixture.aBank(teacher);
  const [one, two] = [await fixture.aQuestion(teacher, bankId), await fixture.aQuestion(teacher, bankId, aChoice('仁是什么？'))];
  const { tags, knowledgePoints, revision } = one;
  const edit = { bankId, id: one.id, revision, tags, knowledgePoints, ...aChoice('改过的题') };
  const edited = await fixture.post<BankQuestion>('/api/question/save', teacher, edit);
  const pin = (userId: string, ids: readonly string[]) => pinQuestions(fixture.shop.platform, callerOf(userId), bankId, ids);
  expect(await pin(teacher.id, [one.id, two.id])).toMatchObject([
    { summary: { id: one.id, versionId: edited.payload?.versionId, versionNo: 2 }, ...aChoice('改过的题') },
    { summary: { id: two.id, versionNo: 1 }, ...aChoice('仁是什么？') },
  ]);
  await expect(pin((await fixture.aTeacher()).id, [one.id])).rejects.toMatchObject({ code: 'question.bankNotFound' });
  await fixture.post('/api/question/status', teacher, { bankId, ids: [two.id], status: 'archived' });
  await expect(pin(teacher.id, [one.id, two.id])).rejects.toMatchObject({ code: 'question.notFound' });
});
