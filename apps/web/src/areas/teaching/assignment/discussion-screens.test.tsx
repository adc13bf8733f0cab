/** Tests discussion assignments: the form of the teacher, the topic and the progress of a student, moderation, and the marking. */
import {
  type Assignment,
  type ClassGroup,
  createAssignment,
  deleteTopicPost,
  getAssignment,
  getAssignmentColumn,
  getMarkingPlan,
  hideTopicPost,
  listAssignmentQuestions,
  listAssignments,
  listAttempts,
  listMarkingPhrases,
  listResponses,
  listRubrics,
  listTopicPosts,
  publishTopicPost,
  type Topic,
  type TopicPost,
} from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { topicText as text } from '../../../platform/messages/zh-cn/assignment-discussion.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { discussionText } from '../../../platform/messages/zh-cn/discussion.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as AssignmentScreen } from './assignment-screen.tsx';
import { ClassAssignments } from './class-assignments.tsx';

const ID = '1'.repeat(26);
const CLASS = '2'.repeat(26);
const POST = '3'.repeat(26);
const ATTEMPT = '4'.repeat(26);
const task = { kind: 'discussion' as const, postsMin: 1, repliesMin: 2 };
const policy = {
  openAt: null,
  dueAt: null,
  closeAt: null,
  timeLimitSeconds: null,
  attempts: null,
  graceSeconds: 0,
  countedAttempt: 'best' as const,
  late: null,
};

const anAssignment = (more: Partial<Assignment>): Assignment => ({
  id: ID,
  classId: CLASS,
  className: '文学 1 班',
  kind: 'discussion',
  title: '怎样读《论语》',
  instructions: '各举一例',
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
  own: { policy, attempts: [], discussion: { posts: 0, replies: 1, isMet: false } },
  ...more,
});

const topic: Topic = { id: ID, classId: CLASS, title: '怎样读《论语》', isTeacher: false, mayModerate: false };
const post = (more: Partial<TopicPost> = {}): TopicPost => ({
  id: POST,
  author: '沈知秋',
  isTeacher: false,
  isAnonymous: false,
  isOwn: false,
  body: '先读注，再读正文',
  at: 1_800_000_000_000,
  replies: [],
  ...more,
});
const noRubrics = succeed(listRubrics, { items: [] });

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

it('a student sees the progress, writes a post and replies to another', async () => {
  const { asked } = stubCalls(
    noRubrics,
    succeed(getAssignment, anAssignment({})),
    succeed(listTopicPosts, { topic, items: [post()] }),
    succeed(publishTopicPost, {}),
  );
  openPage();
  expect(await screen.findByText(text.progressOf({ posts: 0, replies: 1, isMet: false }))).toBeVisible();
  expect(screen.getByText(text.asked(task))).toBeVisible();
  const form = within(await screen.findByRole('form', { name: text.write }));
  await press(text.publish, form);
  expect(form.getByLabelText(text.body)).toHaveAccessibleDescription(text.bodyNeeded);
  await userEvent.type(form.getByLabelText(text.body), '先读正文');
  await press(text.publish, form);
  const sent = () => asked.filter(({ name }) => name === publishTopicPost.path).map(({ fields }) => fields);
  await vi.waitFor(() => expect(sent()).toMatchObject([{ topicId: ID, body: '先读正文', isAnonymous: false }]));
  await vi.waitFor(() => expect(form.getByLabelText(text.body)).toHaveValue(''));
  const replying = within(screen.getByRole('listitem', { name: text.postOf('沈知秋') }));
  await userEvent.click(replying.getByText(text.reply, { selector: 'summary' }));
  await userEvent.type(replying.getByLabelText(text.reply), '为什么？');
  await press(text.reply, replying);
  await vi.waitFor(() => expect(sent()[1]).toMatchObject({ topicId: ID, parentId: POST, body: '为什么？' }));
  expect(await accessibilityViolations()).toEqual([]);
});

it('an own post can be deleted while the discussion is open; after its end nobody writes', async () => {
  const { asked } = stubCalls(
    noRubrics,
    succeed(getAssignment, anAssignment({})),
    succeed(listTopicPosts, { topic, items: [post({ isOwn: true })] }),
    succeed(deleteTopicPost, {}),
  );
  const { unmount } = openPage();
  await press(discussionText.removeOf('先读注，再读正文'));
  const dialog = within(await screen.findByRole('dialog', { name: discussionText.removeTitle }));
  expect(dialog.getByText(text.removeLead)).toBeVisible();
  await press(discussionText.remove, dialog);
  await vi.waitFor(() => expect(asked.find(({ name }) => name === deleteTopicPost.path)?.fields).toEqual({ postId: POST }));
  unmount();

  stubCalls(
    noRubrics,
    succeed(getAssignment, anAssignment({})),
    succeed(listTopicPosts, { topic: { ...topic, refusal: 'closed' }, items: [post({ isOwn: true })] }),
  );
  openPage();
  expect(await screen.findByText(text.refusals.closed)).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('button', { name: discussionText.removeOf('先读注，再读正文') })).toBeNull();
});

