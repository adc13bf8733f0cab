/** Joins a class by its code, and starts the probation right to its book. */
import { CodedError, isSameName, LIMITS } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findJoinableClass } from './class-code-limit.ts';
import { listCoTeachersOf } from './co-teacher-store.ts';
import { findRosterName } from './roster-store.ts';
import { findMember, lockClass, putMember, type StoredClass, startProbation } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const DAY_MS = 86_400_000;

interface NewMember {
  readonly userId: string;
  readonly name: string;
  readonly studentNo: string;
}

/** Throws `class.full` if the class has as many members as are allowed. */
const requireRoom = ({ members }: StoredClass): void => {
  if (members >= LIMITS.classMembersMax) throw new CodedError('class.full', { max: LIMITS.classMembersMax });
};

/** Makes the user an active member and starts the probation right, within a transaction that holds the class. Throws `class.full`. */
export const admitMember = async (
  tx: Transaction,
  group: StoredClass,
  { userId, name, studentNo }: NewMember,
  now: number,
): Promise<void> => {
  requireRoom(group);
  await putMember(tx, { classId: group.id, userId, status: 'active', name, studentNo, joinedAt: now });
  await startProbation(tx, { userId, bookId: group.bookId, startedAt: now, endsAt: now + LIMITS.classProbationDays * DAY_MS });
};

/** Returns whether the teacher's list contains this student number with this name. */
const isOnRoster = async (tx: Transaction, classId: string, { name, studentNo }: NewMember): Promise<boolean> => {
  const listed = studentNo === '' ? undefined : await findRosterName(tx, classId, studentNo);
  return listed !== undefined && isSameName(listed, name);
};

/**
 * Makes the user a member, or lets the user wait for the teacher. Returns the state, which for a member does not change. Throws
 * `class.codeUnknown`, `class.ownClass`, `class.full`, `class.removed`.
 */
export const addMember = async (
  { db, clock }: Pick<TeachingDependencies, 'db' | 'clock'>,
  classId: string,
  member: NewMember,
): Promise<'pending' | 'active'> => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const group = await lockClass(tx, classId);
    // The class may have ended since its code was found.
    if (group?.status !== 'active') throw new CodedError('class.codeUnknown');
    if (group.teacherId === member.userId || (await listCoTeachersOf(tx, classId)).some(({ userId }) => userId === member.userId))
      throw new CodedError('class.ownClass');
    const before = await findMember(tx, classId, member.userId);
    if (before?.status === 'active') return 'active';
    if (before?.status === 'removed') throw new CodedError('class.removed');
    if (group.joinPolicy === 'open' || (await isOnRoster(tx, classId, member))) {
      await admitMember(tx, group, member, now);
      return 'active';
    }
    requireRoom(group);
    await putMember(tx, { classId, ...member, status: 'pending', joinedAt: now });
    return 'pending';
  });
};

/** Throws `class.codeUnknown`, `class.codeTries`, `class.ownClass`, `class.full`, `class.removed`. */
export const joinClass: UseCase<'joinClass', TeachingDependencies> = async (deps, caller, { code, ...member }) => {
  const { id, name } = await findJoinableClass(deps, caller, code);
  const status = await addMember(deps, id, { userId: caller.reader.userId, ...member });
  return { payload: { status, classId: id }, say: status === 'active' ? `已加入“${name}”` : '已提交，请等老师同意' };
};
