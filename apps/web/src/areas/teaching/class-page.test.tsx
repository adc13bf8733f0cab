/** Tests what the page of a class shows to its teachers and members: announcements, groups, the representative, and co-teachers. */
import {
  type ClassGroup,
  deleteAnnouncement,
  getClass,
  listAnnouncements,
  listClassMembers,
  listCoTeachers,
  publishAnnouncement,
  setCoTeacher,
  updateClassMember,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { classText as text } from '../../platform/messages/zh-cn/class.ts';
import { teachingText } from '../../platform/messages/zh-cn/teaching.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { serveEmpty } from '../../testing/serve-operations.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { succeed } from '../../testing/stub-calls.ts';
import { Component as ClassScreen } from './class-screen.tsx';

const ID = '1'.repeat(26);
const aClass = (more: Partial<ClassGroup> = {}): ClassGroup => ({
  id: ID,
  name: '文学 1 班',
  term: '2026 年秋季学期',
  status: 'active',
  teacher: '谢知微',
  versionNo: 1,
  newestVersionNo: 1,
  members: 2,
  createdAt: 0,
  role: 'teacher',
  mayEdit: true,
  mayAnnounce: true,
  coTeachers: ['苏若谷'],
  isCodeOn: true,
  joinPolicy: 'open',
  code: 'K7M2XQ',
  ...more,
});
const MEMBERS = succeed(listClassMembers, {
  items: [
    { userId: 'a', name: '颜书雅', studentNo: '2026001', isRepresentative: false, joinedAt: 0 },
    { userId: 'b', name: '卜文远', isRepresentative: true, group: '第 1 组', joinedAt: 0 },
  ],
});
const NOTICE = { id: '2'.repeat(26), author: '卜文远', role: 'representative' as const, body: '下周一停课', at: 0, mayDelete: true };
const ANNOUNCEMENTS = succeed(listAnnouncements, { items: [NOTICE] });
const CO_TEACHERS = succeed(listCoTeachers, { items: [{ userId: 'c', name: '苏若谷', right: 'view' }] });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openClass = (tab = 'members') =>
  renderInApp(
    <Routes>
      <Route path="/class/:id" element={<ClassScreen />} />
    </Routes>,
    `/class/${ID}?tab=${tab}`,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('a teacher publishes an announcement, which must not be empty, and deletes one after a question', async () => {
  const { asked } = serveEmpty(
    succeed(getClass, aClass()),
    MEMBERS,
    ANNOUNCEMENTS,
    succeed(publishAnnouncement, NOTICE),
    succeed(deleteAnnouncement, {}),
  );
  openClass('overview');
  expect(await screen.findByText('下周一停课')).toBeVisible();
  expect(screen.getAllByText(text.representative)).not.toHaveLength(0);
  await press(text.publish);
  const dialog = within(await screen.findByRole('dialog', { name: text.publish }));
  await press(text.publishNow, dialog);
  expect(dialog.getByLabelText(text.announcement)).toHaveAccessibleDescription(text.announcementNeeded);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(dialog.getByLabelText(text.announcement), '带教材');
  await press(text.publishNow, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(text.deleteOf('下周一停课'));
  await press(text.delete, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = (path: string) => asked.find(({ name }) => name === path)?.fields;
  expect(sent(publishAnnouncement.path)).toEqual({ classId: ID, body: '带教材' });
  expect(sent(deleteAnnouncement.path)).toEqual({ classId: ID, id: NOTICE.id });
});

it('a teacher puts a member into a group, and makes another one a co-teacher', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass()), MEMBERS, succeed(updateClassMember, {}), succeed(setCoTeacher, {}));
  openClass();
  await press(text.editMemberOf('颜书雅'));
  const dialog = within(await screen.findByRole('dialog', { name: text.memberTitle('颜书雅') }));
  await userEvent.type(dialog.getByLabelText(text.groupField), '第 2 组');
  await userEvent.click(dialog.getByLabelText(text.representative));
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.save, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(text.editMemberOf('卜文远'));
  await press(text.makeCoTeacher, within(await screen.findByRole('dialog', { name: text.memberTitle('卜文远') })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = (path: string) => asked.find(({ name }) => name === path)?.fields;
  expect(sent(updateClassMember.path)).toEqual({ classId: ID, userId: 'a', group: '第 2 组', isRepresentative: true });
  expect(sent(setCoTeacher.path)).toEqual({ classId: ID, userId: 'b', right: 'view' });
});

it('the teacher changes the right of a co-teacher, and ends it after a question', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass()), MEMBERS, CO_TEACHERS, succeed(setCoTeacher, {}));
  openClass();
  await userEvent.click(await screen.findByRole('tab', { name: new RegExp(text.coTeachers) }));
  await userEvent.selectOptions(await screen.findByLabelText(text.rightOf('苏若谷')), text.rights.edit);
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.endCoTeacherOf('苏若谷'));
  await press(text.endCoTeacher, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(asked.filter(({ name }) => name === setCoTeacher.path)).toHaveLength(2));
  expect(asked.filter(({ name }) => name === setCoTeacher.path).map(({ fields }) => fields['right'])).toEqual(['edit', 'none']);
});

