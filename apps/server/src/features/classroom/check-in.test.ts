/** Tests attendance: the code, late students, states set by hand, closing, and a whole class behind one client IP. */
import { type AttendanceSession, type getAttendance, LIMITS, type listAttendances, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKey } from '../../app/secrets.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';
import { currentCode } from './attendance-code.ts';
import { CLASSROOM_LIMITS } from './limits.ts';

testAccess('checkIn', 'every user');
testIdempotency('checkIn', async ({ aTeacher, aClass, aStudentOf, anAttendance, attendanceCodeOf }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const session = await anAttendance(teacher, group);
  return { as: student, body: { id: session.id, code: await attendanceCodeOf(teacher, session) } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const checkIn = (as: TestUser, { id }: AttendanceSession, code: string) =>
  fixture.post<{ state: string }>('/api/attendance/check-in', as, { id, code });
const recordsOf = async (as: TestUser, { id }: AttendanceSession) =>
  (await fixture.get<OutputOf<typeof getAttendance>>(`/api/attendance/get?id=${id}`, as)).payload?.records ?? [];
const ownOf = async (as: TestUser, classId: string) =>
  (await fixture.get<OutputOf<typeof listAttendances>>(`/api/attendance/list?classId=${classId}`, as)).payload?.items;

test('a student enters the code in any case and with spaces, once, and sees only the own state', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const session = await fixture.anAttendance(teacher, group);
  const code = await fixture.attendanceCodeOf(teacher, session);
  expect((await checkIn(student, session, `${code.slice(0, 3)} ${code.slice(3).toLowerCase()}`)).message).toBe('签到成功');
  expect((await checkIn(student, session, code)).payload).toEqual({ state: 'present' });
  expect((await checkIn(teacher, session, code)).code).toBe('attendance.notFound');
  const records = await recordsOf(teacher, session);
  expect(records.map(({ userId, state, isByCode, sharesDevice }) => [userId === student.id, state, isByCode, sharesDevice])).toEqual([
    [true, 'present', true, false],
    [false, undefined, false, false],
  ]);
  expect((await ownOf(student, group.id))?.[0]).toMatchObject({ own: 'present' });
  expect((await ownOf(student, group.id))?.[0]).not.toHaveProperty('counts');
  expect((await ownOf(other, group.id))?.[0]).not.toHaveProperty('own');
  expect(await recordsOf(student, session)).toEqual([]);
});

test('an old code and a wrong one are refused; after too many wrong ones the right one waits too', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const session = await fixture.anAttendance(teacher, group);
  const { platform } = fixture.shop;
  const old = currentCode(
    deriveKey(platform.secret, 'attendance-codes'),
    session.id,
    platform.clock.now() - 2 * LIMITS.attendanceCodeMs,
  ).code;
  expect((await checkIn(student, session, old)).code).toBe('attendance.codeWrong');
  for (let tries = 1; tries < CLASSROOM_LIMITS.wrongAttendanceCodesPerUser; tries += 1) await checkIn(student, session, 'AAAAAA');
  const code = await fixture.attendanceCodeOf(teacher, session);
  expect((await checkIn(student, session, code)).code).toBe('attendance.codeTries');
  expect(await ownOf(student, group.id)).not.toContainEqual(expect.objectContaining({ own: 'present' }));
});

test('who enters the code after the chosen minutes is late; closing makes the others absent, and a teacher corrects it', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [late, missing, excused] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const open = await fixture.post<AttendanceSession>('/api/attendance/open', teacher, {
    classId: group.id,
    title: '第二节',
    method: 'code',
    lateAfterMinutes: 10,
  });
  const session = open.payload as AttendanceSession;
  const set = (as: TestUser, user: TestUser, state: string, note = '') =>
    fixture.post('/api/attendance/set', as, { id: session.id, userIds: [user.id], state, note });
  await set(teacher, excused, 'sick', '医院证明');
  await fixture.shop.platform.db.pool.query('update class_attendance set opened_at = opened_at - 601000 where id = $1', [session.id]);
  expect((await checkIn(late, session, await fixture.attendanceCodeOf(teacher, session))).payload).toEqual({ state: 'late' });
  const code = await fixture.attendanceCodeOf(teacher, session);
  expect((await fixture.post('/api/attendance/close', teacher, { id: session.id })).payload).toMatchObject({
    counts: { late: 1, absent: 1, sick: 1 },
  });
  expect((await checkIn(missing, session, code)).code).toBe('attendance.closed');
  expect((await fixture.get(`/api/attendance/code?id=${session.id}`, teacher)).code).toBe('attendance.closed');
  await set(teacher, missing, 'madeUp', '手机没电');
  const states = new Map((await recordsOf(teacher, session)).map(({ userId, state, note }) => [userId, [state, note]]));
  expect(states.get(late.id)).toEqual(['late', '']);
  expect(states.get(missing.id)).toEqual(['madeUp', '手机没电']);
  expect(states.get(excused.id)).toEqual(['sick', '医院证明']);
  const outsider = await fixture.aUser();
  expect((await set(teacher, outsider, 'present')).code).toBe('class.memberNotFound');
});

test('the class representative takes the attendance, but not the own one', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const representative = await fixture.aRepresentativeOf(group, teacher);
  const student = await fixture.aStudentOf(group);
  const session = await fixture.anAttendance(representative, group);
  const set = (userId: string) =>
    fixture.post('/api/attendance/set', representative, { id: session.id, userIds: [userId], state: 'present', note: '' });
  expect((await set(student.id)).code).toBe('success');
  expect((await set(representative.id)).code).toBe('class.memberNotFound');
  expect((await checkIn(representative, session, await fixture.attendanceCodeOf(representative, session))).code).toBe('success');
});

test('where a teacher begins attendance, a whole class may come from one client IP; a representative does not raise the limits', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const representative = await fixture.aRepresentativeOf(group, teacher);
  const { institutionNetworks, db } = fixture.shop.platform;
  await db.pool.query('delete from class_network');
  await institutionNetworks.refresh();
  const usual = institutionNetworks.connectionsOf('127.0.0.1');
  await fixture.anAttendance(representative, group);
  expect(institutionNetworks.connectionsOf('127.0.0.1')).toBe(usual);
  await fixture.anAttendance(teacher, group);
  expect(institutionNetworks.connectionsOf('127.0.0.1')).toBeGreaterThanOrEqual(Math.max(300, usual));
  await db.pool.query('delete from class_network');
  await institutionNetworks.refresh();
});

test('the device of two students is a hint for the teacher', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const session = await fixture.anAttendance(teacher, group);
  const students = [await fixture.aStudentOf(group), await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  for (const [at, as] of students.entries()) {
    const headers = { 'x-device-id': at < 2 ? 'phone000001' : 'phone000002' };
    const code = await fixture.attendanceCodeOf(teacher, session);
    await fixture.shop.call('/api/attendance/check-in', { as, body: { id: session.id, code }, headers });
  }
  const shared = new Map((await recordsOf(teacher, session)).map(({ userId, sharesDevice }) => [userId, sharesDevice]));
  expect(students.map(({ id }) => shared.get(id))).toEqual([true, true, false]);
});
