/** Tests rubrics on the pages of an assignment: their editor, marking with them by keyboard, and what students see. */
import {
  type Assignment,
  deleteRubric,
  getAssignment,
  getAttemptResult,
  getMarkingPlan,
  listAssignmentQuestions,
  listEarlierRubrics,
  listMarkingPhrases,
  listResponses,
  listRubrics,
  markResponse,
  type Rubric,
  saveRubric,
} from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentText } from '../../../../platform/messages/zh-cn/assignment.ts';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { endSession } from '../../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../../testing/render-in-app.tsx';
import { signInHere } from '../../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../../testing/stub-calls.ts';
import { Component as AssignmentScreen } from '../assignment-screen.tsx';

const ID = '1'.repeat(26);
const [FIRST, SECOND] = ['4'.repeat(26), '5'.repeat(26)];

const one: Assignment = {
  id: ID,
  classId: '2'.repeat(26),
  className: '文学 1 班',
  kind: 'quiz',
  title: '短论',
  instructions: '',
  status: 'draft',
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
  release: { score: 'handedIn', answers: 'closed', explanation: 'closed' },
  isShuffled: false,
  questions: 3,
  possibleMilli: 12_000,
  rev: 3,
  role: 'teacher',
  mayEdit: true,
  counts: { students: 2, started: 2, handedIn: 2, unscored: 2 },
};

const essay = {
  id: 'q1',
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p' as const, children: ['谈谈“学而时习之”'] },
      { name: 'slot' as const, attributes: { interaction: 'R' } },
    ],
    interactions: { R: { type: 'extendedText' as const } },
  },
  key: { responses: { R: { rule: 'manual' as const, milli: 10_000 } }, explanation: [] },
};
/** The essay is the third question: two questions are drawn before it. */
const layout = {
  sections: [
    {
      id: 'all',
      title: '',
      instructions: '',
      keepsOrder: false,
      entries: [
        { kind: 'draw' as const, slotId: 'd', count: 2, pool: ['q2', 'q3', 'q4'] },
        { kind: 'question' as const, slotId: 's', questionId: 'q1' },
      ],
    },
  ],
};

const rubric: Rubric = {
  title: '论述题量规',
  isShown: true,
  criteria: [
    {
      id: 'view',
      title: '观点',
      levels: [
        { id: 'a', milli: 6000, description: '明确' },
        { id: 'b', milli: 3000, description: '含糊' },
      ],
    },
    {
      id: 'proof',
      title: '论据',
      levels: [
        { id: 'a', milli: 4000, description: '引用原文' },
        { id: 'b', milli: 0, description: '没有论据' },
      ],
    },
  ],
};

const questions = succeed(listAssignmentQuestions, { items: [essay], layout });
const response = (attemptId: string, written: string) => ({ attemptId, response: { R: [written] }, comment: '', rev: 0 });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const open = (query = '') =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id" element={<AssignmentScreen />} />
    </Routes>,
    `/assignment/${ID}${query}`,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('a teacher makes a rubric for the third question of a paper with a draw, from an earlier one', async () => {
  const { asked } = stubCalls(
    succeed(getAssignment, one),
    questions,
    succeed(listRubrics, { items: [] }),
    succeed(listEarlierRubrics, { items: [{ assignmentId: ID, assignment: '期中', className: '去年的班', rubric }] }),
    succeed(saveRubric, one),
  );
  open();
  expect(await screen.findByText(text.none)).toBeVisible();
  await press(text.make);
  const dialog = within(await screen.findByRole('dialog', { name: text.dialogTitle }));
  expect(dialog.getByRole('combobox', { name: text.makeFor })).toHaveDisplayValue(text.question('3', 10_000));
  await press(text.save, dialog);
  expect(dialog.getByLabelText(text.name)).toHaveAccessibleDescription(text.emptyName);
  await userEvent.selectOptions(
    await dialog.findByRole('combobox', { name: text.copy }),
    text.earlier({ assignmentId: ID, assignment: '期中', className: '去年的班', rubric }),
  );
  expect(dialog.getByLabelText(text.name)).toHaveValue('论述题量规');
  expect(dialog.getByRole('status')).toHaveTextContent(text.total(10_000, 10_000));
  const [points] = dialog.getAllByLabelText(text.levelPoints(1));
  if (points === undefined) throw new Error('no field for points');
  await userEvent.clear(points);
  await userEvent.type(points, '5');
  expect(dialog.getByRole('status')).toHaveTextContent(text.total(9000, 10_000));
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.save, dialog);
  const [first, second] = rubric.criteria;
  expect(asked.find(({ name }) => name === saveRubric.path)?.fields).toEqual({
    assignmentId: ID,
    rev: 3,
    questionId: 'q1',
    rubric: { ...rubric, criteria: [{ ...first, levels: [{ ...first?.levels[0], milli: 5000 }, first?.levels[1]] }, second] },
  });
});

it('criteria and levels are added and removed', async () => {
  stubCalls(succeed(getAssignment, one), questions, succeed(listRubrics, { items: [] }), succeed(listEarlierRubrics, { items: [] }));
  open();
  await press(text.make);
  const dialog = within(await screen.findByRole('dialog', { name: text.dialogTitle }));
  await press(text.addCriterion, dialog);
  expect(dialog.getAllByLabelText(text.criterionTitle)).toHaveLength(2);
  await press(text.removeLevel(2, 3), dialog);
  expect(dialog.getAllByLabelText(text.levelPoints(1))).toHaveLength(2);
  expect(dialog.getAllByLabelText(text.levelPoints(3))).toHaveLength(1);
  await press(text.removeCriterion(2), dialog);
  expect(dialog.getAllByLabelText(text.criterionTitle)).toHaveLength(1);
});

