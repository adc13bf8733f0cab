/** Table test of every operation of attendance and polls by every kind of caller: roles, another teacher, other classes, former members. */
import * as contract from '@shufang/contract';
import { type AttendanceSession, isOperation, type Operation, type Poll, role } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

const OPERATIONS = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path }: Operation) => path.startsWith('/api/attendance/') || path.startsWith('/api/poll/'))
  .map(({ name }: Operation) => name);

let fixture: ClassFixture;
let callers: Readonly<Record<string, TestUser>>;
let teacher: TestUser;
let member: TestUser;
let viewer: TestUser;
let classId: string;
let session: AttendanceSession;
let poll: Poll;

beforeAll(async () => {
  fixture = await openClassFixture();
  teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  classId = group.id;
  member = await fixture.aStudentOf(group);
  viewer = await fixture.aCoTeacherOf(group, teacher, 'view');
  const former = await fixture.aStudentOf(group);
  session = await fixture.anAttendance(teacher, group);
  poll = await fixture.aPoll(teacher, group);
  await fixture.post('/api/class/leave', former, { classId });
  const otherTeacher = await fixture.aTeacher();
  const otherClass = await fixture.aClass(otherTeacher);
  const ofRole = async (name: (typeof role.options)[number], at: number) =>
    [name, await fixture.shop.user(`1366668000${at}`, name)] as const;
  callers = {
    ...Object.fromEntries(await Promise.all(role.options.map(ofRole))),
    otherTeacher,
    memberOfOtherClass: await fixture.aStudentOf(otherClass),
    former,
  };
});
afterAll(() => fixture?.shop.close());

const requests: Readonly<Record<string, () => readonly [path: string, body?: object]>> = {
  openAttendance: () => ['/api/attendance/open', { classId, title: '点名', method: 'manual' }],
  listAttendances: () => [`/api/attendance/list?classId=${classId}`],
  getAttendance: () => [`/api/attendance/get?id=${session.id}`],
  getAttendanceCode: () => [`/api/attendance/code?id=${session.id}`],
  checkIn: () => ['/api/attendance/check-in', { id: session.id, code: 'AAAAAA' }],
  setAttendance: () => ['/api/attendance/set', { id: session.id, userIds: [member.id], state: 'absent', note: '' }],
  closeAttendance: () => ['/api/attendance/close', { id: session.id }],
  exportAttendance: () => [`/api/attendance/export?classId=${classId}`],
  createPoll: () => ['/api/poll/create', { classId, question: '懂了吗？', options: ['懂了', '没懂'] }],
  listPolls: () => [`/api/poll/list?classId=${classId}`],
  getPoll: () => [`/api/poll/get?id=${poll.id}`],
  setPollState: () => ['/api/poll/state', { id: poll.id, from: 'first', to: 'closed' }],
  castVote: () => ['/api/poll/vote', { id: poll.id, round: 1, choice: 0 }],
  deletePoll: () => ['/api/poll/delete', { id: poll.id }],
};

const call = async (as: TestUser | undefined, name: string): Promise<string> => {
  const [path, body] = requests[name]?.() ?? [''];
  return (await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })).code;
};

/** Returns every row that these calls could change. */
const rows = async () =>
  (
    await fixture.shop.platform.db.pool.query(
      `select (select json_agg(a order by a.id) from class_attendance a) as a, (select json_agg(p order by p.id) from class_poll p) as p,
         (select count(*) from class_attendance_record) as r, (select count(*) from class_poll_vote) as v`,
    )
  ).rows;

test('every operation of attendance and polls is in this table', () => {
  expect(Object.keys(requests).toSorted()).toEqual(OPERATIONS.toSorted());
});

describe.each(Object.keys(requests))('%s', (name) => {
  test('is refused to everyone who is neither a teacher nor a member, and changes nothing', async () => {
    const before = await rows();
    expect(await call(undefined, name)).toBe('requestLogin');
    for (const [who, caller] of Object.entries(callers))
      expect([who, await call(caller, name)]).toEqual([
        who,
        expect.stringMatching(/^(forbidden|class\.notFound|attendance\.notFound|poll\.notFound)$/),
      ]);
    expect(await rows()).toEqual(before);
  });
});

test('a member sees what is open, checks in and votes, and nothing else; a co-teacher who views changes nothing', async () => {
  const codesOf = async (as: TestUser) =>
    Object.fromEntries(await Promise.all(Object.keys(requests).map(async (name) => [name, await call(as, name)] as const)));
  const refusedToBoth = {
    openAttendance: 'class.notFound',
    getAttendanceCode: 'attendance.notFound',
    setAttendance: 'attendance.notFound',
    closeAttendance: 'attendance.notFound',
  };
  expect(await codesOf(member)).toEqual({
    ...refusedToBoth,
    listAttendances: 'success',
    getAttendance: 'attendance.notFound',
    checkIn: 'attendance.codeWrong',
    exportAttendance: 'forbidden',
    createPoll: 'forbidden',
    listPolls: 'success',
    getPoll: 'success',
    setPollState: 'forbidden',
    castVote: 'success',
    deletePoll: 'forbidden',
  });
  expect(await codesOf(viewer)).toEqual({
    ...refusedToBoth,
    listAttendances: 'success',
    getAttendance: 'success',
    checkIn: 'attendance.notFound',
    exportAttendance: 'success',
    createPoll: 'class.notFound',
    listPolls: 'success',
    getPoll: 'success',
    setPollState: 'poll.notFound',
    castVote: 'poll.notFound',
    deletePoll: 'poll.notFound',
  });
});
