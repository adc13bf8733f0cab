/** Assigns a book to an edition of a work. */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { filterBooksInScope } from '../../publication/versions/publisher-scope.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { readAdminBook } from './admin-book.ts';
import {
  type AdminBookRow,
  dissolveSingleWork,
  listEditionsOf,
  lockAdminBookRow,
  lockEditions,
  updateEdition,
} from './admin-book-store.ts';

const requireRow = async (tx: Transaction, bookId: string): Promise<AdminBookRow> => {
  const row = await lockAdminBookRow(tx, bookId);
  if (row === undefined) throw new CodedError('catalog.bookNotFound');
  return row;
};

/** Returns the id of the work of the other edition. If that edition has no work, its own id becomes the id of a new work. */
const joinWorkOf = async (tx: Transaction, otherId: string, now: number): Promise<string> => {
  const other = await requireRow(tx, otherId);
  if (other.work_id !== null) return other.work_id;
  await updateEdition(tx, other.id, { edition: other.edition, workId: other.id }, now);
  return other.id;
};

/**
 * Assigns the book to the edition and returns the changed book. Throws `catalog.bookNotFound`, and `request.invalid` if another book of the
 * work has this edition number, or if the other edition is the book itself.
 */
export const setBookEdition: UseCase<'setBookEdition', BookAdminDependencies> = async (
  dependencies,
  caller,
  { bookId, edition, sameWorkAs },
) => {
  if (sameWorkAs === bookId) throw new CodedError('request.invalid', { reason: '请选择另一本书' });
  const now = dependencies.clock.now();
  await dependencies.db.transaction(async (tx) => {
    await lockEditions(tx);
    const row = await requireRow(tx, bookId);
    const workId = sameWorkAs === undefined ? row.work_id : sameWorkAs === null ? null : await joinWorkOf(tx, sameWorkAs, now);
    const others = workId === null ? [] : (await listEditionsOf(tx, workId)).filter((one) => one.bookId !== bookId);
    const same = others.find((one) => one.edition === edition);
    if (same !== undefined) {
      const isShown = (await filterBooksInScope(tx, [same.bookId], caller.accessScope)).size > 0;
      const which = isShown ? `《${same.title}》` : '另一本书';
      throw new CodedError('request.invalid', { reason: `第 ${edition} 版已经是${which}，请换一个版次` });
    }
    await updateEdition(tx, bookId, { edition, workId }, now);
    if (row.work_id !== null && row.work_id !== workId) await dissolveSingleWork(tx, row.work_id);
    const facts = {
      before: { edition: row.edition, workId: row.work_id },
      after: { edition, workId, editions: others.map((one) => one.bookId) },
    };
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'book.edition', target: { kind: 'book', id: bookId, name: row.title }, ...facts },
      now,
    );
  });
  return { payload: await readAdminBook(dependencies, bookId, caller.accessScope), say: '已保存版次' };
};
