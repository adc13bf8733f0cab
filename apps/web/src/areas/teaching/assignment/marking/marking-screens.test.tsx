/** Tests the dialogs and views of marking: corrected keys with preview and undo, and the analysis of a paper. */
import {
  type Assignment,
  exportPaperAnalysis,
  getAssignment,
  getAssignmentColumn,
  getPaperAnalysis,
  listAssignmentQuestions,
  listAttempts,
  listRegrades,
  listRubrics,
  type PaperAnalysisRecord,
  type Regrade,
  regradeQuestion,
  setQuestionObjectives,
  undoRegrade,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentText } from '../../../../platform/messages/zh-cn/assignment.ts';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { endSession } from '../../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../../testing/render-in-app.tsx';
import { signInHere } from '../../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../../testing/stub-calls.ts';
import { Component as AssignmentScreen } from '../assignment-screen.tsx';

const ID = '1'.repeat(26);
const REGRADE = '4'.repeat(26);

const one: Assignment = {
  id: ID,
  classId: '2'.repeat(26),
  className: '文学 1 班',
  kind: 'quiz',
  title: '第一次测验',
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
  possibleMilli: 2000,
  rev: 3,
  role: 'teacher',
  mayEdit: true,
  counts: { students: 2, started: 2, handedIn: 2, unscored: 0 },
};

const question = {
  id: 'q1',
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p' as const, children: ['《论语》的编者是谁？'] },
      { name: 'slot' as const, attributes: { interaction: 'R' } },
    ],
    interactions: {
      R: {
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
  key: { responses: { R: { rule: 'choice' as const, milli: 2000, correct: ['O1'], incompleteMilli: 0 } }, explanation: [] },
};

const layout = {
  sections: [
    {
      id: 'all',
      title: '',
      instructions: '',
      keepsOrder: false,
      entries: [{ kind: 'question' as const, slotId: 'q1', questionId: 'q1' }],
    },
  ],
};
const NAME = assignmentText.questionNo(1, 2000);

const regrade: Regrade = {
  id: REGRADE,
  questionId: 'q1',
  reason: '答案有误',
  byName: '谢知微',
  isRaiseOnly: true,
  raised: 1,
  lowered: 0,
  appliedAt: 1,
  isUndoable: true,
};

const preview = {
  attempts: 2,
  scoredByTeacher: 0,
  changes: [{ attemptId: '5'.repeat(26), name: '颜书雅', studentNo: '2026001', no: 1, beforeMilli: 0, afterMilli: 2000 }],
  facility: { before: 0.5, after: 1 },
  bands: { before: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1], after: [0, 0, 0, 0, 0, 0, 0, 0, 0, 2] },
};

const analysis: PaperAnalysisRecord = {
  students: 20,
  waiting: 1,
  possibleMilli: 2000,
  meanMilli: 1500,
  deviationMilli: 800,
  highestMilli: 2000,
  lowestMilli: 0,
  alpha: 0.71,
  errorMilli: 430,
  items: [
    {
      id: 'q1',
      label: '1',
      objective: '目标一',
      possibleMilli: 2000,
      meanMilli: 1500,
      deviationMilli: 800,
      facility: 0.75,
      discrimination: -0.1,
      pointBiserial: 0.4,
      options: [
        { label: 'A', text: '孔子弟子', isCorrect: true, students: 15 },
        { label: 'B', text: '孟子', isCorrect: false, students: 5 },
        { label: '没有作答', text: '', isCorrect: false, students: 0 },
      ],
    },
  ],
  objectives: [{ objective: '目标一', questionIds: ['q1'], possibleMilli: 2000, meanMilli: 1500, attainment: 0.75 }],
  bands: [5, 0, 0, 0, 0, 0, 0, 0, 0, 15],
};

const noRubrics = succeed(listRubrics, { items: [] });

const common = [
  noRubrics,
  succeed(getAssignment, one),
  succeed(listAssignmentQuestions, { items: [question], layout }),
  succeed(listAttempts, { students: [] }),
  succeed(getAssignmentColumn, { categories: [], isFinal: false }),
];

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

