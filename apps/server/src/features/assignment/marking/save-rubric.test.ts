/** Tests rubrics of drafts: for which questions they can be made, and that the publication freezes them. */
import type { Assignment, AssignmentRubric } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anEssay, assignmentFields } from '../../../testing/assignment-objects.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { aRubric } from '../../../testing/rubric-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('saveRubric', ['teacher', 'admin']);
testIdempotency('saveRubric', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id, rev } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { assignmentId: id, questionId: 'q3', rev, rubric: aRubric() } };
});

let fixture: ClassFixture;
let teacher: TestUser;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());
beforeEach(async () => {
  teacher = await fixture.aTeacher();
});

const save = (one: Pick<Assignment, 'id' | 'rev'>, more: object = {}) =>
  fixture.post<Assignment>('/api/marking/rubric/save', teacher, { assignmentId: one.id, rev: one.rev, rubric: aRubric(), ...more });
const publish = ({ id, rev }: Pick<Assignment, 'id' | 'rev'>) =>
  fixture.post<Assignment>('/api/assignment/status', teacher, { id, rev, status: 'published' });
const rubricsOf = async ({ id }: Pick<Assignment, 'id'>) =>
  (await fixture.get<{ items: AssignmentRubric[] }>(`/api/marking/rubrics?assignmentId=${id}`, teacher)).payload?.items;
test('a rubric belongs to a question that a person marks; another change of the assignment is not overwritten unseen', async () => {
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher));
  expect((await save(draft, { questionId: 'q1' })).message).toBe('这道题不用老师批，不需要量规');
  expect((await save(draft, { questionId: 'q9' })).code).toBe('request.invalid');
  const saved = granted(await save(draft, { questionId: 'q3' }));
  expect((await save(draft, { questionId: 'q3' })).code).toBe('assignment.changed');
  granted(await save(saved, { questionId: 'q3', rubric: aRubric({ title: '改过的量规' }) }));
  expect(await rubricsOf(draft)).toEqual([{ questionId: 'q3', rubric: aRubric({ title: '改过的量规' }), questionIds: ['q3'] }]);
});

test('a rubric stays with its question when the paper is put in another order, and goes when its question goes', async () => {
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher));
  const saved = granted(await save(draft, { questionId: 'q3' }));
  const address = `/api/assignment/paper/draft?assignmentId=${draft.id}`;
  const { sections } = granted(await fixture.get<{ draft: { sections: { slots: object[] }[] } }>(address, teacher)).draft;
  const savePaper = (slots: object[], rev: number) =>
    fixture.post<Assignment>('/api/assignment/paper/save', teacher, {
      assignmentId: draft.id,
      rev,
      sections: [{ ...sections[0], slots }],
      blueprint: [],
    });
  const turned = granted(await savePaper((sections[0]?.slots ?? []).toReversed(), saved.rev));
  expect(await rubricsOf(draft)).toMatchObject([{ questionId: 'q1', questionIds: ['q1'] }]);
  granted(await savePaper((sections[0]?.slots ?? []).slice(0, 2), turned.rev));
  expect(await rubricsOf(draft)).toEqual([]);
});

test('the rubric of the whole assignment marks the questions of the same points that have none of their own', async () => {
  const short = { view: anEssay('短论').view, key: { responses: { RESPONSE: { rule: 'manual' as const, milli: 5000 } }, explanation: [] } };
  const questions = [anEssay('甲'), anEssay('乙'), short];
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher), { questions });
  const whole = granted(await save(draft, {}));
  granted(await save(whole, { questionId: 'q2', rubric: aRubric({ title: '乙题量规' }) }));
  expect(await rubricsOf(draft)).toEqual([
    { rubric: aRubric(), questionIds: ['q1'] },
    { questionId: 'q2', rubric: aRubric({ title: '乙题量规' }), questionIds: ['q2'] },
  ]);
});

test('a paper is published only if the points of each rubric are those of its question, and is frozen then', async () => {
  const wrong = aRubric({ criteria: aRubric().criteria.slice(0, 1) });
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher));
  const saved = granted(await save(draft, { questionId: 'q3', rubric: wrong }));
  expect((await publish(saved)).message).toContain('量规“论述题量规”共 6 分，题目是 10 分');
  const whole = granted(await save(saved, { rubric: wrong }));
  expect((await publish(whole)).message).toContain('整份作业的量规“论述题量规”共 6 分，没有满分相同、要老师批的题');
  const gone = granted(await fixture.post<Assignment>('/api/marking/rubric/delete', teacher, { assignmentId: whole.id, rev: whole.rev }));
  const right = granted(await save(gone, { questionId: 'q3' }));
  const published = granted(await publish(right));
  expect((await save(published, { questionId: 'q3' })).code).toBe('assignment.published');
});

test('external work has no rubric', async () => {
  const { id: classId } = await fixture.aClass(teacher);
  const external = { ...assignmentFields(), classId, kind: 'external', totalMilli: 10_000 };
  const one = granted(await fixture.post<Assignment>('/api/assignment/create', teacher, external));
  expect((await save(one)).code).toBe('assignment.noPaper');
});

test('the levels of a criterion and the criteria must be complete', async () => {
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher));
  const [first] = aRubric().criteria;
  for (const criteria of [[], [{ ...first, levels: first?.levels.slice(0, 1) }], [first, first], [{ ...first, title: ' ' }]])
    expect((await save(draft, { questionId: 'q3', rubric: { ...aRubric(), criteria } })).code).toBe('request.invalid');
});
