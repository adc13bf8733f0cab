/** Tests the lists of what waits for students and teachers: texts, links, and nothing without work. */
import { listMyAssignments, listTeachingWork, type TeachingWork, type WaitingAssignment } from '@shufang/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assignmentTime } from '../../platform/messages/zh-cn/assignment-names.ts';
import { classWorkText as text } from '../../platform/messages/zh-cn/class-work.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { MyAssignments, TeachingTasks } from './class-work.tsx';

const NOW = 1_000_000;
const CLASS = '1'.repeat(26);
const waiting = (more: Partial<WaitingAssignment> = {}): WaitingAssignment => ({
  id: '2'.repeat(26),
  classId: CLASS,
  className: '文学 1 班',
  kind: 'quiz',
  title: '第三章测验',
  opensAt: null,
  dueAt: null,
  closesAt: null,
  isStarted: false,
  ...more,
});

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it.each([
  ['is due', { dueAt: NOW + 1 }, `文学 1 班 · 测验 · ${assignmentTime(NOW + 1)} 截止`],
  ['is late and can still be handed in', { dueAt: NOW - 1 }, `文学 1 班 · 测验 · ${assignmentTime(NOW - 1)} 已截止，还可以交`],
  ['opens later', { opensAt: NOW + 1, dueAt: NOW + 2 }, `文学 1 班 · 测验 · ${assignmentTime(NOW + 1)} 开始`],
  ['closes without a due time', { closesAt: NOW + 3 }, `文学 1 班 · 测验 · ${assignmentTime(NOW + 3)} 关闭`],
  ['has begun and has no time', { isStarted: true, kind: 'reading' as const }, '文学 1 班 · 阅读 · 不限时间 · 已经开始'],
])('an assignment that %s says so', (_, more, line) => expect(text.lineOf(waiting(more), NOW)).toBe(line));

it('each assignment that waits leads to its page, and all are shown on request', async () => {
  const items = Array.from({ length: 7 }, (_, index) => waiting({ id: `${index}`.repeat(26), title: `作业 ${index}` }));
  stubCalls(succeed(listMyAssignments, { items }));
  renderInApp(<MyAssignments userId="u" />);
  expect(await screen.findByRole('link', { name: '作业 0' })).toHaveAttribute('href', `/assignment/${'0'.repeat(26)}`);
  expect(screen.getAllByRole('link')).toHaveLength(5);
  fireEvent.click(screen.getByRole('button', { name: text.more(2) }));
  expect(screen.getAllByRole('link')).toHaveLength(7);
  expect(await accessibilityViolations()).toEqual([]);
});

it('work for a teacher leads to the page on which it is done', async () => {
  const work = (kind: TeachingWork['kind'], count: number, more: Partial<TeachingWork> = {}): TeachingWork => ({
    kind,
    classId: CLASS,
    className: '文学 1 班',
    count,
    ...more,
  });
  const assignment = { id: '3'.repeat(26), title: '期中考试' };
  stubCalls(
    succeed(listTeachingWork, { items: [work('marking', 4, { assignment }), work('joining', 2), work('appeal', 1), work('question', 3)] }),
  );
  renderInApp(<TeachingTasks userId="u" />);
  const links = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['期中考试：4 题待批改', `/assignment/${assignment.id}`],
    ['2 人申请加入', `/class/${CLASS}?tab=members`],
    ['1 个成绩申诉待答复', `/class/${CLASS}?tab=grades`],
    ['3 个提问待回答', `/class/${CLASS}?tab=interact`],
  ]);
  expect(screen.getAllByText('文学 1 班')).toHaveLength(4);
  expect(await accessibilityViolations()).toEqual([]);
});

it('without work nothing is shown', async () => {
  const { asked } = stubCalls(succeed(listMyAssignments, { items: [] }), succeed(listTeachingWork, { items: [] }));
  renderInApp(
    <>
      <TeachingTasks userId="v" />
      <MyAssignments userId="v" />
    </>,
  );
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.queryByRole('heading')).toBeNull();
});
