/** Joins a class by its code, and starts the probation right to its book. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findJoinableClass } from './class-code-limit.ts';
import { requireOwnClass, viewClass } from './class-view.ts';
import { findMember, lockClass, putActiveMember, startProbation } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const DAY_MS = 86_400_000;

interface NewMember {
  readonly userId: string;
  readonly name: string;
  readonly studentNo: string;
}

/** Makes the user an active member; does nothing for one. Throws `class.codeUnknown`, `class.ownClass`, `class.full`, `class.removed`. */
export const addMember = async (
  { db, clock }: Pick<TeachingDependencies, 'db' | 'clock'>,
  classId: string,
  { userId, name, studentNo }: NewMember,
): Promise<void> => {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const group = await lockClass(tx, classId);
    // The class may have ended since its code was found.
    if (group?.status !== 'active') throw new CodedError('class.codeUnknown');
    if (group.teacherId === userId) throw new CodedError('class.ownClass');
    const before = await findMember(tx, classId, userId);
    if (before?.status === 'active') return;
    if (before?.status === 'removed') throw new CodedError('class.removed');
    if (group.members >= LIMITS.classMembersMax) throw new CodedError('class.full', { max: LIMITS.classMembersMax });
    await putActiveMember(tx, { classId, userId, name, studentNo, joinedAt: now });
    await startProbation(tx, { userId, bookId: group.bookId, startedAt: now, endsAt: now + LIMITS.classProbationDays * DAY_MS });
  });
};

/** Throws `class.codeUnknown`, `class.codeTries`, `class.ownClass`, `class.full`, `class.removed`. */
export const joinClass: UseCase<'joinClass', TeachingDependencies> = async (deps, caller, { code, ...member }) => {
  const { id } = await findJoinableClass(deps, caller, code);
  await addMember(deps, id, { userId: caller.reader.userId, ...member });
  const joined = await requireOwnClass(deps.db.orm, caller.reader.userId, id);
  return { payload: await viewClass(deps, caller, joined), say: `已加入“${joined.name}”` };
};