it('a rubric of a draft is deleted after a confirmation; one of a published paper has no controls', async () => {
  const { asked } = stubCalls(
    succeed(getAssignment, one),
    questions,
    succeed(listRubrics, { items: [{ questionId: 'q1', rubric, questionIds: ['q1'] }] }),
    succeed(deleteRubric, one),
  );
  const { unmount } = open();
  await press(text.removeOf(rubric.title));
  await press(text.remove, within(await screen.findByRole('dialog')));
  expect(asked.find(({ name }) => name === deleteRubric.path)?.fields).toEqual({ assignmentId: ID, rev: 3, questionId: 'q1' });
  unmount();
  stubCalls(
    succeed(getAssignment, { ...one, status: 'published' }),
    questions,
    succeed(listRubrics, { items: [{ rubric, questionIds: ['q1'] }] }),
  );
  open();
  expect(await screen.findByText(text.usedFor(['3']))).toBeVisible();
  expect(screen.queryByRole('button', { name: text.removeOf(rubric.title) })).toBeNull();
});

it('a failed request for the rubrics can be repeated', async () => {
  stubCalls(succeed(getAssignment, one), questions, refuse(listRubrics, 'internal', '出错了'));
  open();
  expect(await screen.findByText(recordsText.failed(text.title))).toBeVisible();
  stubCalls(questions, succeed(listRubrics, { items: [] }));
  await press(recordsText.retry);
  expect(await screen.findByText(text.none)).toBeVisible();
});

it('a teacher marks with digits: each chooses in the current criterion, Enter stores the sum and goes on', async () => {
  const { asked } = stubCalls(
    succeed(getMarkingPlan, { assignmentId: ID, mayChange: true, markers: [], questions: [], students: [] }),
    succeed(getAssignment, { ...one, status: 'closed' }),
    questions,
    succeed(listRubrics, { items: [] }),
    succeed(listMarkingPhrases, { phrases: [] }),
    succeed(listResponses, {
      view: essay.view,
      key: essay.key,
      possibleMilli: 10_000,
      rubric,
      items: [response(FIRST, '作答甲'), response(SECOND, '作答乙')],
    }),
    succeed(markResponse, { ...response(FIRST, '作答甲'), earnedMilli: 7000, levels: { view: 'b', proof: 'a' }, rev: 1 }),
  );
  open();
  await press(assignmentText.scoreQuestion('3'));
  expect(await screen.findByDisplayValue('作答甲')).toBeVisible();
  const [view, proof] = [screen.getByRole('group', { name: '观点' }), screen.getByRole('group', { name: '论据' })];
  expect(view).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('1');
  expect(within(view).getByRole('radio', { name: text.level(1, 6000, '明确') })).toBeChecked();
  expect(proof).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('9{Enter}');
  expect(screen.getByText(text.chooseAll)).toBeVisible();
  await userEvent.keyboard('{Backspace}2');
  expect(within(view).getByRole('radio', { name: text.level(2, 3000, '含糊') })).toBeChecked();
  await userEvent.keyboard('1');
  expect(screen.getByText(text.sum(7000, 10_000))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByDisplayValue('作答乙')).toBeVisible();
  expect(asked.find(({ name }) => name === markResponse.path)?.fields).toEqual({
    attemptId: FIRST,
    questionId: 'q1',
    rev: 0,
    earnedMilli: 7000,
    comment: '',
    levels: { view: 'b', proof: 'a' },
  });
  await userEvent.keyboard('p');
  expect(
    within(await screen.findByRole('group', { name: '观点' })).getByRole('radio', { name: text.level(2, 3000, '含糊') }),
  ).toBeChecked();
});

it('a student sees the shown rubric before, and the levels that were chosen with the result', async () => {
  const own = { policy: one.policy, attempts: [] };
  const { counts: _counts, ...rest } = one;
  const student: Assignment = { ...rest, status: 'published', role: 'student', mayEdit: false, own };
  stubCalls(succeed(getAssignment, student), succeed(listRubrics, { items: [{ questionId: 'q1', rubric }] }));
  const { unmount } = open();
  expect(await screen.findByRole('heading', { name: text.studentTitle })).toBeVisible();
  expect(screen.getByRole('table', { name: rubric.title })).toHaveTextContent(text.levelLine(4000, '引用原文'));
  expect(await accessibilityViolations()).toEqual([]);
  unmount();
  const attempt = { id: FIRST, no: 1, state: 'handedIn' as const, startedAt: 1, finishedAt: 2, closedBy: 'student' as const };
  stubCalls(
    succeed(getAssignment, { ...student, own: { ...own, attempts: [attempt] } }),
    succeed(listRubrics, { items: [] }),
    succeed(getAttemptResult, {
      attempt,
      assignmentId: ID,
      title: one.title,
      receipt: { code: 'c', finishedAt: 2, closedBy: 'student', answered: 1, questions: 1, events: 1, digest: 'd' },
      questions: [
        {
          id: 'q1',
          view: essay.view,
          response: { R: ['作答甲'] },
          possibleMilli: 10_000,
          earnedMilli: 7000,
          marked: { rubric, levels: { view: 'b', proof: 'a' } },
        },
      ],
      sections: [{ id: 'all', title: '', instructions: '', keepsOrder: false, questionIds: ['q1'] }],
      afterEnd: 0,
    }),
  );
  open(`?attempt=${FIRST}`);
  const table = within(await screen.findByRole('table', { name: rubric.title }));
  expect(table.getByRole('row', { name: /观点/ })).toHaveTextContent(text.levelLine(3000, '含糊'));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain(text.columnEarned);
});
