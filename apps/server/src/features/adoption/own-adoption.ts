/** Changes an adoption list of the caller. */
import { type AdoptionList, type AdoptionStatus, CodedError } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { viewAdoption } from './adoption-view.ts';
import { type AdoptionRow, findOwnAdoption, lockAdoptionsOf, lockOwnAdoption, updateAdoption } from './store.ts';

/** The states in which a teacher may change or delete a list. */
export const EDITABLE: readonly AdoptionStatus[] = ['draft', 'returned', 'withdrawn'];

/** Locks a list of this teacher that is in one of the states `from`. Throws `adoption.notFound`, `adoption.stateChanged`. */
export const requireOwnAdoption = async (
  tx: Transaction,
  teacherId: string,
  id: string,
  from: readonly AdoptionStatus[],
): Promise<AdoptionRow> => {
  const found = await lockOwnAdoption(tx, teacherId, id);
  if (found === undefined) throw new CodedError('adoption.notFound');
  if (!from.includes(found.status)) throw new CodedError('adoption.stateChanged');
  return found;
};

/** Returns the view of a list of this teacher. Throws `adoption.notFound`. */
export const readOwnAdoption = async (deps: Pick<AdoptionDependencies, 'db'>, teacherId: string, id: string): Promise<AdoptionList> => {
  const found = await findOwnAdoption(deps.db.orm, teacherId, id);
  if (found === undefined) throw new CodedError('adoption.notFound');
  return viewAdoption(deps, found);
};

/** Stores the next state of a list that is in one of the states `from`, as `next` computes it, and returns its view. */
export const changeOwnAdoption = async (
  deps: Pick<AdoptionDependencies, 'db' | 'clock'>,
  { teacherId, id, from }: { readonly teacherId: string; readonly id: string; readonly from: readonly AdoptionStatus[] },
  next: (tx: Transaction, found: AdoptionRow) => Promise<Partial<AdoptionRow>> | Partial<AdoptionRow>,
): Promise<AdoptionList> => {
  await deps.db.transaction(async (tx) => {
    await lockAdoptionsOf(tx, teacherId);
    const found = await requireOwnAdoption(tx, teacherId, id, from);
    await updateAdoption(tx, { ...found, ...(await next(tx, found)) }, deps.clock.now());
  });
  return readOwnAdoption(deps, teacherId, id);
};
