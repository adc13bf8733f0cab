/** Records that a student is present, by the code on the projector. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { type ClassAccess, seesStudents } from '../teaching/class-access.ts';
import { requireAttendance } from './attendance-access.ts';
import { isCodeAccepted } from './attendance-code.ts';
import { findAttendance, recordByCode } from './attendance-store.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { CLASSROOM_LIMITS } from './limits.ts';

const MINUTE_MS = 60_000;
const RULE = { points: CLASSROOM_LIMITS.wrongAttendanceCodesPerUser, windowMs: CLASSROOM_LIMITS.wrongAttendanceCodesMs };

const isStudent = (access: ClassAccess): boolean => !seesStudents(access);

/** Throws `attendance.codeTries` after too many wrong codes of this user. The limit is by user, because a class shares one client IP. */
const limitTries = async ({ limiter }: Pick<ClassroomDependencies, 'limiter'>, userId: string, method: 'peek' | 'take'): Promise<void> => {
  try {
    const { allowed, retryAfterMs } = await limiter[method](`attendanceCode:user:${userId}`, RULE);
    if (!allowed) throw new CodedError('attendance.codeTries', { minutes: Math.ceil(Math.max(1, retryAfterMs) / MINUTE_MS) });
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

/** Throws `attendance.notFound`, `attendance.closed`, `attendance.codeWrong`, `attendance.codeTries`. */
export const checkIn: UseCase<'checkIn', ClassroomDependencies> = async (deps, { reader, deviceId }, { id, code }) => {
  const { db, clock, codeKey, changes } = deps;
  const session = await requireAttendance(db.orm, reader.userId, await findAttendance(db.orm, id), isStudent);
  if (session.closedAt !== null || session.method !== 'code') throw new CodedError('attendance.closed');
  await limitTries(deps, reader.userId, 'peek');
  const now = clock.now();
  if (!isCodeAccepted(codeKey, id, code, now)) {
    await limitTries(deps, reader.userId, 'take');
    throw new CodedError('attendance.codeWrong');
  }
  const isLate = session.lateAfterMinutes !== null && now > session.openedAt + session.lateAfterMinutes * MINUTE_MS;
  const state = await recordByCode(db.orm, {
    attendanceId: id,
    userId: reader.userId,
    state: isLate ? 'late' : 'present',
    deviceId: deviceId ?? reader.deviceId ?? null,
    at: now,
  });
  if (state === undefined) throw new CodedError('attendance.closed');
  changes.countChanged(session.classId);
  const say = { present: '签到成功', late: '已签到，记为迟到' }[state as string] ?? '老师已经登记过您的出勤';
  return { payload: { state }, say };
};
