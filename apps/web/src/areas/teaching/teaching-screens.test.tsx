/** Tests the teacher's list of classes, the page of a class, and joining by a code. */
import {
  adoptNewestVersion,
  type ClassGroup,
  copyClass,
  createClass,
  decideClassMember,
  findClassByCode,
  getClass,
  importClassRoster,
  joinClass,
  leaveClass,
  listClasses,
  listClassMembers,
  listClassRoster,
  searchBooks,
  setClassCode,
  setClassStatus,
  updateClass,
} from '@shufang/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { serveEmpty } from '../../testing/serve-operations.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { Component as ClassBoardScreen } from './class-board-screen.tsx';
import { Component as ClassScreen } from './class-screen.tsx';
import { Component as JoinClassScreen } from './join-class-screen.tsx';
import { TaughtClasses } from './taught-classes.tsx';

const ID = '1'.repeat(26);
const BOOK = {
  id: '2'.repeat(26),
  title: '论语',
  authors: '孔子弟子',
  accessModel: 'paid' as const,
  priceFen: 900,
  owned: false,
  publishedAt: 0,
  chars: 0,
  categories: [],
} satisfies ClassGroup['book'];

const aClass = (more: Partial<ClassGroup> = {}): ClassGroup => ({
  id: ID,
  name: '文学 1 班',
  term: '2026 年秋季学期',
  status: 'active',
  teacher: '谢知微',
  book: BOOK,
  versionNo: 1,
  newestVersionNo: 2,
  members: 2,
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
const lists = (more: object = {}) => succeed(listClasses, { taught: [], joined: [], mayCreate: true, institutions: [], ...more });
const MEMBERS = succeed(listClassMembers, {
  items: [
    { userId: 'a', name: '颜书雅', studentNo: '2026001', isRepresentative: false, joinedAt: 0, probationEndsAt: 1 },
    { userId: 'b', name: '卜文远', isRepresentative: true, group: '第 1 组', joinedAt: 0 },
  ],
});

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openPages = (path: string) =>
  renderInApp(
    <Routes>
      <Route path="/class/join" element={<JoinClassScreen />} />
      <Route path="/class/:id/board" element={<ClassBoardScreen />} />
      <Route path="/class/:id" element={<ClassScreen />} />
      <Route path="*" element={<TaughtClasses />} />
    </Routes>,
    path,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));

it('a teacher without classes creates one: every missing value is shown, and the new class is opened', async () => {
  const institutions = [{ id: '3'.repeat(26), name: '江南大学' }];
  const { asked } = stubCalls(
    lists({ institutions }),
    succeed(searchBooks, { hits: [{ book: BOOK, kind: 'title', locked: false }], counts: { books: 1, body: 0, resources: 0 } }),
    succeed(createClass, aClass()),
    succeed(getClass, aClass()),
    MEMBERS,
  );
  const { router } = openPages('/user/teacher');
  expect(await screen.findByText(text.noClasses)).toBeVisible();
  await press(text.create);
  const dialog = within(await screen.findByRole('dialog', { name: text.create }));
  expect(dialog.getByLabelText(text.term)).toHaveValue(text.termAt(Date.now()));
  await press(text.save, dialog);
  expect(dialog.getByLabelText(text.name)).toHaveAccessibleDescription(text.nameNeeded);
  expect(dialog.getByText(text.bookNeeded)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(dialog.getByLabelText(text.name), '文学 1 班');
  await userEvent.type(dialog.getByLabelText('哪本书'), '论语{Enter}');
  await userEvent.click(await dialog.findByRole('button', { name: /论语/ }));
  await press(text.save, dialog);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/class/${ID}`));
  expect(asked.find(({ name }) => name === createClass.path)?.fields).toEqual({
    name: '文学 1 班',
    term: text.termAt(Date.now()),
    bookId: BOOK.id,
    institutionId: institutions[0]?.id,
  });
});

it('classes are listed with book, members and code, and for a user who may not create one without the button', async () => {
  stubCalls(
    lists({
      mayCreate: false,
      taught: [aClass(), aClass({ id: '4'.repeat(26), name: '旧班', status: 'ended' }), aClass({ id: '5'.repeat(26), isCodeOn: false })],
    }),
  );
  openPages('/user/teacher');
  const table = within(await screen.findByRole('table', { name: text.classes }));
  expect(table.getAllByText('《论语》（内容第 1 版）')).toHaveLength(3);
  expect(table.getByText('K7M2XQ')).toBeVisible();
  expect(table.getByText(text.statuses.ended)).toBeVisible();
  expect(table.getByText(text.codeStopped)).toBeVisible();
  expect(screen.queryByRole('button', { name: text.create })).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a user who is no teacher sees no list of classes', async () => {
  const { asked } = stubCalls(lists({ mayCreate: false }));
  openPages('/user/teacher');
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByText(text.classes)).toBeNull();
});

it('the page of a class shows its teacher the code, the newer version of the book, and the members with student numbers', async () => {
  serveEmpty(succeed(getClass, aClass()), MEMBERS);
  openPages(`/class/${ID}`);
  expect(await screen.findByText('K7M2XQ')).toBeVisible();
  expect(screen.getByText(text.newerVersion(1, 2))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('tab', { name: /^学生/ }));
  const table = within(await screen.findByRole('table', { name: text.membersWhat }));
  expect(table.getByRole('row', { name: /颜书雅 2026001 .* 已结束/ })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('tab', { name: text.tabs.settings }));
  expect(await screen.findByRole('button', { name: text.edit })).toBeVisible();
  expect(screen.queryByRole('button', { name: text.leave })).toBeNull();
});

it('a student sees classmates without numbers, and leaves the class after a question', async () => {
  const { asked } = serveEmpty(
    succeed(getClass, aClass({ role: 'student', mayEdit: false, mayAnnounce: false, newestVersionNo: 1 })),
    MEMBERS,
    succeed(leaveClass, {}),
  );
  const { router } = openPages(`/class/${ID}?tab=members`);
  const table = within(await screen.findByRole('table', { name: text.membersWhat }));
  expect(table.queryByText('2026001')).toBeNull();
  expect(screen.queryByText('K7M2XQ')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: text.tabs.settings }));
  await press(text.leave);
  await press(text.leave, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(router.state.location.pathname).toBe('/user'));
  expect(asked.filter(({ name }) => name === leaveClass.path).map(({ fields }) => fields)).toEqual([{ classId: ID }]);
});

it('a student joins by a code of a link: the class is shown first, a name is required, and the class is opened', async () => {
  const invitation = {
    joinPolicy: 'open' as const,
    name: '文学 1 班',
    term: '2026 年秋季学期',
    teacher: '谢知微',
    book: '论语',
    probationDays: 14,
  };
  const { asked } = serveEmpty(succeed(findClassByCode, invitation), succeed(joinClass, { status: 'active', classId: ID }));
  const { router } = openPages('/class/join?code=k7m2xq');
  expect(await screen.findByText(text.invitationBook(invitation))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.join);
  expect(screen.getByLabelText(text.realName)).toHaveAccessibleDescription(text.realNameNeeded);
  await userEvent.type(screen.getByLabelText(text.realName), '颜书雅');
  await press(text.join);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/class/${ID}`));
  expect(asked.find(({ name }) => name === joinClass.path)?.fields).toEqual({ code: 'K7M2XQ', name: '颜书雅', studentNo: '' });
});