it('a co-teacher who may only view sees members with numbers and rights, and changes nothing but leaves', async () => {
  serveEmpty(succeed(getClass, aClass({ role: 'coTeacher', mayEdit: false, mayAnnounce: false })), MEMBERS, CO_TEACHERS);
  openClass();
  const table = within(await screen.findByRole('table', { name: teachingText.membersWhat }));
  expect(table.getByRole('row', { name: /颜书雅 2026001/ })).toBeVisible();
  expect(table.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: text.publish })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(text.coTeachers) }));
  expect(await screen.findByText(text.rights.view)).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: teachingText.tabs.settings }));
  expect(await screen.findByRole('button', { name: teachingText.leave })).toBeVisible();
  expect(screen.queryByRole('button', { name: teachingText.edit })).toBeNull();
});

it('classmates see groups and the representative, who may publish announcements', async () => {
  serveEmpty(succeed(getClass, aClass({ role: 'student', mayEdit: false, mayAnnounce: true })), MEMBERS);
  openClass();
  const table = within(await screen.findByRole('table', { name: teachingText.membersWhat }));
  expect(table.getByRole('row', { name: /卜文远 ?课代表 第 1 组/ })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: teachingText.tabs.overview }));
  expect(await screen.findByRole('button', { name: text.publish })).toBeVisible();
  expect(await screen.findByText(text.noAnnouncements)).toBeVisible();
});

it('each tab has an address, is reached by the arrow keys, and requests its data when it is opened', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass()), MEMBERS);
  const { router } = openClass('no-such-tab');
  const tab = (name: string | RegExp) => screen.getByRole('tab', { name });
  expect(await screen.findByRole('tab', { name: teachingText.tabs.overview, selected: true })).toBeVisible();
  const lists = () => asked.filter(({ name }) => name === listClassMembers.path).length;
  expect(lists()).toBe(0);
  tab(teachingText.tabs.overview).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(tab(/^学生/)).toHaveFocus();
  expect(router.state.location.search).toBe('?tab=members');
  expect(await screen.findByRole('table', { name: teachingText.membersWhat })).toBeVisible();
  expect(lists()).toBe(1);
  expect(tab(teachingText.tabs.overview)).toHaveAttribute('tabindex', '-1');
  await userEvent.keyboard('{ArrowLeft}');
  expect(router.state.location.search).toBe('');
});

it('the menu of the user marks the page of teachers for a teacher, and the user center for a student', async () => {
  serveEmpty(succeed(getClass, aClass()));
  const { unmount } = openClass();
  const menu = within(await screen.findByRole('navigation', { name: accountText.menuLabel }));
  expect(menu.getByRole('link', { name: accountText.teacher })).toHaveAttribute('aria-current', 'true');
  unmount();
  serveEmpty(succeed(getClass, aClass({ id: '9'.repeat(26), role: 'student', mayEdit: false })));
  renderInApp(
    <Routes>
      <Route path="/class/:id" element={<ClassScreen />} />
    </Routes>,
    `/class/${'9'.repeat(26)}`,
  );
  const own = within(await screen.findByRole('navigation', { name: accountText.menuLabel }));
  expect(own.getByRole('link', { name: accountText.center })).toHaveAttribute('aria-current', 'true');
  expect(own.queryByRole('link', { name: accountText.teacher })).toBeNull();
});
