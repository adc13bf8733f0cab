/** Tests attendance and polls on the page of a class and on the pages for the projector. */
import {
  type AttendanceSession,
  type ClassGroup,
  castVote,
  checkIn,
  closeAttendance,
  createPoll,
  getAttendance,
  getAttendanceCode,
  getClass,
  getPoll,
  listAttendances,
  listPolls,
  openAttendance,
  type Poll,
  setAttendance,
  setPollState,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, succeed } from '../../../testing/stub-calls.ts';
import { Component as ClassScreen } from '../class-screen.tsx';
import { Component as AttendanceBoard } from './attendance-board-screen.tsx';
import { Component as AttendanceScreen } from './attendance-screen.tsx';
import { Component as PollBoard } from './poll-board-screen.tsx';

const ID = '1'.repeat(26);
const ITEM = '2'.repeat(26);
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
  coTeachers: [],
  isCodeOn: true,
  joinPolicy: 'open',
  code: 'K7M2XQ',
  ...more,
});
const STUDENT = { role: 'student', mayEdit: false, mayAnnounce: false } as const;
const SESSION: AttendanceSession = { id: ITEM, classId: ID, title: '第一节', method: 'code', openedAt: 0, counts: { present: 1 } };
/** A poll as students see it while a round is running. */
const STUDENT_POLL: Poll = {
  id: ITEM,
  classId: ID,
  className: '文学 1 班',
  question: '循环执行几次？',
  options: ['九次', '十次'],
  state: 'first',
  createdAt: 0,
  members: 2,
  voters: 1,
  own: [null],
  mayEdit: false,
};
const POLL: Poll = { ...STUDENT_POLL, tallies: [[1, 0]], correct: 1, mayEdit: true };

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openPage = (path: string) =>
  renderInApp(
    <Routes>
      <Route path="/class/:id" element={<ClassScreen />} />
      <Route path="/class/:id/attendance/:itemId/board" element={<AttendanceBoard />} />
      <Route path="/class/:id/attendance/:itemId" element={<AttendanceScreen />} />
      <Route path="/class/:id/poll/:itemId" element={<PollBoard />} />
    </Routes>,
    path,
  );
const press = async (name: string, scope: ReturnType<typeof within> = screen) =>
  userEvent.click(await scope.findByRole('button', { name }));
const TAB = `/class/${ID}?tab=interact`;

