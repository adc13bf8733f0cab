/** Tests the page of the invigilator, and what the students see beside the paper. */
import {
  acknowledgeCorrection,
  correctExam,
  type ExamNews,
  type ExamRoom,
  type ExamStudent,
  extendExam,
  getExamNews,
  getExamRoom,
  pauseExam,
  resumeExam,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { examText as text } from '../../../../platform/messages/zh-cn/exam.ts';
import { endSession } from '../../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../../testing/serve-operations.ts';
import { signInHere } from '../../../../testing/sign-in-here.ts';
import { refuse, succeed } from '../../../../testing/stub-calls.ts';
import { WithExamNews } from './exam-news.tsx';
import { Component as RoomScreen } from './room-screen.tsx';

const ID = '1'.repeat(26);

const student = (name: string, more: Partial<ExamStudent> = {}): ExamStudent => ({
  userId: name,
  name,
  studentNo: '',
  state: 'writing',
  answered: 3,
  unread: 0,
  startedAt: 0,
  deadlineAt: 600_000,
  ...more,
});
const aRoom = (more: Partial<ExamRoom> = {}): ExamRoom => ({
  assignmentId: ID,
  title: '期中考试',
  questions: 10,
  isOpen: true,
  mayEdit: true,
  isPaused: false,
  now: 0,
  students: [student('颜书雅'), student('卜文远', { state: 'away', unread: 1 })],
  incidents: [],
  ...more,
});
const openRoom = () =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id/room" element={<RoomScreen />} />
    </Routes>,
    `/assignment/${ID}/room`,
  );

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('the invigilator sees each state, and pauses all after a question', async () => {
  const paused = aRoom({ isPaused: true, incidents: [{ id: ID, kind: 'pause', body: '', by: '谢知微', at: 0 }] });
  const { asked } = serveEmpty(succeed(getExamRoom, aRoom()), succeed(pauseExam, paused), succeed(resumeExam, aRoom()));
  openRoom();
  expect(await screen.findByText(text.states.away)).toBeVisible();
  expect(screen.getByText(text.unread(1))).toBeVisible();
  expect(screen.getByText(text.counts(aRoom().students))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.pauseAll }));
  const dialog = within(await screen.findByRole('dialog', { name: text.pauseAllTitle }));
  await userEvent.click(dialog.getByRole('button', { name: text.pause }));
  expect(await screen.findByText(text.paused)).toBeVisible();
  expect(screen.getByText('暂停：全体考生')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: text.resumeAll }));
  await waitFor(() => expect(asked.find(({ name }) => name === resumeExam.path)?.fields).toEqual({ assignmentId: ID }));
  expect(asked.find(({ name }) => name === pauseExam.path)?.fields).toEqual({ assignmentId: ID });
});

it('one student gets more minutes, which must be a number', async () => {
  const { asked } = serveEmpty(succeed(getExamRoom, aRoom()), succeed(extendExam, aRoom()));
  openRoom();
  await userEvent.click(await screen.findByRole('button', { name: text.actionOf(text.extend, '颜书雅') }));
  const dialog = within(await screen.findByRole('dialog', { name: text.extendTitle('颜书雅') }));
  await userEvent.clear(dialog.getByLabelText(text.minutes));
  await userEvent.type(dialog.getByLabelText(text.minutes), '999');
  await userEvent.click(dialog.getByRole('button', { name: text.extend }));
  expect(dialog.getByLabelText(text.minutes)).toHaveAccessibleDescription(text.minutesNeeded);
  await userEvent.clear(dialog.getByLabelText(text.minutes));
  await userEvent.type(dialog.getByLabelText(text.minutes), '15');
  await userEvent.click(dialog.getByRole('button', { name: text.extend }));
  await waitFor(() =>
    expect(asked.find(({ name }) => name === extendExam.path)?.fields).toEqual({
      assignmentId: ID,
      userId: '颜书雅',
      minutes: 15,
      reason: '',
    }),
  );
});

it('a correction needs a text', async () => {
  const { asked } = serveEmpty(succeed(getExamRoom, aRoom()), succeed(correctExam, aRoom()));
  openRoom();
  await userEvent.click(await screen.findByRole('button', { name: text.correct }));
  const dialog = within(await screen.findByRole('dialog', { name: text.correctTitle }));
  await userEvent.click(dialog.getByRole('button', { name: text.publish }));
  expect(dialog.getByLabelText(text.correctBody)).toHaveAccessibleDescription(text.correctNeeded);
  await userEvent.type(dialog.getByLabelText(text.correctBody), '第 2 题应为 2026');
  await userEvent.click(dialog.getByRole('button', { name: text.publish }));
  await waitFor(() =>
    expect(asked.find(({ name }) => name === correctExam.path)?.fields).toEqual({ assignmentId: ID, body: '第 2 题应为 2026' }),
  );
});

it('a co-teacher who may only watch has no actions, and another teacher reads that there is no such exam', async () => {
  serveEmpty(succeed(getExamRoom, aRoom({ mayEdit: false })));
  const page = openRoom();
  expect(await screen.findByText(text.onlyView)).toBeVisible();
  expect(screen.queryByRole('button', { name: text.pauseAll })).toBeNull();
  expect(screen.queryByRole('button', { name: text.actionOf(text.pause, '颜书雅') })).toBeNull();
  page.unmount();
  serveEmpty(refuse(getExamRoom, 'assignment.notFound', '没有找到'));
  openRoom();
  expect(await screen.findByText(text.notFound)).toBeVisible();
});

it('a student acknowledges a correction, and the questions are hidden while the exam is paused', async () => {
  const news = (isAcknowledged: boolean): ExamNews => ({
    isPaused: !isAcknowledged,
    leftMs: 61_000,
    corrections: [{ id: ID, body: '第 2 题应为 2026', at: 0, isAcknowledged }],
  });
  const { asked } = serveEmpty(succeed(getExamNews, news(false)), succeed(acknowledgeCorrection, news(true)));
  renderInApp(
    <WithExamNews attemptId={ID}>
      <p>第 1 题</p>
    </WithExamNews>,
    '/',
  );
  expect(await screen.findByText(text.pausedTitle)).toBeVisible();
  expect(screen.getByText(text.pausedLead(61_000))).toBeVisible();
  expect(screen.getByText('第 1 题')).not.toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.understoodOf('第 2 题应为 2026') }));
  expect(await screen.findByText(text.acknowledged)).toBeVisible();
  expect(screen.getByText('第 1 题')).toBeVisible();
  expect(asked.find(({ name }) => name === acknowledgeCorrection.path)?.fields).toEqual({ attemptId: ID, incidentId: ID });
});
