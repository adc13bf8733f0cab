/** The only SQL on stored comparisons of versions, and on the versions up to which readers have seen the changes. */

import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { StoredTextChange, TextChanges } from './text-changes.ts';

export interface ComparedPair {
  readonly bookId: string;
  readonly beforeId: string;
  readonly afterId: string;
}

export interface StoredComparison {
  /** `tooLarge`: the texts exceed a limit. `noText`: the text of the earlier version is not stored. */
  readonly state: 'compared' | 'tooLarge' | 'noText';
  readonly isCut: boolean;
}

export const findComparison = async (db: Queryable, { beforeId, afterId }: ComparedPair): Promise<StoredComparison | undefined> => {
  const { rows } = await db.execute<{ state: StoredComparison['state']; is_cut: boolean }>(
    sql`select state, is_cut from version_comparison where before_id = ${beforeId} and after_id = ${afterId}`,
  );
  return rows[0] && { state: rows[0].state, isCut: rows[0].is_cut };
};

/** Number of changes that are inserted by one statement. */
const ROWS = 200;

/** Stores a comparison, unless it is stored, and deletes those of the book with other versions than the new one. */
export const saveComparison = async (
  tx: Transaction,
  { bookId, beforeId, afterId }: ComparedPair,
  state: StoredComparison['state'],
  { changes, isCut }: TextChanges,
): Promise<void> => {
  await tx.execute(sql`delete from version_comparison where book_id = ${bookId} and after_id <> ${afterId}`);
  const { rowCount } = await tx.execute(sql`
    insert into version_comparison (book_id, before_id, after_id, state, is_cut)
    values (${bookId}, ${beforeId}, ${afterId}, ${state}, ${isCut}) on conflict do nothing`);
  if (rowCount === 0) return;
  for (let from = 0; from < changes.length; from += ROWS) {
    const rows = changes.slice(from, from + ROWS).map(({ document, beforeDocuments, ...change }, index) => ({
      position: from + index,
      document,
      before_documents: beforeDocuments,
      change,
    }));
    await tx.execute(sql`
      insert into version_change (before_id, after_id, position, document, before_documents, change)
      select ${beforeId}, ${afterId}, position, document, before_documents, change
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changes(position int, document int, before_documents int[], change jsonb)`);
  }
};

/** The documents whose changes are shown, as indexes in the reading order of each version. */
export interface OpenDocuments {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const isOpen = ({ before, after }: OpenDocuments) =>
  sql`document = any(${sql.param([...after])}::int[]) and before_documents <@ ${sql.param([...before])}::int[]`;

/** Returns the number of changes in open documents. */
export const countChanges = async (db: Queryable, { beforeId, afterId }: ComparedPair, open: OpenDocuments): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from version_change where before_id = ${beforeId} and after_id = ${afterId} and ${isOpen(open)}`,
  );
  return rows[0]?.n ?? 0;
};

type Change = Omit<StoredTextChange, 'document' | 'beforeDocuments'>;

/** Returns a page of the changes in open documents, in the order of the text, from `position` on. */
export const listChanges = async (
  db: Queryable,
  { beforeId, afterId }: ComparedPair,
  open: OpenDocuments,
  position: number,
  limit: number,
): Promise<{ position: number; change: Change }[]> => {
  const { rows } = await db.execute<{ position: number; change: Change }>(sql`
    select position, change from version_change
    where before_id = ${beforeId} and after_id = ${afterId} and position >= ${position} and ${isOpen(open)}
    order by position limit ${limit}`);
  return rows;
};
