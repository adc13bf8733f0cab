/** Tests double marking: who marks, the page of one of two teachers, and the decision in a dispute. */
import {
  type AnonymousResponse,
  type Assignment,
  getAssignment,
  getMarkingPlan,
  listAssignmentQuestions,
  listMarkingPhrases,
  listResponses,
  listRubrics,
  type MarkingPlan,
  markResponse,
  setDoubleMarking,
  setMarkingShares,
  settleResponse,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentText } from '../../../../platform/messages/zh-cn/assignment.ts';
import { doubleText as text } from '../../../../platform/messages/zh-cn/marking-double.ts';
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
  status: 'closed',
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
  questions: 1,
  possibleMilli: 10_000,
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
    body: [{ name: 'slot' as const, attributes: { interaction: 'R' } }],
    interactions: { R: { type: 'extendedText' as const } },
  },
  key: { responses: { R: { rule: 'manual' as const, milli: 10_000 } }, explanation: [] },
};
const entries = [{ kind: 'question' as const, slotId: 's', questionId: 'q1' }];
const layout = { sections: [{ id: 'all', title: '', instructions: '', keepsOrder: false, entries }] };

const question = {
  questionId: 'q1',
  isDouble: false,
  thresholdMilli: 0,
  responses: 2,
  finished: 0,
  waiting: 0,
  disputed: 0,
  mayChange: true,
};
const plan = (more: Partial<MarkingPlan> = {}): MarkingPlan => ({
  assignmentId: ID,
  mayChange: true,
  markers: [
    { userId: 'm1', name: '谢知微' },
    { userId: 'm2', name: '苏若谷' },
  ],
  questions: [question],
  students: [
    { userId: 's1', name: '颜书雅', studentNo: '2026001', markerIds: [] },
    { userId: 's2', name: '卜文远', studentNo: '2026002', markerIds: [] },
  ],
  ...more,
});
const double = { ...question, isDouble: true, thresholdMilli: 1500, waiting: 1, mayChange: false };

const response = (attemptId: string, more: Partial<AnonymousResponse> = {}): AnonymousResponse => ({
  attemptId,
  response: { R: [attemptId === FIRST ? '作答甲' : '作答乙'] },
  comment: '',
  rev: 0,
  ...more,
});
const responses = (...items: AnonymousResponse[]) =>
  succeed(listResponses, { view: essay.view, key: essay.key, possibleMilli: 10_000, items });
const page = [
  succeed(getAssignment, one),
  succeed(listAssignmentQuestions, { items: [essay], layout }),
  succeed(listRubrics, { items: [] }),
  succeed(listMarkingPhrases, { phrases: [] }),
];

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const open = () =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id" element={<AssignmentScreen />} />
    </Routes>,
    `/assignment/${ID}`,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('the teacher of a class lets two teachers mark a question', async () => {
  const { asked } = stubCalls(...page, succeed(getMarkingPlan, plan()), succeed(setDoubleMarking, plan({ questions: [double] })));
  open();
  expect(await screen.findByText(text.line(question))).toBeVisible();
  await press(text.settingsOf('1'));
  const dialog = within(await screen.findByRole('dialog', { name: text.dialogTitle('1') }));
  await userEvent.click(dialog.getByRole('checkbox', { name: text.isDouble }));
  await userEvent.clear(dialog.getByLabelText(text.threshold));
  await press(text.save, dialog);
  expect(dialog.getByLabelText(text.threshold)).toHaveAccessibleDescription(text.thresholdWrong);
  await userEvent.type(dialog.getByLabelText(text.threshold), '1.5');
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.save, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === setDoubleMarking.path)?.fields).toEqual({
    assignmentId: ID,
    questionId: 'q1',
    isDouble: true,
    thresholdMilli: 1500,
  });
});

it('the students are divided evenly, or one by one', async () => {
  const shared = plan({ questions: [double] });
  const { asked } = stubCalls(...page, succeed(getMarkingPlan, shared), succeed(setMarkingShares, shared));
  open();
  await press(text.share);
  const dialog = within(await screen.findByRole('dialog', { name: text.shareTitle }));
  expect(dialog.getByRole('checkbox', { name: text.shareEvenlyTwo })).toBeChecked();
  await press(text.shareEvenly, dialog);
  const first = dialog.getByRole('combobox', { name: text.markerOf('颜书雅 2026001', 1) });
  const second = dialog.getByRole('combobox', { name: text.markerOf('卜文远 2026002', 2) });
  expect([first, second].map((select) => (select as HTMLSelectElement).value)).toEqual(['m1', 'm1']);
  await userEvent.selectOptions(second, '');
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.save, dialog);
  expect(asked.find(({ name }) => name === setMarkingShares.path)?.fields).toEqual({
    assignmentId: ID,
    shares: [
      { userId: 's1', markerIds: ['m1', 'm2'] },
      { userId: 's2', markerIds: ['m2'] },
    ],
  });
});

