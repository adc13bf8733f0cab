/** Tests the chapter plan and the progress on the page of a class. */
import { type ClassChapter, type ClassGroup, getClass, getClassPlan, listClassProgress, setChapterPlan } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { classPlanText as text } from '../../platform/messages/zh-cn/class-plan.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { serveEmpty } from '../../testing/serve-operations.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { succeed } from '../../testing/stub-calls.ts';
import { Component as ClassScreen } from './class-screen.tsx';

const ID = '1'.repeat(26);
const DUE = new Date(2026, 9, 8, 18, 30).getTime();
const aClass = (more: Partial<ClassGroup> = {}): ClassGroup => ({
  id: ID,
  name: '文学 1 班',
  term: '2026 年秋季学期',
  status: 'active',
  teacher: '谢知微',
  versionNo: 1,
  newestVersionNo: 1,
  members: 30,
  createdAt: 0,
  role: 'teacher',
  mayEdit: true,
  mayAnnounce: true,
  coTeachers: [],
  isCodeOn: true,
  joinPolicy: 'open',
  code: 'K7M2XQ',
  ...more,
});
const CHAPTERS: ClassChapter[] = [
  { href: 'a.xhtml', title: '学而', expectedMinutes: 12, plan: { isRequired: true, isHidden: false, dueAt: DUE }, done: 18 },
  { href: 'b.xhtml', title: '为政', expectedMinutes: 8, done: 0 },
];

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openClass = (tab: string) =>
  renderInApp(
    <Routes>
      <Route path="/class/:id" element={<ClassScreen />} />
    </Routes>,
    `/class/${ID}?tab=${tab}`,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('a teacher plans a chapter with its times, which must be in order, and cancels the plan of another one', async () => {
  const { asked } = serveEmpty(
    succeed(getClass, aClass()),
    succeed(getClassPlan, { chapters: CHAPTERS, members: 30 }),
    succeed(setChapterPlan, {}),
  );
  openClass('plan');
  const table = within(await screen.findByRole('table', { name: text.what }));
  expect(table.getByRole('row', { name: /学而 ?预计 12 分钟.*必读.*截止 18 \/ 30 人/ })).toBeVisible();
  await press(text.editOf('为政'));
  const dialog = within(await screen.findByRole('dialog', { name: text.dialogTitle('为政') }));
  await userEvent.type(dialog.getByLabelText(text.opensAt), '2026-10-08T18:30');
  await userEvent.type(dialog.getByLabelText(text.dueAt), '2026-10-07T18:30');
  await press(text.save, dialog);
  expect(dialog.getByLabelText(text.dueAt)).toHaveAccessibleDescription(text.dueTooEarly);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.clear(dialog.getByLabelText(text.dueAt));
  await userEvent.click(dialog.getByLabelText(text.hiddenField));
  await press(text.save, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(text.editOf('学而'));
  await press(text.remove, within(await screen.findByRole('dialog', { name: text.dialogTitle('学而') })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ name }) => name === setChapterPlan.path).map(({ fields }) => fields)).toEqual([
    { classId: ID, href: 'b.xhtml', plan: { isRequired: true, isHidden: true, opensAt: DUE } },
    { classId: ID, href: 'a.xhtml' },
  ]);
});

it('a student sees the plan with the own minutes and share, and how many have read a chapter', async () => {
  const own = { seconds: 600, share: 0.4, isDone: false };
  const chapters = CHAPTERS.map((chapter) => ({ ...chapter, own }));
  serveEmpty(
    succeed(getClass, aClass({ role: 'student', mayEdit: false, mayAnnounce: false })),
    succeed(getClassPlan, { chapters, members: 30 }),
  );
  openClass('plan');
  const table = within(await screen.findByRole('table', { name: text.what }));
  expect(table.getByRole('row', { name: /学而.*读了 40% ?10 分钟 18 \/ 30 人/ })).toBeVisible();
  expect(table.queryByRole('button')).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a teacher sees the progress of each member, and each chapter in a dialog', async () => {
  const chapters = [{ href: 'a.xhtml', title: '学而', seconds: 30, share: 1, isDone: true }];
  const member = { userId: 'a', name: '颜书雅', studentNo: '2026001', required: 2, requiredDone: 1, seconds: 30, chapters };
  const silent = { userId: 'b', name: '卜文远', studentNo: '', required: 2, requiredDone: 0, chapters: [] };
  serveEmpty(succeed(getClass, aClass()), succeed(listClassProgress, { items: [member, silent] }));
  openClass('members');
  await userEvent.click(await screen.findByRole('tab', { name: text.members }));
  const table = within(await screen.findByRole('table', { name: text.members }));
  expect(table.getByRole('row', { name: /颜书雅 2026001 — 1 \/ 2 章 不到 1 分钟/ })).toBeVisible();
  expect(table.getByRole('row', { name: /卜文远.*未记录时长/ })).toBeVisible();
  await press(text.detailsOf('颜书雅'));
  expect(within(await screen.findByRole('dialog')).getByText(text.isDone)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
