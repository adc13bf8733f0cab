/** Tests the editor of papers by keyboard and pointer, and the preview. */
import {
  type Assignment,
  countQuestions,
  getAssignment,
  getPaperDraft,
  getQuestionBank,
  listAssignmentQuestions,
  listQuestionBanks,
  listQuestionContents,
  listQuestions,
  type PaperCandidate,
  type PaperDraft,
  savePaper,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as PaperScreen } from './paper-screen.tsx';
import { Component as PreviewScreen } from './preview-screen.tsx';

const [ID, BANK, FIRST, SECOND, THIRD] = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(26)) as [
  string,
  string,
  string,
  string,
  string,
];

const anAssignment = (more: Partial<Assignment> = {}): Assignment => ({
  id: ID,
  classId: '6'.repeat(26),
  className: '文学 1 班',
  kind: 'quiz',
  title: '期中测验',
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
  isShuffled: true,
  questions: 2,
  possibleMilli: 4000,
  rev: 1,
  role: 'teacher',
  mayEdit: true,
  ...more,
});

const candidate = (id: string, name: string): PaperCandidate => ({
  id,
  bankId: BANK,
  type: 'single',
  title: '',
  excerpt: name,
  maximumMilli: 2000,
  status: 'active',
  versionId: id,
  versionNo: 1,
  createdAt: 0,
  updatedAt: 0,
  tags: [],
  knowledgePoints: ['学而'],
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: [name] },
      { name: 'slot', attributes: { interaction: 'R' } },
    ],
    interactions: {
      R: {
        type: 'choice',
        options: [
          { id: 'A', content: ['甲'] },
          { id: 'B', content: ['乙'] },
        ],
        maximumChoices: 1,
        isShuffled: false,
      },
    },
  },
  key: { responses: { R: { rule: 'choice', milli: 2000, correct: ['A'], incompleteMilli: 0 } }, explanation: [] },
});

const bank = {
  id: BANK,
  name: '论语题库',
  owner: { kind: 'teacher' as const },
  status: 'active' as const,
  right: 'manage' as const,
  questions: 3,
  createdAt: 0,
};

const slot = (id: string, questionId: string) => ({ kind: 'question' as const, id, bankId: BANK, questionId, milli: null });
const DRAFT: PaperDraft = {
  sections: [
    { id: 'a', title: '选择题', instructions: '', milliEach: null, keepsOrder: false, slots: [slot('s1', FIRST), slot('s2', SECOND)] },
  ],
  blueprint: [{ knowledgePoint: '学而', type: null, difficulty: null, wanted: 3 }],
};

const bankResponses = [
  succeed(listQuestionBanks, { banks: [bank], owners: [] }),
  succeed(getQuestionBank, { ...bank, folders: [], tags: [], knowledgePoints: ['学而'] }),
  succeed(listQuestions, { items: [candidate(FIRST, '学而时习之'), candidate(THIRD, '有朋自远方来')] }),
  succeed(listQuestionContents, { items: [{ ...candidate(THIRD, '有朋自远方来'), revision: 1 }] }),
  // Two of them are in the paper already, so that a draw can take two.
  succeed(countQuestions, { count: 4 }),
];
const loaded = (draft = DRAFT) =>
  succeed(getPaperDraft, { rev: 1, draft, questions: [candidate(FIRST, '学而时习之'), candidate(SECOND, '温故而知新')], draws: [] });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openAt = (path: string) =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id/paper" element={<PaperScreen />} />
      <Route path="/assignment/:id/preview" element={<PreviewScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    path,
  );
const editor = `/assignment/${ID}/paper`;
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));
type Sent = { readonly rev: number; readonly sections: PaperDraft['sections'] };
const sentOf = (asked: ReturnType<typeof stubCalls>['asked']): Sent[] =>
  asked.filter(({ name }) => name === savePaper.path).map(({ fields }) => fields as unknown as Sent);

it('questions are added from a bank, ordered by keyboard, given points, and saved', async () => {
  const { asked } = stubCalls(
    ...bankResponses,
    loaded(),
    succeed(getAssignment, anAssignment()),
    succeed(savePaper, anAssignment({ rev: 2 })),
  );
  openAt(editor);
  expect(await screen.findByText(text.lead(2, 4000))).toBeVisible();
  await press(text.addQuestions);
  const dialog = within(await screen.findByRole('dialog', { name: text.pickTitle }));
  expect(await dialog.findByLabelText(text.choose('学而时习之'))).toBeDisabled();
  await userEvent.click(dialog.getByLabelText(text.choose('有朋自远方来')));
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.add(1), dialog);
  expect(await screen.findByText(text.lead(3, 6000))).toBeVisible();
  (await screen.findByRole('button', { name: text.handleOf('有朋自远方来') })).focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await userEvent.type(screen.getByLabelText(text.slotPoints('温故而知新')), '0');
  await press(text.save);
  expect(screen.getByRole('alert')).toHaveTextContent(text.pointsWrong);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(screen.getByLabelText(text.slotPoints('温故而知新')), '.5');
  await press(text.save);
  expect(await screen.findByText(text.saved)).toBeVisible();
  const [sent] = sentOf(asked);
  expect(sent?.rev).toBe(1);
  expect(sent?.sections[0]?.slots.map((each) => (each.kind === 'question' ? [each.questionId, each.milli] : []))).toEqual([
    [THIRD, null],
    [FIRST, null],
    [SECOND, 500],
  ]);
});