it('a teacher corrects a key: sees what changes, gives a reason, applies it', async () => {
  const { asked } = stubCalls(...common, succeed(listRegrades, { items: [] }), succeed(regradeQuestion, { preview, regrade }));
  open();
  await press(text.regradeOf(NAME));
  const dialog = within(await screen.findByRole('dialog', { name: text.regradeTitle(NAME) }));
  await userEvent.click(dialog.getByRole('checkbox', { name: '孟子' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: text.raiseOnly }));
  await press(text.preview, dialog);
  expect(await dialog.findByText(text.previewSummary(2, 1, 0))).toBeVisible();
  expect(dialog.getByText('颜书雅 2026001')).toBeVisible();
  expect(dialog.getByText(text.previewFacility(0.5, 1))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.apply, dialog);
  expect(dialog.getByLabelText(text.regradeReason)).toHaveAccessibleDescription(new RegExp(text.reasonNeeded));
  await userEvent.type(dialog.getByLabelText(text.regradeReason), '答案有误');
  await press(text.apply, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = asked.filter(({ name }) => name === regradeQuestion.path).map(({ fields }) => fields);
  const key = {
    responses: {
      R: {
        rule: 'map',
        milli: 2000,
        entries: [
          { value: 'O1', milli: 2000 },
          { value: 'O2', milli: 2000 },
        ],
        defaultMilli: 0,
      },
    },
    explanation: [],
  };
  expect(first).toMatchObject({ questionId: 'q1', rev: 3, key, isRaiseOnly: true, isPreview: true });
  expect(second).toMatchObject({ key, isPreview: false, reason: '答案有误' });
});

it('a change of the key discards the preview that was made with the earlier one', async () => {
  stubCalls(...common, succeed(listRegrades, { items: [] }), succeed(regradeQuestion, { preview }));
  open();
  await press(text.regradeOf(NAME));
  const dialog = within(await screen.findByRole('dialog', { name: text.regradeTitle(NAME) }));
  await press(text.preview, dialog);
  expect(await dialog.findByRole('button', { name: text.apply })).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: text.fullPoints }));
  expect(dialog.queryByRole('button', { name: text.apply })).toBeNull();
  expect(dialog.getByRole('button', { name: text.preview })).toBeVisible();
});

it('a correction is listed with its reason and undone', async () => {
  const { asked } = stubCalls(
    ...common,
    succeed(listRegrades, { items: [regrade] }),
    succeed(undoRegrade, { ...regrade, undoneAt: 2, isUndoable: false }),
  );
  open();
  expect(await screen.findByText(text.regradeLine('1', regrade))).toBeVisible();
  await press(text.undoOf('1'));
  await press(text.undo, within(await screen.findByRole('dialog', { name: text.undoTitle('1') })));
  await waitFor(() =>
    expect(asked.find(({ name }) => name === undoRegrade.path)?.fields).toEqual({ assignmentId: ID, regradeId: REGRADE }),
  );
});

it('the analysis shows each question, objectives are set, and it is exported', async () => {
  const { asked } = stubCalls(
    ...common,
    succeed(getPaperAnalysis, analysis),
    succeed(setQuestionObjectives, { ...analysis, objectives: [] }),
    succeed(exportPaperAnalysis, { fileName: '第一次测验-试卷分析.xlsx', base64: '' }),
  );
  open('?view=analysis');
  const table = within(await screen.findByRole('table', { name: text.items }));
  expect(table.getByText('0.75')).toBeVisible();
  expect(table.getByText('得分高的学生反而做错，请核对答案')).toBeVisible();
  const options = within(screen.getByRole('figure', { name: '第 1 题的选项' })).getAllByRole('row', { hidden: true });
  expect(options.map((row) => row.textContent)).toEqual(['选项人数', '✓ A 孔子弟子15', 'B 孟子5', '没有作答0']);
  for (const name of ['得分率的分布', '各题的难度和鉴别指数', '课程目标达成度']) expect(screen.getByRole('figure', { name })).toBeVisible();
  expect(screen.getByText(text.studentsOf(20, 1))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.setObjectives);
  const dialog = within(await screen.findByRole('dialog', { name: text.objectivesTitle }));
  await userEvent.clear(dialog.getByLabelText(text.objectiveOf('1')));
  await press(text.save, dialog);
  expect(await screen.findByText(text.noObjectives)).toBeVisible();
  expect(asked.find(({ name }) => name === setQuestionObjectives.path)?.fields).toEqual({
    assignmentId: ID,
    objectives: [{ questionId: 'q1', objective: '' }],
  });
  await press(text.exportAnalysis);
  const exported = () => asked.filter(({ name }) => name === exportPaperAnalysis.path).map(({ fields }) => fields);
  await waitFor(() => expect(exported()).toEqual([{ assignmentId: ID, format: 'xlsx' }]));
  await press(text.exportPdf);
  await waitFor(() => expect(exported()).toEqual([expect.anything(), { assignmentId: ID, format: 'pdf' }]));
  await press(text.backToAssignment);
  expect(await screen.findByRole('heading', { name: one.title })).toBeVisible();
});

it('the analysis says that nobody is ready, and can be requested again after a failure', async () => {
  stubCalls(...common, succeed(getPaperAnalysis, { ...analysis, students: 0, items: [], objectives: [] }));
  const first = open('?view=analysis');
  expect(await screen.findByText(text.nobody)).toBeVisible();
  first.unmount();
  stubCalls(...common, refuse(getPaperAnalysis, 'internal', '出错了'));
  open('?view=analysis');
  expect(await screen.findByRole('button', { name: recordsText.retry })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