it('a teacher without attendance opens one, whose late minutes must be a number, and gets to the page for the projector', async () => {
  const code = { code: 'K7M2XQ', changesInMs: 9_000, title: '第一节', className: '文学 1 班', classId: ID, present: 0, members: 2 };
  const { asked } = serveEmpty(succeed(getClass, aClass()), succeed(openAttendance, SESSION), succeed(getAttendanceCode, code));
  const { router } = openPage(TAB);
  expect(await screen.findByText(text.none)).toBeVisible();
  expect(await screen.findByText(text.noPolls)).toBeVisible();
  await press(text.open);
  const dialog = within(await screen.findByRole('dialog', { name: text.openTitle }));
  await userEvent.clear(dialog.getByLabelText(text.titleField));
  await userEvent.type(dialog.getByLabelText(text.late), '一会儿');
  await press(text.open, dialog);
  expect(dialog.getByLabelText(text.titleField)).toHaveAccessibleDescription(text.titleNeeded);
  expect(dialog.getByLabelText(text.late)).toHaveAccessibleDescription(text.lateInvalid(120));
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(dialog.getByLabelText(text.titleField), '第一节');
  await userEvent.clear(dialog.getByLabelText(text.late));
  await userEvent.type(dialog.getByLabelText(text.late), '10');
  await press(text.open, dialog);
  expect(await screen.findByText('K7M2XQ')).toBeVisible();
  expect(router.state.location.pathname).toBe(`/class/${ID}/attendance/${ITEM}/board`);
  expect(screen.getByRole('img', { name: text.boardQr })).toBeVisible();
  expect(screen.getByText(text.boardCount(0, 2))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  expect(asked.find(({ name }) => name === openAttendance.path)?.fields).toEqual({
    classId: ID,
    title: '第一节',
    method: 'code',
    lateAfterMinutes: 10,
  });
});

it('a student enters the code: a wrong one is refused at the field and stays, the right one is confirmed', async () => {
  const { counts: _, ...session } = SESSION;
  serveEmpty(
    succeed(getClass, aClass(STUDENT)),
    succeed(listAttendances, { items: [session] }),
    refuse(checkIn, 'attendance.codeWrong', '签到码不对或已过期'),
  );
  openPage(TAB);
  await userEvent.type(await screen.findByLabelText(text.codeField), 'K7M');
  await press(text.checkIn);
  expect(screen.getByLabelText(text.codeField)).toHaveAccessibleDescription(/6 位/);
  await userEvent.type(screen.getByLabelText(text.codeField), '2XQ');
  await press(text.checkIn);
  await waitFor(() => expect(screen.getByLabelText(text.codeField)).toHaveAccessibleDescription('签到码不对或已过期'));
  expect(screen.getByLabelText(text.codeField)).toHaveValue('K7M2XQ');
  expect(await accessibilityViolations()).toEqual([]);
  serveEmpty(
    succeed(getClass, aClass(STUDENT)),
    succeed(listAttendances, { items: [{ ...session, own: 'present' }] }),
    succeed(checkIn, { state: 'present' }),
  );
  await press(text.checkIn);
  await waitFor(() => expect(screen.queryByLabelText(text.codeField)).toBeNull());
  const table = within(screen.getByRole('table', { name: text.attendanceWhat }));
  expect(table.getByRole('row', { name: /第一节.*出勤/ })).toBeVisible();
});

it('a teacher sets the state of students, and closes the session after a question', async () => {
  const records = [
    {
      userId: '4'.repeat(26),
      name: '颜书雅',
      studentNo: '2026001',
      state: 'present' as const,
      at: 1,
      isByCode: true,
      note: '',
      sharesDevice: true,
    },
    { userId: '5'.repeat(26), name: '卜文远', studentNo: '', isByCode: false, note: '', sharesDevice: false },
  ];
  const { asked } = serveEmpty(
    succeed(getClass, aClass()),
    succeed(getAttendance, { session: SESSION, className: '文学 1 班', records }),
    succeed(setAttendance, {}),
    succeed(closeAttendance, SESSION),
  );
  openPage(`/class/${ID}/attendance/${ITEM}`);
  const table = within(await screen.findByRole('table', { name: text.recordsOf('第一节') }));
  expect(table.getByText(text.sharesDevice)).toBeVisible();
  await userEvent.selectOptions(await table.findByLabelText(text.stateOf('卜文远')), text.states.leave);
  await press(text.allPresent);
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.close);
  await press(text.close, within(await screen.findByRole('dialog')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ name }) => name === setAttendance.path).map(({ fields }) => fields)).toEqual([
    { id: ITEM, userIds: ['5'.repeat(26)], state: 'leave', note: '' },
    { id: ITEM, userIds: ['5'.repeat(26)], state: 'present', note: '' },
  ]);
  expect(asked.some(({ name }) => name === closeAttendance.path)).toBe(true);
});

it('the pages say why there is nothing to show, and that a session has ended', async () => {
  serveEmpty(refuse(getAttendance, 'attendance.notFound', '没有找到这次签到'), refuse(getAttendanceCode, 'attendance.closed', '已结束'));
  openPage(`/class/${ID}/attendance/${ITEM}`);
  expect(await screen.findByText(text.notFound)).toBeVisible();
  openPage(`/class/${ID}/attendance/${'3'.repeat(26)}/board`);
  expect(await screen.findByText(text.boardClosed)).toBeVisible();
});

