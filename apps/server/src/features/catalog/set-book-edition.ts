/** Which edition of which work a book is, as an editor says. */
import { CodedError, type DeskBook, type ParsedInputOf, type setBookEdition as setOperation } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { booksWithin } from '../media/publication/books-within.ts';
import { type DeskRow, dissolveSingleWork, listEditionsOf, lockDeskRow, lockEditions, updateEdition } from './desk-store.ts';
import { type BookDeskDependencies, getDeskBook } from './edit-book.ts';

const requireRow = async (tx: Transaction, bookId: string): Promise<DeskRow> => {
  const row = await lockDeskRow(tx, bookId);
  if (row === undefined) throw new CodedError('catalog.bookNotFound');
  return row;
};

/** The work of the other edition; one that had no work yet begins it, under its own id. */
const joinWorkOf = async (tx: Transaction, otherId: string, now: number): Promise<string> => {
  const other = await requireRow(tx, otherId);
  if (other.work_id !== null) return other.work_id;
  await updateEdition(tx, other.id, { edition: other.edition, workId: other.id }, now);
  return other.id;
};

/** Throws `catalog.bookNotFound`, `request.invalid` for a number another edition has. */
export const setBookEdition = async (
  deps: BookDeskDependencies,
  operator: DeskOperator,
  { bookId, edition, sameWorkAs }: ParsedInputOf<typeof setOperation>,
  bounds: Bounds | undefined,
): Promise<DeskBook> => {
  if (sameWorkAs === bookId) throw new CodedError('request.invalid', { reason: '请选择另一本书' });
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockEditions(tx);
    const row = await requireRow(tx, bookId);
    const workId = sameWorkAs === undefined ? row.work_id : sameWorkAs === null ? null : await joinWorkOf(tx, sameWorkAs, now);
    const others = workId === null ? [] : (await listEditionsOf(tx, workId)).filter((one) => one.bookId !== bookId);
    const same = others.find((one) => one.edition === edition);
    if (same !== undefined) {
      const isShown = (await booksWithin(tx, [same.bookId], bounds)).size > 0;
      const which = isShown ? `《${same.title}》` : '另一本书';
      throw new CodedError('request.invalid', { reason: `第 ${edition} 版已经是${which}，请换一个版次` });
    }
    await updateEdition(tx, bookId, { edition, workId }, now);
    if (row.work_id !== null && row.work_id !== workId) await dissolveSingleWork(tx, row.work_id);
    const facts = {
      before: { edition: row.edition, workId: row.work_id },
      after: { edition, workId, editions: others.map((one) => one.bookId) },
    };
    await recordAct(tx, operator, { act: 'book.edition', target: { kind: 'book', id: bookId, name: row.title }, ...facts }, now);
  });
  return getDeskBook(deps, bookId, bounds);
};
