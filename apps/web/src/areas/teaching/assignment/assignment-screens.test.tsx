/** Tests the list of a class, the page of an assignment for teachers and students, and the verification of receipts. */
import {
  type Assignment,
  type AttemptResult,
  type ClassGroup,
  createAssignment,
  getAssignment,
  getAssignmentColumn,
  getAttemptResult,
  listAssignmentQuestions,
  listAssignments,
  listAttempts,
  listMarkingPhrases,
  listResponses,
  listRubrics,
  listScoreHistory,
  markResponse,
  saveMarkingPhrases,
  setAssignmentColumn,
  setAssignmentOverride,
  setAssignmentStatus,
  setExternalScores,
  verifyReceipt,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { gradebookText } from '../../../platform/messages/zh-cn/gradebook.ts';
import { markingText } from '../../../platform/messages/zh-cn/marking.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as AssignmentScreen } from './assignment-screen.tsx';
import { ClassAssignments } from './class-assignments.tsx';
import { Component as ReceiptScreen } from './receipt-screen.tsx';

const ID = '1'.repeat(26);
const CLASS = '2'.repeat(26);
const ATTEMPT = '3'.repeat(26);

const anAssignment = (more: Partial<Assignment> = {}): Assignment => ({
  id: ID,
  classId: CLASS,
  className: '文学 1 班',
  kind: 'quiz',
  title: '第一次测验',
  instructions: '独立完成',
  status: 'draft',
  policy: {
    openAt: null,
    dueAt: null,
    closeAt: null,
    timeLimitSeconds: 1800,
    attempts: 2,
    graceSeconds: 0,
    countedAttempt: 'best',
    late: null,
  },
  release: { score: 'handedIn', answers: 'closed', explanation: 'closed' },
  isShuffled: true,
  questions: 1,
  possibleMilli: 2000,
  rev: 1,
  role: 'teacher',
  mayEdit: true,
  counts: { students: 30, started: 0, handedIn: 0, unscored: 0 },
  ...more,
});

const QUESTION = {
  id: 'q1',
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p' as const, children: ['《论语》的编者是谁？'] },
      { name: 'slot' as const, attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: {
      RESPONSE: {
        type: 'choice' as const,
        options: [
          { id: 'O1', content: ['孔子弟子'] },
          { id: 'O2', content: ['孟子'] },
        ],
        maximumChoices: 1,
        isShuffled: false,
      },
    },
  },
  key: { responses: { RESPONSE: { rule: 'choice' as const, milli: 2000, correct: ['O1'], incompleteMilli: 0 } }, explanation: [] },
};

const section = {
  id: 'all',
  title: '',
  instructions: '',
  keepsOrder: false,
  entries: [{ kind: 'question' as const, slotId: 's', questionId: 'q1' }],
};
const layout = { sections: [section] };

const score = { earnedMilli: 2000, possibleMilli: 2000, unscored: 0, lateByMs: 90_000_000, lateSteps: 2, deductedMilli: 400 };
const attempt = { id: ATTEMPT, no: 1, state: 'handedIn' as const, startedAt: 0, finishedAt: 1, closedBy: 'student' as const, score };
const receipt = {
  code: `${ATTEMPT}.x`,
  finishedAt: 1,
  closedBy: 'student' as const,
  answered: 1,
  questions: 1,
  events: 3,
  digest: 'a'.repeat(64),
};
const result: AttemptResult = {
  attempt,
  assignmentId: ID,
  title: '第一次测验',
  receipt,
  questions: [
    {
      id: 'q1',
      view: QUESTION.view,
      response: { RESPONSE: ['O1'] },
      savedAt: 1,
      possibleMilli: 2000,
      earnedMilli: 2000,
      verdict: 'correct',
      responses: QUESTION.key.responses,
      explanation: ['由弟子编成'],
    },
  ],
  sections: [{ id: 'all', title: '', instructions: '', keepsOrder: false, questionIds: ['q1'] }],
  afterEnd: 1,
};

const aStudent = (name: string, attempts: (typeof attempt)[] = []) => ({
  userId: name,
  name,
  studentNo: '2026001',
  attempts,
  ...(attempts.length === 0 ? {} : { countedMilli: 1600 }),
});

const noRubrics = succeed(listRubrics, { items: [] });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openAt = (path: string) =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id" element={<AssignmentScreen />} />
      <Route path="/receipt" element={<ReceiptScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    path,
  );
const openList = (group: Partial<ClassGroup>) => renderInApp(<ClassAssignments group={group as ClassGroup} />, '/');
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('a teacher without assignments creates one: missing and wrong values are shown', async () => {
  const { asked } = stubCalls(succeed(listAssignments, { items: [] }), succeed(createAssignment, anAssignment()));
  const { router } = openList({ id: CLASS, role: 'teacher', mayEdit: true, status: 'active' });
  expect(await screen.findByText(text.none)).toBeVisible();
  await press(text.create);
  const dialog = within(await screen.findByRole('dialog', { name: text.createTitle }));
  await userEvent.type(dialog.getByLabelText(text.limit), '0');
  await press(text.createSave, dialog);
  expect(dialog.getByLabelText(text.title)).toHaveAccessibleDescription(text.titleNeeded);
  expect(dialog.getByLabelText(text.limit)).toHaveAccessibleDescription(text.numberWrong);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(dialog.getByLabelText(text.title), '第一次测验');
  await userEvent.clear(dialog.getByLabelText(text.limit));
  await userEvent.type(dialog.getByLabelText(text.limit), '30');
  await userEvent.type(dialog.getByLabelText(text.lateStep), '10');
  await press(text.createSave, dialog);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/assignment/${ID}`));
  expect(asked.find(({ name }) => name === createAssignment.path)?.fields).toMatchObject({
    kind: 'quiz',
    title: '第一次测验',
    policy: { timeLimitSeconds: 1800, attempts: 1, dueAt: null, late: { stepBasisPoints: 1000, basis: 'earned' } },
  });
});

it('the list shows a student the own state, and offers no creation', async () => {
  const own = { policy: anAssignment().policy, attempts: [attempt], countedMilli: 1600 };
  const { counts: _counts, ...one } = anAssignment({ status: 'published', role: 'student', mayEdit: false, own });
  stubCalls(succeed(listAssignments, { items: [one] }));
  openList({ id: CLASS, role: 'student', mayEdit: false, status: 'active' });
  expect(await screen.findByText('已交卷，得 1.6 分')).toBeVisible();
  expect(screen.queryByRole('button', { name: text.create })).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a teacher sees the questions of a draft by section, with the pools of draws, and publishes', async () => {
  const { asked } = stubCalls(
    noRubrics,
    succeed(getAssignment, anAssignment()),
    succeed(listAssignmentQuestions, {
      items: [QUESTION, { ...QUESTION, id: 'q2' }],
      layout: {
        sections: [
          {
            ...section,
            title: '一、选择题',
            entries: [...section.entries, { kind: 'draw', slotId: 'd', count: 1, pool: ['q2'] }],
          },
        ],
      },
    }),
    succeed(setAssignmentStatus, anAssignment({ status: 'published' })),
    succeed(getAssignmentColumn, { categories: [], isFinal: false }),
    succeed(setAssignmentColumn, {}),
  );
  openAt(`/assignment/${ID}`);
  expect(await screen.findByRole('heading', { name: '一、选择题' })).toBeVisible();
  expect(screen.getByRole('heading', { name: text.questionNo(1, 2000) })).toBeVisible();
  expect(screen.getByText(text.drawOf(1, 1, 2000))).toBeVisible();
  expect(screen.getByRole('link', { name: text.editPaper })).toHaveAttribute('href', `/assignment/${ID}/paper`);
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.publish);
  const confirm = within(await screen.findByRole('dialog', { name: text.publishTitle('第一次测验') }));
  expect(confirm.getByText(text.publishLead(30))).toBeVisible();
  await press(text.publish, confirm);
  await waitFor(() =>
    expect(asked.find(({ name }) => name === setAssignmentStatus.path)?.fields).toEqual({ id: ID, rev: 1, status: 'published' }),
  );
  const counting = within(await screen.findByRole('dialog', { name: gradebookText.countTitle('第一次测验') }));
  await userEvent.clear(counting.getByLabelText(gradebookText.maxPoints));
  await userEvent.type(counting.getByLabelText(gradebookText.maxPoints), '0');
  await press(gradebookText.save, counting);
  expect(counting.getByLabelText(gradebookText.maxPoints)).toHaveAccessibleDescription(new RegExp(gradebookText.maxNeeded));
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.clear(counting.getByLabelText(gradebookText.maxPoints));
  await userEvent.type(counting.getByLabelText(gradebookText.maxPoints), '20');
  await press(gradebookText.save, counting);
  await waitFor(() =>
    expect(asked.find(({ name }) => name === setAssignmentColumn.path)?.fields).toEqual({
      assignmentId: ID,
      column: { category: { name: gradebookText.defaultCategory, weightBasisPoints: 10_000 }, maxMilli: 20_000 },
    }),
  );
});

it('a teacher sees the students, the paper of one, and sets other times for one', async () => {
  const { asked } = stubCalls(
    noRubrics,
    succeed(getAssignment, anAssignment({ status: 'published' })),
    succeed(listAssignmentQuestions, { items: [QUESTION], layout }),
    succeed(listAttempts, { students: [aStudent('颜书雅', [attempt]), aStudent('卜文远')] }),
    succeed(getAttemptResult, { ...result, student: '颜书雅' }),
    succeed(setAssignmentOverride, {}),
  );
  openAt(`/assignment/${ID}`);
  const table = within(await screen.findByRole('table', { name: text.studentsTitle }));
  expect(table.getByText('1.6 / 2')).toBeVisible();
  expect(table.getByText(text.notStarted)).toBeVisible();
  await press(text.see('颜书雅'), table);
  expect(await screen.findByText(text.explainScore(score))).toBeVisible();
  expect(screen.getByText(text.afterEnd(1))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.overrideOf('卜文远'), table);
  const dialog = within(await screen.findByRole('dialog', { name: text.overrideTitle('卜文远') }));
  await userEvent.type(dialog.getByLabelText(text.limit), '45');
  await userEvent.type(dialog.getByLabelText(text.overrideReason), '请假');
  await press(text.save, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === setAssignmentOverride.path)?.fields).toEqual({
    assignmentId: ID,
    userId: '卜文远',
    override: { timeLimitSeconds: 2700 },
    reason: '请假',
  });
});

it('a teacher scores the responses to a question one after the other by keyboard, without names', async () => {
  const essay = {
    id: 'q1',
    view: { ...QUESTION.view, interactions: { RESPONSE: { type: 'extendedText' as const } } },
    key: { responses: { RESPONSE: { rule: 'manual' as const, milli: 10_000 } }, explanation: [] },
  };
  const one = (n: number) => ({ attemptId: `${n}`.repeat(26), response: { RESPONSE: [`作答 ${n}`] }, comment: '', rev: 0 });
  const { asked } = stubCalls(
    noRubrics,
    succeed(getAssignment, anAssignment({ status: 'closed' })),
    succeed(listAssignmentQuestions, { items: [essay], layout }),
    succeed(listAttempts, { students: [aStudent('颜书雅', [attempt])] }),
    succeed(listResponses, { view: essay.view, key: essay.key, possibleMilli: 10_000, items: [one(4), one(5)] }),
    succeed(markResponse, { ...one(4), earnedMilli: 7500, comment: '好', rev: 1 }),
    succeed(listMarkingPhrases, { phrases: ['论据充分'] }),
    succeed(saveMarkingPhrases, { phrases: ['论据充分', '好'] }),
    succeed(listScoreHistory, {
      items: [{ beforeMilli: 5000, afterMilli: 7500, comment: '好', source: 'teacher', byName: '谢知微', at: 1 }],
    }),
  );
  openAt(`/assignment/${ID}`);
  await press(text.scoreQuestion('1'));
  expect(await screen.findByText(new RegExp(text.responseOf(1, 2)))).toBeVisible();
  expect(screen.getByDisplayValue('作答 4')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(screen.getByLabelText(text.pointsOf(10_000)), '11{Enter}');
  expect(screen.getByLabelText(text.pointsOf(10_000))).toHaveAccessibleDescription(text.pointsRange(10_000));
  await userEvent.clear(screen.getByLabelText(text.pointsOf(10_000)));
  // N and P turn the pages, and give no points.
  await userEvent.clear(screen.getByLabelText(text.pointsOf(10_000)));
  await userEvent.keyboard('n');
  expect(await screen.findByDisplayValue('作答 5')).toBeVisible();
  await userEvent.keyboard('p');
  expect(await screen.findByDisplayValue('作答 4')).toBeVisible();
  expect(screen.getByLabelText(text.pointsOf(10_000))).toHaveValue('');
  await press('论据充分');
  expect(screen.getByLabelText(text.comment)).toHaveValue('论据充分');
  await userEvent.clear(screen.getByLabelText(text.comment));
  await userEvent.type(screen.getByLabelText(text.comment), '好');
  await press(markingText.addPhrase);
  expect(asked.find(({ name }) => name === saveMarkingPhrases.path)?.fields).toEqual({ phrases: ['论据充分', '好'] });
  await press(markingText.openScoreHistory);
  expect(await screen.findByText(markingText.scoreChange(5000, 7500))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(screen.getByLabelText(text.pointsOf(10_000)), '7.5{Enter}');
  expect(await screen.findByDisplayValue('作答 5')).toBeVisible();
  expect(asked.find(({ name }) => name === markResponse.path)?.fields).toEqual({
    attemptId: '4'.repeat(26),
    questionId: 'q1',
    rev: 0,
    earnedMilli: 7500,
    comment: '好',
  });
  expect(screen.getByText(new RegExp(text.unscoredRest(1)))).toBeVisible();
});

it('a teacher enters the points of an external assignment for the class at once, and wrong ones are refused', async () => {
  const one = anAssignment({ kind: 'external', status: 'published', questions: 0, possibleMilli: 10_000 });
  const entered = { ...attempt, score: { ...score, earnedMilli: 6000, possibleMilli: 10_000 } };
  const { asked } = stubCalls(
    succeed(getAssignmentColumn, { categories: [], isFinal: false }),
    noRubrics,
    succeed(getAssignment, one),
    succeed(listAttempts, { students: [aStudent('颜书雅', [entered]), aStudent('卜文远')] }),
    succeed(setExternalScores, {}),
  );
  openAt(`/assignment/${ID}`);
  expect(await screen.findByLabelText(text.scoreFor('颜书雅'))).toHaveValue('6');
  expect(screen.queryByRole('link', { name: text.editPaper })).toBeNull();
  await userEvent.type(screen.getByLabelText(text.scoreFor('卜文远')), '11');
  await press(text.scoresSave(1));
  expect(screen.getByRole('alert')).toHaveTextContent(text.scoresWrong(10_000));
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.clear(screen.getByLabelText(text.scoreFor('卜文远')));
  await userEvent.type(screen.getByLabelText(text.scoreFor('卜文远')), '8.5');
  await userEvent.clear(screen.getByLabelText(text.scoreFor('颜书雅')));
  await press(text.scoresSave(2));
  await waitFor(() => expect(asked.some(({ name }) => name === setExternalScores.path)).toBe(true));
  expect(asked.find(({ name }) => name === setExternalScores.path)?.fields).toEqual({
    assignmentId: ID,
    scores: [
      { userId: '颜书雅', before: 6000, earnedMilli: null },
      { userId: '卜文远', before: null, earnedMilli: 8500 },
    ],
  });
});

it('a student sees the points of an external assignment, or that there are none, and no start', async () => {
  const own = { policy: anAssignment().policy, attempts: [attempt], countedMilli: 8500 };
  const { counts: _counts, ...one } = anAssignment({ kind: 'external', status: 'published', possibleMilli: 10_000, role: 'student', own });
  stubCalls(noRubrics, succeed(getAssignment, one));
  const first = openAt(`/assignment/${ID}`);
  expect(await screen.findByText(text.scoreOf(8500, 10_000))).toBeVisible();
  expect(screen.queryByRole('button', { name: text.start })).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
  first.unmount();
  stubCalls(noRubrics, succeed(getAssignment, { ...one, own: { policy: own.policy, attempts: [] } }));
  openAt(`/assignment/${ID}`);
  expect(await screen.findByText(text.noScore)).toBeVisible();
});

it('a student sees the rules, the attempts and the result with its receipt, and is asked before a limited time starts', async () => {
  const own = { policy: anAssignment().policy, attempts: [attempt], countedMilli: 1600 };
  const { counts: _counts, ...one } = anAssignment({ status: 'published', role: 'student', mayEdit: false, own });
  stubCalls(noRubrics, succeed(getAssignment, one), succeed(getAttemptResult, result));
  const { router } = openAt(`/assignment/${ID}`);
  expect(await screen.findByText(text.counted1(1600, 'best'))).toBeVisible();
  expect(screen.getByText('得分 2 / 2；迟交 1 天 1 小时；按 2 天扣 0.4 分，实得 1.6 分')).toBeVisible();
  await press(text.seeResult);
  expect(await screen.findByText(receipt.code)).toBeVisible();
  expect(screen.getByText('由弟子编成')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.again);
  const confirm = within(await screen.findByRole('dialog', { name: text.startTitle }));
  expect(confirm.getByText(text.startLimited(1800))).toBeVisible();
  await press(text.start, confirm);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/assignment/${ID}/answer`));
});