it('an anonymous user sees the class and is asked to sign in to join it', async () => {
  endSession();
  const invitation = {
    joinPolicy: 'open' as const,
    name: '文学 1 班',
    term: '2026 年秋季学期',
    teacher: '',
    book: '论语',
    probationDays: 14,
  };
  serveEmpty(succeed(findClassByCode, invitation));
  openPages('/class/join?code=K7M2XQ');
  expect(await screen.findByRole('button', { name: text.signInToJoin })).toBeVisible();
  expect(screen.queryByLabelText(text.realName)).toBeNull();
});

it('a code that is mistyped or unknown is refused at its field', async () => {
  const { asked } = serveEmpty(refuse(findClassByCode, 'class.codeUnknown', '没有这个加课码'));
  openPages('/class/join');
  await userEvent.type(await screen.findByLabelText(text.codeField), '12');
  await press(text.find);
  expect(screen.getByLabelText(text.codeField)).toHaveAccessibleDescription(/加课码是 6 位字母和数字/);
  expect(asked).toEqual([]);
  await userEvent.clear(screen.getByLabelText(text.codeField));
  await userEvent.type(screen.getByLabelText(text.codeField), 'k7m 2xq');
  await press(text.find);
  await waitFor(() => expect(screen.getByLabelText(text.codeField)).toHaveAccessibleDescription('没有这个加课码'));
  expect(screen.getByLabelText(text.codeField)).toHaveValue('K7M2XQ');
});