it('a teacher creates a poll: empty options are left out, and the correct one is counted among the others', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass()), succeed(createPoll, POLL));
  openPage(TAB);
  await press(text.create);
  const dialog = within(await screen.findByRole('dialog', { name: text.create }));
  await press(text.save, dialog);
  expect(dialog.getByLabelText(text.question)).toHaveAccessibleDescription(text.questionNeeded);
  expect(dialog.getByLabelText(text.option(0))).toHaveAccessibleDescription(text.optionsNeeded);
  await userEvent.type(dialog.getByLabelText(text.question), '循环执行几次？');
  await userEvent.type(dialog.getByLabelText(text.option(0)), '九次');
  await userEvent.type(dialog.getByLabelText(text.option(2)), '十次');
  await userEvent.selectOptions(dialog.getByLabelText(text.correct), text.option(1));
  await press(text.save, dialog);
  expect(dialog.getByLabelText(text.correct)).toHaveAccessibleDescription(text.correctEmpty);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText(text.correct), text.option(2));
  await press(text.save, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === createPoll.path)?.fields).toEqual({
    classId: ID,
    question: '循环执行几次？',
    options: ['九次', '十次'],
    correct: 1,
  });
});

it('a student votes with the keyboard, and sees the results of both rounds when the poll is closed', async () => {
  const { asked } = serveEmpty(succeed(getClass, aClass(STUDENT)), succeed(listPolls, { items: [STUDENT_POLL] }), succeed(castVote, {}));
  openPage(TAB);
  const group = await screen.findByRole('radiogroup', { name: POLL.question });
  await userEvent.click(within(group).getByRole('radio', { name: /九次/ }));
  await userEvent.keyboard('{ArrowDown}');
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.vote);
  await waitFor(() => expect(asked.find(({ name }) => name === castVote.path)?.fields).toEqual({ id: ITEM, round: 1, choice: 1 }));
  const closed = { ...STUDENT_POLL, state: 'closed' as const, own: [0, 1], correct: 1 };
  serveEmpty(
    succeed(getClass, aClass(STUDENT)),
    succeed(listPolls, {
      items: [
        {
          ...closed,
          tallies: [
            [1, 0],
            [0, 1],
          ],
        },
      ],
    }),
  );
  broadcast('classroomChanged');
  expect(await screen.findByText(text.yourVotes(['A', 'B']))).toBeVisible();
  expect(screen.getByRole('heading', { name: text.roundName(2) })).toBeVisible();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
});

it('the page for the projector hides the bars while students vote, shows them on demand, and moves to the next round', async () => {
  const { asked } = serveEmpty(succeed(getPoll, POLL), succeed(setPollState, POLL));
  openPage(`/class/${ID}/poll/${ITEM}`);
  expect(await screen.findByText(`${text.pollStates.first} · ${text.voted(POLL)}`)).toBeVisible();
  expect(screen.queryByText(text.votes(1, 100))).toBeNull();
  await press(text.showBars);
  expect(screen.getByText(text.votes(1, 100))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await press(text.moves.discussing);
  await waitFor(() =>
    expect(asked.find(({ name }) => name === setPollState.path)?.fields).toEqual({ id: ITEM, from: 'first', to: 'discussing' }),
  );
});

it('lists that cannot be loaded offer a retry', async () => {
  serveEmpty(
    succeed(getClass, aClass()),
    refuse(listAttendances, 'internal', '出错了'),
    refuse(listPolls, 'internal', '出错了'),
    refuse(getPoll, 'internal', '出错了'),
  );
  openPage(TAB);
  expect(await screen.findByText(recordsText.failed(text.attendanceWhat))).toBeVisible();
  expect(await screen.findByText(recordsText.failed(text.pollsWhat))).toBeVisible();
  openPage(`/class/${ID}/poll/${ITEM}`);
  expect(await screen.findByText(recordsText.failed(text.polls))).toBeVisible();
});