it('an assignment that is closed to the student says so; an unknown one leads to the classes', async () => {
  const own = { policy: anAssignment().policy, attempts: [], refusal: 'closed' as const };
  const { counts: _counts, ...one } = anAssignment({ status: 'closed', role: 'student', mayEdit: false, own });
  stubCalls(noRubrics, succeed(getAssignment, one));
  const first = openAt(`/assignment/${ID}`);
  expect(await screen.findByText(text.refusals.closed)).toBeVisible();
  first.unmount();
  stubCalls(refuse(getAssignment, 'assignment.notFound', '没有找到'));
  openAt(`/assignment/${ID}`);
  expect(await screen.findByText(text.notFound)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a receipt is verified: intact, altered, and unknown', async () => {
  const verified = { isIntact: true, title: '第一次测验', className: '文学 1 班', student: '颜书雅', receipt };
  stubCalls(succeed(verifyReceipt, verified));
  const { router } = openAt('/receipt');
  await press(text.verify);
  expect(screen.getByLabelText(text.receiptCode)).toHaveAccessibleDescription(text.codeNeeded);
  await userEvent.type(screen.getByLabelText(text.receiptCode), receipt.code);
  await press(text.verify);
  expect(await screen.findByText(text.intact)).toBeVisible();
  expect(router.state.location.search).toContain('code=');
  expect(await accessibilityViolations()).toEqual([]);
  stubCalls(succeed(verifyReceipt, { ...verified, isIntact: false }));
  await userEvent.type(screen.getByLabelText(text.receiptCode), '1');
  await press(text.verify);
  expect(await screen.findByText(text.altered)).toBeVisible();
  stubCalls(refuse(verifyReceipt, 'assignment.receiptUnknown', '这不是有效的交卷凭证，请核对后再试'));
  await userEvent.type(screen.getByLabelText(text.receiptCode), '2');
  await press(text.verify);
  expect(await screen.findByText('这不是有效的交卷凭证，请核对后再试')).toBeVisible();
});