it('a student of a class by approval waits for the teacher', async () => {
  const invitation = { joinPolicy: 'approve' as const, name: '文学 1 班', term: '秋季学期', teacher: '', book: '论语', probationDays: 14 };
  serveEmpty(succeed(findClassByCode, invitation), succeed(joinClass, { status: 'pending', classId: ID }));
  openPages('/class/join?code=K7M2XQ');
  expect(await screen.findByText(text.byApproval)).toBeVisible();
  await userEvent.type(screen.getByLabelText(text.realName), '颜书雅');
  await press(text.join);
  expect(await screen.findByText(text.waitsTitle)).toBeVisible();
});

it('a teacher switches the code off, replaces it after a question, and shows it on the projector', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass()), MEMBERS, succeed(setClassCode, aClass()));
  const { router } = openPages(`/class/${ID}`);
  await press(text.switchOff);
  await press(text.replace);
  await press(text.replace, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ name }) => name === setClassCode.path).map(({ fields }) => fields)).toEqual([
    { id: ID, isOn: false },
    { id: ID, isOn: true, isNew: true },
  ]);
  await userEvent.click(screen.getByRole('link', { name: text.board }));
  expect(await screen.findByRole('img', { name: text.boardQr('文学 1 班') })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/class/${ID}/board`);
  expect(screen.getByText(text.boardJoined(2))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a code that is off can be switched on, and is not shown on the projector; students do not see it there', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass({ isCodeOn: false })), MEMBERS, succeed(setClassCode, aClass()));
  const { router } = openPages(`/class/${ID}`);
  await press(text.switchOn);
  await waitFor(() => expect(asked.find(({ name }) => name === setClassCode.path)?.fields).toEqual({ id: ID, isOn: true }));
  await act(() => router.navigate(`/class/${ID}/board`));
  expect(await screen.findByText(text.boardStopped)).toBeVisible();
  const { code: _, ...ofStudent } = aClass({ role: 'student', mayEdit: false, mayAnnounce: false });
  serveEmpty(succeed(getClass, ofStudent));
  renderInApp(
    <Routes>
      <Route path="/class/:id/board" element={<ClassBoardScreen />} />
    </Routes>,
    `/class/${'6'.repeat(26)}/board`,
  );
  expect(await screen.findByText(text.boardOnlyTeacher)).toBeVisible();
});

it('a teacher admits one who waits, removes a member after a question, and finds the lists empty', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass({ pending: 1 })), MEMBERS, succeed(decideClassMember, {}));
  openPages(`/class/${ID}?tab=members`);
  await press(text.decisionOf(text.remove, '颜书雅'));
  await press(text.remove, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(text.memberTabs.pending) }));
  await press(text.decisionOf(text.admit, '卜文远'));
  await waitFor(() => expect(asked.filter(({ name }) => name === decideClassMember.path)).toHaveLength(2));
  expect(asked.filter(({ name }) => name === decideClassMember.path).map(({ fields }) => fields)).toEqual([
    { classId: ID, userId: 'a', decision: 'remove' },
    { classId: ID, userId: 'b', decision: 'admit' },
  ]);
  expect(await accessibilityViolations()).toEqual([]);
  serveEmpty(succeed(getClass, aClass()));
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(text.memberTabs.removed) }));
  expect(await screen.findByText(text.noneIn.removed)).toBeVisible();
});

it('a teacher changes, copies and ends a class', async () => {
  const { asked } = serveEmpty(
    succeed(getClass, aClass({ institution: { id: '3'.repeat(26), name: '江南大学' } })),
    MEMBERS,
    succeed(updateClass, aClass()),
    succeed(copyClass, aClass({ id: '7'.repeat(26) })),
    succeed(setClassStatus, aClass({ status: 'ended' })),
  );
  const { router } = openPages(`/class/${ID}?tab=settings`);
  await press(text.edit);
  const dialog = within(await screen.findByRole('dialog', { name: text.edit }));
  await userEvent.clear(dialog.getByLabelText(text.name));
  await press(text.editSave, dialog);
  expect(dialog.getByLabelText(text.name)).toHaveAccessibleDescription(text.nameNeeded);
  await userEvent.type(dialog.getByLabelText(text.name), '文学 2 班');
  await userEvent.selectOptions(dialog.getByLabelText(text.joinPolicy), text.joinPolicies.approve);
  await press(text.editSave, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(text.statusActions.ended);
  await press(text.statusActions.ended, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(text.copy);
  const copying = within(await screen.findByRole('dialog', { name: text.copy }));
  await press(text.copySave, copying);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/class/${'7'.repeat(26)}`));
  const sent = (path: string) => asked.find(({ name }) => name === path)?.fields;
  expect(sent(updateClass.path)).toEqual({
    id: ID,
    name: '文学 2 班',
    term: '2026 年秋季学期',
    institutionId: '3'.repeat(26),
    joinPolicy: 'approve',
  });
  expect(sent(setClassStatus.path)).toEqual({ id: ID, status: 'ended' });
  expect(sent(copyClass.path)).toEqual({ id: ID, name: '文学 1 班', term: text.termAt(Date.now()) });
});

