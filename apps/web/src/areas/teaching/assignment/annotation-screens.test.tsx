/** Tests annotation assignments: the form of the teacher, the choice of the student, and the copies in the marking. */
import {
  type Assignment,
  type ClassGroup,
  createAssignment,
  getAssignment,
  getAssignmentColumn,
  getClassPlan,
  getMarkingPlan,
  handInAnnotations,
  listAssignmentQuestions,
  listAssignments,
  listAttempts,
  listMarkingPhrases,
  listResponses,
  listRubrics,
} from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as AssignmentScreen } from './assignment-screen.tsx';
import { ClassAssignments } from './class-assignments.tsx';

const ID = '1'.repeat(26);
const CLASS = '2'.repeat(26);
const BOOK = '3'.repeat(26);
const ATTEMPT = '4'.repeat(26);
const chapter = { href: 'a.xhtml', title: '学而' };
const task = { kind: 'annotation' as const, chapters: [chapter], annotationsMin: 2, noteCharsMin: 4 };
const policy = {
  openAt: null,
  dueAt: null,
  closeAt: null,
  timeLimitSeconds: null,
  attempts: 1,
  graceSeconds: 0,
  countedAttempt: 'best' as const,
  late: null,
};

const anAssignment = (more: Partial<Assignment>): Assignment => ({
  id: ID,
  classId: CLASS,
  className: '文学 1 班',
  kind: 'annotation',
  title: '第一次批注',
  instructions: '',
  status: 'published',
  policy,
  release: { score: 'handedIn', answers: 'closed', explanation: 'closed' },
  isShuffled: true,
  task,
  questions: 1,
  possibleMilli: 10_000,
  rev: 1,
  role: 'student',
  mayEdit: false,
  ...more,
});

const annotation = (n: number, note: string) => ({
  id: `${n}`.repeat(26),
  kind: 'note' as const,
  quote: `第 ${n} 段原文`,
  note,
  href: chapter.href,
  chapterTitle: chapter.title,
  block: { blockId: `b${n}`, offset: 0 },
  at: 1_800_000_000_000,
});
const items = [
  { ...annotation(5, '说明了道理'), isCounted: true },
  { ...annotation(6, '只给自己看'), isCounted: true },
  { ...annotation(7, '好'), isCounted: false },
];
const annotations = { bookId: BOOK, items, isCut: false };
const receipt = {
  code: `${ATTEMPT}.x`,
  finishedAt: 1,
  closedBy: 'student' as const,
  answered: 1,
  questions: 1,
  events: 1,
  digest: 'a'.repeat(64),
};

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openPage = () =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id" element={<AssignmentScreen />} />
    </Routes>,
    `/assignment/${ID}`,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('a student sees what counts and what the teacher will see, leaves one out, and hands in the rest', async () => {
  const { asked } = stubCalls(
    succeed(getAssignment, anAssignment({ own: { policy, attempts: [], annotations } })),
    succeed(listRubrics, { items: [] }),
    succeed(handInAnnotations, { attemptId: ATTEMPT, receipt }),
  );
  openPage();
  expect(await screen.findByText(text.chosenOf(2, 2))).toBeVisible();
  expect(screen.getByText(text.privacy)).toBeVisible();
  expect(screen.getByText(text.othersTitle(1))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: text.choose('第 6 段原文') }));
  expect(screen.getByText(text.missing(1))).toBeVisible();
  await press(text.handIn);
  const dialog = within(await screen.findByRole('dialog', { name: text.handInTitle }));
  expect(dialog.getByText(text.handInFew(1))).toBeVisible();
  expect(dialog.getByText(text.privacy)).toBeVisible();
  await press(text.handInConfirm, dialog);
  expect(await screen.findByText(text.handedIn)).toBeVisible();
  expect(asked.find(({ name }) => name === handInAnnotations.path)?.fields).toEqual({
    assignmentId: ID,
    annotationIds: ['5'.repeat(26)],
  });
});