it('a teacher alone reads how to get a second one; a colleague has no controls', async () => {
  stubCalls(...page, succeed(getMarkingPlan, plan({ markers: [{ userId: 'm1', name: '谢知微' }] })));
  const { unmount } = open();
  expect(await screen.findByText(text.alone)).toBeVisible();
  unmount();
  stubCalls(...page, succeed(getMarkingPlan, plan({ mayChange: false })));
  open();
  expect(await screen.findByText(text.line(question))).toBeVisible();
  expect(screen.queryByRole('button', { name: text.share })).toBeNull();
  expect(screen.queryByRole('button', { name: text.settingsOf('1') })).toBeNull();
});

it('a failed request for the plan can be repeated', async () => {
  stubCalls(...page, refuse(getMarkingPlan, 'internal', '出错了'));
  open();
  const failure = within((await screen.findByText(recordsText.failed(text.title))).closest('[role="alert"]') as HTMLElement);
  stubCalls(...page, succeed(getMarkingPlan, plan()));
  await press(recordsText.retry, failure);
  expect(await screen.findByText(text.line(question))).toBeVisible();
});

it('one of two teachers marks without the mark of the other, and goes on to what waits', async () => {
  const given = response(FIRST, { earnedMilli: 7000, rev: 1, double: { state: 'waiting', finalRev: 0 } });
  const { asked } = stubCalls(
    ...page,
    succeed(getMarkingPlan, plan({ mayChange: false, questions: [double] })),
    responses(
      response(FIRST, { double: { state: 'open', finalRev: 0 } }),
      response(SECOND, { earnedMilli: 5000, rev: 1, double: { state: 'disputed', finalRev: 0 } }),
    ),
    succeed(markResponse, given),
  );
  open();
  await press(assignmentText.scoreQuestion('1'));
  expect(await screen.findByText(text.blind)).toBeVisible();
  expect(screen.getByText(text.states.open)).toBeVisible();
  await userEvent.type(screen.getByLabelText(assignmentText.pointsOf(10_000)), '7{Enter}');
  expect(await screen.findByText(text.states.disputed)).toBeVisible();
  expect(screen.getByText(text.locked)).toBeVisible();
  expect(screen.queryByLabelText(assignmentText.pointsOf(10_000))).toBeNull();
  expect(screen.queryByRole('list', { name: text.bothScores })).toBeNull();
  expect(asked.find(({ name }) => name === markResponse.path)?.fields).toMatchObject({ attemptId: FIRST, rev: 0, earnedMilli: 7000 });
});

it('the teacher of the class sees both marks of a dispute and decides', async () => {
  const given = [
    { name: '谢知微', earnedMilli: 3000, comment: '论据不足' },
    { name: '', earnedMilli: 8000, comment: '' },
  ];
  const { asked } = stubCalls(
    ...page,
    succeed(getMarkingPlan, plan({ questions: [{ ...double, waiting: 0, disputed: 1 }] })),
    responses(response(FIRST, { earnedMilli: 3000, rev: 1, double: { state: 'disputed', finalRev: 2, given } })),
    succeed(
      settleResponse,
      response(FIRST, { earnedMilli: 3000, rev: 1, double: { state: 'settled', finalMilli: 6000, finalRev: 3, given } }),
    ),
  );
  open();
  await press(assignmentText.scoreQuestion('1'));
  const shown = within(await screen.findByRole('list', { name: text.bothScores }));
  expect(shown.getByText(text.scoreBy('谢知微', 3000, '论据不足'))).toBeVisible();
  expect(shown.getByText(text.scoreBy(text.formerTeacher, 8000, ''))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(screen.getByLabelText(assignmentText.pointsOf(10_000)), '6');
  await press(text.settle);
  expect(await screen.findByText(text.finalScore(6000, 10_000))).toBeVisible();
  expect(asked.find(({ name }) => name === settleResponse.path)?.fields).toMatchObject({ attemptId: FIRST, rev: 2, earnedMilli: 6000 });
});

it('where the students are divided, a teacher sees the own ones, and can look at all', async () => {
  const { asked } = stubCalls(
    ...page,
    succeed(getMarkingPlan, plan({ students: [{ userId: 's1', name: '颜书雅', studentNo: '', markerIds: ['m1'] }] })),
    responses(response(FIRST)),
  );
  open();
  await press(assignmentText.scoreQuestion('1'));
  await userEvent.click(await screen.findByRole('checkbox', { name: text.onlyMine }));
  await screen.findByDisplayValue('作答甲');
  expect(asked.flatMap(({ name, fields }) => (name === listResponses.path ? fields['share'] : []))).toEqual(['own', 'all']);
});