it('a teacher imports a roster after a preview with its errors, and sees who is missing', async () => {
  const lines = [
    { line: 2, studentNo: '2026001', name: '颜书雅', change: 'added' as const },
    { line: 4, studentNo: '2026003', name: '卜文远', change: 'renamed' as const },
  ];
  const preview = { lines, errors: [{ line: 3, reason: '没有姓名' }] };
  const { asked } = serveEmpty(succeed(getClass, aClass()), MEMBERS, succeed(importClassRoster, preview));
  openPages(`/class/${ID}?tab=members`);
  await userEvent.click(await screen.findByRole('tab', { name: text.roster }));
  expect(await screen.findByText(text.noRoster)).toBeVisible();
  await userEvent.upload(screen.getByLabelText(text.importRoster, { selector: 'input' }), new File(['x'], '名单.csv'));
  const dialog = within(await screen.findByRole('dialog', { name: text.previewTitle }));
  expect(dialog.getByText(text.previewCounts(1, 1, 0))).toBeVisible();
  expect(dialog.getByText(text.previewError(3, '没有姓名'))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.confirmImport, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.filter(({ name }) => name === importClassRoster.path).map(({ fields }) => fields);
  expect(sent).toEqual([
    { classId: ID, file: 'eA==', isPreview: true },
    { classId: ID, file: 'eA==', isPreview: false },
  ]);
  serveEmpty(
    succeed(listClassRoster, {
      items: [
        { studentNo: '2026001', name: '颜书雅', hasJoined: true },
        { studentNo: '2026003', name: '卜文远', hasJoined: false },
      ],
    }),
  );
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(text.memberTabs.removed) }));
  await userEvent.click(screen.getByRole('tab', { name: text.roster }));
  expect(await screen.findByText(text.rosterCounts(2, 1))).toBeVisible();
});

it('the teacher of a class sees what a newer version of the book changes, and adopts it after a question', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass()), MEMBERS, succeed(adoptNewestVersion, aClass({ versionNo: 2 })));
  openPages(`/class/${ID}`);
  const changes = await screen.findByRole('link', { name: text.seeChanges });
  expect(changes).toHaveAttribute('href', `/course/changes/${BOOK.id}?since=1`);
  await press(text.adopt(2));
  await press(text.adopt(2), within(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === adoptNewestVersion.path)?.fields).toEqual({ id: ID, versionNo: 2 });
});