it('a student without annotations sees where to make them, and cannot hand in nothing', async () => {
  stubCalls(
    succeed(getAssignment, anAssignment({ own: { policy, attempts: [], annotations: { ...annotations, items: [] } } })),
    succeed(listRubrics, { items: [] }),
  );
  openPage();
  expect(await screen.findByText(text.empty)).toBeVisible();
  expect(screen.getByRole('link', { name: text.open('学而') })).toHaveAttribute('href', `/course/learning/${BOOK}?href=a.xhtml`);
  await press(text.handIn);
  expect(screen.getByText(text.handInNone)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a teacher marks the passage beside the note, with a link into the text', async () => {
  const view = { id: 'task', title: '', body: [], interactions: { RESPONSE: { type: 'extendedText' as const } } };
  const key = { responses: { RESPONSE: { rule: 'manual' as const, milli: 10_000 } }, explanation: [] };
  const work = { kind: 'annotation' as const, bookId: BOOK, annotations: [annotation(5, '说明了道理')] };
  stubCalls(
    succeed(getAssignment, anAssignment({ role: 'teacher', mayEdit: true, counts: { students: 1, started: 1, handedIn: 1, unscored: 1 } })),
    succeed(listRubrics, { items: [] }),
    succeed(listAssignmentQuestions, {
      items: [{ id: 'q1', view, key }],
      layout: {
        sections: [
          {
            id: 'all',
            title: '',
            instructions: '',
            keepsOrder: false,
            entries: [{ kind: 'question' as const, slotId: 'q1', questionId: 'q1' }],
          },
        ],
      },
    }),
    succeed(listAttempts, {
      students: [{ userId: 'a', name: '颜书雅', studentNo: '', attempts: [], annotations: 1 }],
    }),
    succeed(listResponses, {
      view,
      key,
      possibleMilli: 10_000,
      items: [{ attemptId: ATTEMPT, response: { RESPONSE: ['hash'] }, work, comment: '', rev: 0 }],
    }),
    succeed(getMarkingPlan, { assignmentId: ID, questions: [], students: [], markers: [], mayChange: true }),
    succeed(listMarkingPhrases, { phrases: [] }),
    succeed(getAssignmentColumn, { categories: [], isFinal: false }),
  );
  openPage();
  expect(await screen.findByText(text.studentOf(1, 2))).toBeVisible();
  await press(taskText.mark);
  const list = within(await screen.findByRole('list', { name: text.workTitle }));
  expect(list.getByText('第 5 段原文')).toBeVisible();
  expect(list.getByText('说明了道理')).toBeVisible();
  expect(list.getByRole('link', { name: text.toTextOf('第 5 段原文') }).getAttribute('href')).toContain(`/course/learning/${BOOK}?at=`);
  expect(screen.queryByDisplayValue('hash')).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a teacher sets chapters, number and length of annotations', async () => {
  const { asked } = stubCalls(
    succeed(listAssignments, { items: [] }),
    succeed(createAssignment, anAssignment({ status: 'draft' })),
    succeed(getClassPlan, { chapters: [{ ...chapter, expectedMinutes: 5, done: 0 }], members: 0 }),
  );
  renderInApp(<ClassAssignments group={{ id: CLASS, role: 'teacher', mayEdit: true, status: 'active' } as unknown as ClassGroup} />, '/');
  expect(await screen.findByText(assignmentText.none)).toBeVisible();
  await press(assignmentText.create);
  const dialog = within(await screen.findByRole('dialog', { name: assignmentText.createTitle }));
  await userEvent.selectOptions(dialog.getByLabelText(assignmentText.kind), 'annotation');
  await userEvent.type(dialog.getByLabelText(assignmentText.title), '批注');
  await press(assignmentText.createSave, dialog);
  expect(dialog.getByText(text.chaptersNeeded)).toBeVisible();
  await userEvent.click(await dialog.findByRole('checkbox', { name: '学而' }));
  const least = dialog.getByLabelText(text.annotationsMin);
  await userEvent.clear(least);
  await press(assignmentText.createSave, dialog);
  expect(least).toHaveAccessibleDescription(text.numberWrong(1, 100));
  await userEvent.type(least, '3');
  await press(assignmentText.createSave, dialog);
  const sent = () => asked.find(({ name }) => name === createAssignment.path)?.fields;
  await vi.waitFor(() =>
    expect(sent()).toMatchObject({
      kind: 'annotation',
      task: { kind: 'annotation', chapters: [chapter], annotationsMin: 3, noteCharsMin: 20 },
    }),
  );
});