it('a draw says how many questions it finds, and warns if they are too few; the blueprint follows', async () => {
  const { asked } = stubCalls(...bankResponses, loaded(), succeed(getAssignment, anAssignment()), succeed(savePaper, anAssignment()));
  openAt(editor);
  expect(await screen.findByText(text.verdicts.missing)).toBeVisible();
  await press(text.addDraw);
  const dialog = within(await screen.findByRole('dialog', { name: text.drawTitle }));
  expect(await dialog.findByText(text.drawAvailable(2))).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('知识点'), '学而');
  await userEvent.clear(dialog.getByLabelText(text.drawCount));
  await press(text.drawSave, dialog);
  expect(dialog.getByLabelText(text.drawCount)).toHaveAccessibleDescription(text.countWrong(100));
  await userEvent.type(dialog.getByLabelText(text.drawCount), '3');
  await press(text.drawSave, dialog);
  expect(await screen.findByText(text.tooFew(2, 3))).toBeVisible();
  expect(screen.getByText(text.verdicts.tooMany)).toBeVisible();
  expect(screen.getByText(text.lead(5, 10_000))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.save);
  await waitFor(() => expect(sentOf(asked)).toHaveLength(1));
  expect(sentOf(asked)[0]?.sections[0]?.slots[2]).toMatchObject({
    kind: 'draw',
    bankId: BANK,
    filter: { knowledgePoint: '学而' },
    count: 3,
    milliEach: 2000,
  });
});

it('a paper that was changed elsewhere can be saved over, and nothing that was typed is lost', async () => {
  const { asked } = stubCalls(
    ...bankResponses,
    loaded(),
    succeed(getAssignment, anAssignment()),
    refuse(savePaper, 'assignment.changed', '这份作业刚刚改过，请刷新后再改'),
  );
  openAt(editor);
  await userEvent.type(await screen.findByLabelText(text.sectionTitle), '（共两题）');
  await press(text.save);
  expect(await screen.findByText(text.changedTitle)).toBeVisible();
  expect(screen.getByLabelText(text.sectionTitle)).toHaveValue('选择题（共两题）');
  await press(text.keepMine);
  await waitFor(() => expect(sentOf(asked)).toHaveLength(2));
  await press(text.keepTheirs);
  await waitFor(() => expect(screen.getByLabelText(text.sectionTitle)).toHaveValue('选择题'));
  expect(screen.queryByText(text.changedTitle)).toBeNull();
});

it('an empty paper explains itself, and a teacher without banks is led to them', async () => {
  stubCalls(
    succeed(listQuestionBanks, { banks: [], owners: [] }),
    loaded({ sections: [], blueprint: [] }),
    succeed(getAssignment, anAssignment()),
  );
  openAt(editor);
  expect(await screen.findByText(text.emptyHint)).toBeVisible();
  await press(text.addSection);
  await press(text.addQuestions);
  expect(await screen.findByText(text.noBanks)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a published paper is frozen, a student finds no paper, and a failure can be repeated', async () => {
  stubCalls(...bankResponses, loaded(), succeed(getAssignment, anAssignment({ status: 'published' })));
  openAt(editor).unmount();
  const frozen = openAt(editor);
  expect(await screen.findByText(text.frozen)).toBeVisible();
  expect(screen.getByRole('link', { name: text.preview })).toHaveAttribute('href', `/assignment/${ID}/preview`);
  frozen.unmount();
  stubCalls(succeed(getAssignment, anAssignment({ role: 'student' })));
  const student = openAt(editor);
  expect(await screen.findByText(text.notFound)).toBeVisible();
  student.unmount();
  stubCalls(refuse(getAssignment, 'internal', '服务器出了点问题'));
  openAt(editor);
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});

it('the preview shows sections and questions as a student gets them, and another possible paper', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `q${index + 1}`);
  stubCalls(
    succeed(getAssignment, anAssignment()),
    succeed(listAssignmentQuestions, {
      items: ids.map((id) => ({ id, view: candidate(FIRST, `题目 ${id}`).view, key: candidate(FIRST, '').key })),
      layout: {
        sections: [
          {
            id: 'a',
            title: '抽题',
            instructions: '每题两分',
            keepsOrder: false,
            entries: [{ kind: 'draw', slotId: 'd', count: 3, pool: ids }],
          },
        ],
      },
    }),
  );
  openAt(`/assignment/${ID}/preview`);
  expect(await screen.findByRole('heading', { name: '抽题' })).toBeVisible();
  const shown = (): string[] => screen.getAllByText(/^题目 q/).map((element) => element.textContent ?? '');
  const first = shown();
  expect(first).toHaveLength(3);
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.another);
  expect(screen.getByText(text.paperNo(2))).toBeVisible();
  expect(shown()).toHaveLength(3);
  expect(shown()).not.toEqual(first);
});
