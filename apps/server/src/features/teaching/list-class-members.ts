/** Lists the members of a class. Student numbers and probation rights are shown to the teachers only. */
import { CodedError } from '@shufang/contract';
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from './class-access.ts';
import { listMembers, type StoredMember } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const viewMember = ({ userId, name, studentNo, joinedAt, probationEndsAt, group, isRepresentative }: StoredMember, isTeacher: boolean) => ({
  userId,
  name,
  joinedAt,
  isRepresentative,
  ...(group === '' ? {} : { group }),
  ...(isTeacher ? { studentNo, ...(probationEndsAt === null ? {} : { probationEndsAt }) } : {}),
});

/** Throws `class.notFound`, `request.invalid` for an invalid cursor. */
export const listClassMembers: UseCase<'listClassMembers', TeachingDependencies> = async (
  { db },
  { reader },
  { classId, status, cursor, limit },
) => {
  const { access } = await requireClass(db.orm, reader.userId, classId);
  const isTeacher = seesStudents(access);
  if (!isTeacher && status !== 'active') throw new CodedError('class.notFound');
  const found = await listMembers(db.orm, { classId, status, after: readTimeCursor(cursor), limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ joinedAt, userId }) => writeCursor([joinedAt, userId]));
  return { items: items.map((member) => viewMember(member, isTeacher)), ...(next === undefined ? {} : { nextCursor: next }) };
};
