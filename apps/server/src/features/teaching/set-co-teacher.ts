/** Makes a member a co-teacher of a class, changes the right of a co-teacher, or ends it. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { listRolesOfUser } from '../authorization/user-roles.ts';
import { notifyUser } from '../notification/notifications.ts';
import { isOwn, lockClassFor } from './class-access.ts';
import { deleteCoTeacher, listCoTeachersOf, putCoTeacher } from './co-teacher-store.ts';
import { findMember, setMemberStatus } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Makes an active member a co-teacher, who is then no member. Throws `class.memberNotFound`, `class.notTeacher`, `class.coTeachersFull`. */
const promote = async (tx: Transaction, { classId, userId, right }: UseCaseInput<'setCoTeacher'>, addedAt: number): Promise<void> => {
  if (right === 'none') throw new CodedError('class.memberNotFound');
  const found = await listCoTeachersOf(tx, classId);
  const before = found.find((one) => one.userId === userId);
  const member = before ?? (await findMember(tx, classId, userId));
  if (member === undefined || ('status' in member && member.status !== 'active')) throw new CodedError('class.memberNotFound');
  if (before === undefined) {
    if (!(await listRolesOfUser(tx, userId, addedAt)).some(({ role }) => role === 'teacher')) throw new CodedError('class.notTeacher');
    if (found.length >= LIMITS.coTeachersMax) throw new CodedError('class.coTeachersFull', { max: LIMITS.coTeachersMax });
    await setMemberStatus(tx, { classId, userId, from: ['active'], status: 'left' });
  }
  await putCoTeacher(tx, { classId, userId, name: member.name, right, addedAt });
};

/** Throws `class.notFound` unless the class is the caller's, `class.memberNotFound`, `class.notTeacher`, `class.coTeachersFull`. */
export const setCoTeacher: UseCase<'setCoTeacher', TeachingDependencies> = async ({ db, clock }, { reader }, input) => {
  const now = clock.now();
  const { classId, userId, right } = input;
  await db.transaction(async (tx) => {
    const { name } = await lockClassFor(tx, reader.userId, classId, isOwn);
    const isEnded = right === 'none' && (await deleteCoTeacher(tx, classId, userId));
    if (!isEnded) await promote(tx, input, now);
    await notifyUser(tx, userId, { kind: 'classCoTeacher', subject: { id: classId, name } }, now);
  });
  return { payload: {}, say: right === 'none' ? '已取消合作教师' : '已保存' };
};
