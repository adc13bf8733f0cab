/** Submits an adoption list for approval. The first level decides first, also about a list that was returned by a later one. */
import { type AdoptionList, CodedError } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { requireTeacherInstitution } from '../teaching/teacher-institutions.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { listDeadlines } from './deadline-store.ts';
import { ADOPTION_LIMITS } from './limits.ts';
import { changeOwnAdoption, EDITABLE } from './own-adoption.ts';
import { type AdoptionRow, completeAdoptions, findOwnAdoption, listCopiesOf } from './store.ts';

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

/** Throws the error of a list that may not be submitted. */
const requireComplete = async (tx: Transaction, found: AdoptionRow, now: number): Promise<void> => {
  const deadlines = await listDeadlines(tx, [found.institutionId], ADOPTION_LIMITS.adoptionDeadlinesMax);
  const closesAt = deadlines.find(({ term }) => term === found.term)?.closesAt;
  if (closesAt !== undefined && now > closesAt) throw new CodedError('adoption.closed', { at: minute.format(closesAt) });
  const [list] = await completeAdoptions(tx, [found]);
  const items = list?.items ?? [];
  if (items.length === 0) throw new CodedError('adoption.empty');
  const unexplained = items.find(({ isFirst, reason }) => isFirst && reason === '');
  if (unexplained !== undefined) throw new CodedError('adoption.reasonNeeded', { book: unexplained.bookTitle });
  const taken = await listCopiesOf(tx, found);
  const twice = items.find(({ hasTeacherCopy, bookId }) => hasTeacherCopy && taken.has(bookId));
  if (twice !== undefined) throw new CodedError('adoption.copyTaken', { book: twice.bookTitle });
};

/** Submits a list of a teacher at the time of the clock. Throws as `submitAdoptionList`. */
export const submitAdoptionOf = (
  deps: Pick<AdoptionDependencies, 'db' | 'clock'>,
  teacherId: string,
  id: string,
): Promise<AdoptionList> => {
  const now = deps.clock.now();
  return changeOwnAdoption(deps, { teacherId, id, from: EDITABLE }, async (tx, found) => {
    await requireComplete(tx, found, now);
    return { status: 'submitted', approvals: 0, submittedAt: now };
  });
};

/**
 * Throws `adoption.notFound`, `adoption.stateChanged`, `adoption.empty`, `adoption.closed`, `adoption.reasonNeeded`, `adoption.copyTaken`,
 * `institution.notFound` if the teacher has left the institution.
 */
export const submitAdoptionList: UseCase<'submitAdoptionList', AdoptionDependencies> = async (deps, { reader }, { id }) => {
  const found = await findOwnAdoption(deps.db.orm, reader.userId, id);
  await requireTeacherInstitution(deps, reader, found?.institutionId);
  const payload = await submitAdoptionOf(deps, reader.userId, id);
  return { payload, say: '已提交，审批结果会通知您' };
};
