/** Tests that the editor of a paper gets what was saved, with the questions and the sizes of the pools. */
import type { Assignment, getPaperDraft, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSection } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openQuestionFixture, type QuestionFixture } from '../question/testing/question-fixture.ts';

testAccess('getPaperDraft', ['teacher', 'admin']);

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('a paper is empty at first; later it has its sections, its questions and what its draws find', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const { id, rev } = (
    await fixture.post<Assignment>('/api/assignment/create', teacher, {
      title: '测验',
      instructions: '',
      policy: {
        openAt: null,
        dueAt: null,
        closeAt: null,
        timeLimitSeconds: null,
        attempts: 1,
        graceSeconds: 0,
        countedAttempt: 'best',
        late: null,
      },
      release: { score: 'handedIn', answers: 'handedIn', explanation: 'handedIn' },
      isShuffled: true,
      classId: group.id,
      kind: 'quiz',
    })
  ).payload as Assignment;
  const read = async () =>
    (await fixture.get<OutputOf<typeof getPaperDraft>>(`/api/assignment/paper/draft?assignmentId=${id}`, teacher)).payload;
  expect(await read()).toEqual({ rev, draft: { sections: [], blueprint: [] }, questions: [], draws: [] });
  const { id: bankId } = await fixture.aBank(teacher);
  const { view, key } = await fixture.aQuestion(teacher, bankId);
  const picked = await fixture.aQuestion(teacher, bankId);
  await fixture.aQuestion(teacher, bankId, { difficulty: 5 });
  await fixture.aQuestion(teacher, bankId, {
    view: { ...view, interactions: { RESPONSE: { type: 'upload' } } },
    key: { ...key, responses: { RESPONSE: { rule: 'manual', milli: 1000 } } },
  });
  const filters = [{}, { difficulty: 5 }, { tag: '没有' }];
  const draws = filters.map((filter, index) => ({ kind: 'draw' as const, id: `d${index}`, bankId, filter, count: 1, milliEach: 1000 }));
  const section = aSection(bankId, [picked.id]);
  const sections = [{ ...section, slots: [...section.slots, ...draws] }];
  const blueprint = [{ knowledgePoint: '先秦散文', type: 'single', difficulty: 2, wanted: 1 }];
  const { code } = await fixture.post('/api/assignment/paper/save', teacher, { assignmentId: id, rev, sections, blueprint });
  expect(code).toBe('success');
  const found = await read();
  expect(found).toMatchObject({
    rev: rev + 1,
    draft: { sections, blueprint },
    questions: [{ id: picked.id, tags: ['论语'], view: picked.view }],
  });
  expect(found?.draws).toEqual([
    { slotId: 'd0', available: 2 },
    { slotId: 'd1', available: 1 },
    { slotId: 'd2', available: 0 },
  ]);
});