it('shows that nobody has written yet, and that the posts could not be loaded', async () => {
  stubCalls(noRubrics, succeed(getAssignment, anAssignment({})), succeed(listTopicPosts, { topic, items: [] }));
  const { unmount } = openPage();
  expect(await screen.findByText(text.empty)).toBeVisible();
  unmount();
  stubCalls(noRubrics, succeed(getAssignment, anAssignment({})), refuse(listTopicPosts, 'internal', '出错了'));
  openPage();
  expect(await screen.findByText(recordsText.failed(text.what))).toBeVisible();
});

it('a teacher hides a post with a reason, and marks what a student has written', async () => {
  const view = { id: 'task', title: '', body: [], interactions: { RESPONSE: { type: 'extendedText' as const } } };
  const key = { responses: { RESPONSE: { rule: 'manual' as const, milli: 10_000 } }, explanation: [] };
  const posts = [
    { id: POST, body: '先读正文', at: 1_800_000_000_000 },
    { id: '5'.repeat(26), body: '同意', at: 1_800_000_000_000, replyTo: '先读注' },
  ];
  const section = { id: 'all', title: '', instructions: '', keepsOrder: false };
  const { asked } = stubCalls(
    noRubrics,
    succeed(
      getAssignment,
      anAssignment({
        role: 'teacher',
        mayEdit: true,
        own: undefined,
        counts: { students: 1, started: 1, handedIn: 1, unscored: 1 },
      } as Partial<Assignment>),
    ),
    succeed(listTopicPosts, { topic: { ...topic, isTeacher: true, mayModerate: true }, items: [post()] }),
    succeed(hideTopicPost, {}),
    succeed(listAssignmentQuestions, {
      items: [{ id: 'q1', view, key }],
      layout: { sections: [{ ...section, entries: [{ kind: 'question' as const, slotId: 'q1', questionId: 'q1' }] }] },
    }),
    succeed(listAttempts, {
      students: [
        { userId: 'a', name: '颜书雅', studentNo: '', attempts: [], discussion: { posts: 1, replies: 1, isMet: false } },
        { userId: 'b', name: '沈知秋', studentNo: '', attempts: [] },
      ],
    }),
    succeed(listResponses, {
      view,
      key,
      possibleMilli: 10_000,
      items: [{ attemptId: ATTEMPT, response: { RESPONSE: ['hash'] }, work: { kind: 'discussion', posts }, comment: '', rev: 0 }],
    }),
    succeed(getMarkingPlan, { assignmentId: ID, questions: [], students: [], markers: [], mayChange: true }),
    succeed(listMarkingPhrases, { phrases: [] }),
    succeed(getAssignmentColumn, { categories: [], isFinal: false }),
  );
  openPage();
  expect(await screen.findByText(text.studentOf({ posts: 1, replies: 1, isMet: false }))).toBeVisible();
  expect(screen.getByText(text.studentOf(undefined))).toBeVisible();
  await press(discussionText.hideOf('先读注，再读正文'));
  const dialog = within(await screen.findByRole('dialog', { name: discussionText.hideTitle }));
  await userEvent.type(dialog.getByLabelText(discussionText.reason), '与题目无关');
  await press(discussionText.hide, dialog);
  await vi.waitFor(() =>
    expect(asked.find(({ name }) => name === hideTopicPost.path)?.fields).toEqual({ postId: POST, reason: '与题目无关' }),
  );
  await press(taskText.mark);
  const list = within(await screen.findByRole('list', { name: text.work }));
  expect(list.getByText('先读正文')).toBeVisible();
  expect(list.getByText(text.repliedTo('先读注'))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a teacher sets how much students are to write', async () => {
  const { asked } = stubCalls(succeed(listAssignments, { items: [] }), succeed(createAssignment, anAssignment({ status: 'draft' })));
  renderInApp(<ClassAssignments group={{ id: CLASS, role: 'teacher', mayEdit: true, status: 'active' } as unknown as ClassGroup} />, '/');
  expect(await screen.findByText(assignmentText.none)).toBeVisible();
  await press(assignmentText.create);
  const dialog = within(await screen.findByRole('dialog', { name: assignmentText.createTitle }));
  await userEvent.selectOptions(dialog.getByLabelText(assignmentText.kind), 'discussion');
  expect(dialog.queryByLabelText(assignmentText.attempts)).toBeNull();
  await userEvent.type(dialog.getByLabelText(assignmentText.title), '怎样读');
  const replies = dialog.getByLabelText(text.repliesMin);
  await userEvent.clear(replies);
  await press(assignmentText.createSave, dialog);
  expect(replies).toHaveAccessibleDescription(text.numberWrong(0, 30));
  await userEvent.type(replies, '3');
  await press(assignmentText.createSave, dialog);
  const sent = () => asked.find(({ name }) => name === createAssignment.path)?.fields;
  await vi.waitFor(() =>
    expect(sent()).toMatchObject({
      kind: 'discussion',
      task: { kind: 'discussion', postsMin: 1, repliesMin: 3 },
      policy: { attempts: null },
    }),
  );
});
