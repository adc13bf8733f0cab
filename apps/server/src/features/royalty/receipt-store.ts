/** The only SQL on `royalty_receipt` and `royalty_receipt_share`, beside the ledger of `book-income.ts`. */
import type { RoyaltyReceipt } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface ReceiptShare {
  readonly bookId: string;
  readonly weight: number;
  readonly fen: number;
}

export const insertReceipt = async (
  tx: Transaction,
  receipt: Omit<RoyaltyReceipt, 'shareFen'>,
  shares: readonly ReceiptShare[],
  now: number,
): Promise<void> => {
  const { id, source, refId, label, fen, receivedOn, note } = receipt;
  await tx.execute(sql`
    insert into royalty_receipt (id, source, ref_id, label, fen, received_on, note, created_at)
    values (${id}, ${source}, ${refId}, ${label}, ${fen}, ${receivedOn}, ${note}, ${now})`);
  const column = (of: (share: ReceiptShare) => string | number) => sql.param(shares.map(of));
  await tx.execute(sql`
    insert into royalty_receipt_share (receipt_id, book_id, weight, fen)
    select ${id}, * from unnest(${column((one) => one.bookId)}::text[], ${column((one) => one.weight)}::bigint[],
      ${column((one) => one.fen)}::int[])`);
};

/** Returns the receipts of a book, the newest first. */
export const listReceipts = async (db: Queryable, bookId: string): Promise<RoyaltyReceipt[]> => {
  const { rows } = await db.execute<Row<RoyaltyReceipt>>(sql`
    select r.id, r.source, r.ref_id as "refId", r.label, r.fen, s.fen as "shareFen", r.received_on as "receivedOn", r.note
    from royalty_receipt_share s join royalty_receipt r on r.id = s.receipt_id where s.book_id = ${bookId}
    order by r.received_on desc, r.id desc limit 200`);
  return rows;
};

/** Returns the seconds that readers of an institution read each of these books from a day to another one; books without any are left out. */
export const sumInstitutionReading = async (
  db: Queryable,
  reading: { readonly licenseId: string; readonly bookIds: readonly string[]; readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, number>> => {
  const { licenseId, bookIds, from, to } = reading;
  const { rows } = await db.execute<{ bookId: string; seconds: number }>(sql`
    with reader as (
      select l.user_id from institution_link l join institution_license n on n.institution_id = l.institution_id where n.id = ${licenseId}
      union
      select m.user_id from institution_member m join institution_license n on n.institution_id = m.institution_id
      where n.id = ${licenseId} and m.user_id is not null)
    select d.book_id as "bookId", sum(d.seconds)::bigint as seconds from reading_day d join reader on reader.user_id = d.user_id
    where d.book_id = any(${sql.param([...bookIds])}::text[]) and d.day >= ${from} and d.day <= ${to} group by 1`);
  return new Map(rows.map(({ bookId, seconds }) => [bookId, seconds]));
};

/** Returns the books that a license for every book covers: those on the shelf. */
export const listShelvedBooks = async (db: Queryable): Promise<string[]> =>
  (await db.execute<{ id: string }>(sql`select id from book where shelf_state = 'published' order by id`)).rows.map(({ id }) => id);

/** Returns the licenses that cover a book, as sources of receipts. */
export const listLicensesOfBook = async (
  db: Queryable,
  bookId: string,
): Promise<{ readonly refId: string; readonly institution: string; readonly contractNo: string }[]> => {
  const { rows } = await db.execute<{ refId: string; institution: string; contractNo: string }>(sql`
    select l.id as "refId", i.name as institution, l.contract_no as "contractNo" from institution_license l
    join institution i on i.id = l.institution_id where l.scope = 'all' or ${bookId} = any(l.book_ids)
    order by l.ends_at desc, l.id limit 200`);
  return rows;
};

/** Returns the batches of a book whose codes are sold or printed in copies that are sold, as sources of receipts. */
export const listBatchesOfBook = async (db: Queryable, bookId: string): Promise<{ readonly refId: string; readonly label: string }[]> => {
  const { rows } = await db.execute<{ refId: string; label: string }>(sql`
    select id as "refId", coalesce(nullif(printing, ''), to_char(to_timestamp(created_at / 1000), 'YYYY-MM-DD')) as label from code_batch
    where book_id = ${bookId} and purpose in ('printedBook', 'sales') and state in ('approved', 'exported', 'void')
    order by created_at desc, id desc limit 200`);
  return rows;
};

/** Returns the book and the printing of a batch. */
export const findBatchSource = async (
  db: Queryable,
  id: string,
): Promise<{ readonly bookId: string; readonly printing: string; readonly createdAt: number } | undefined> =>
  (
    await db.execute<{ bookId: string; printing: string; createdAt: number }>(sql`
      select book_id as "bookId", coalesce(printing, '') as printing, created_at as "createdAt" from code_batch where id = ${id}`)
  ).rows[0];

/** Returns the institution and the books of a license. */
export const findLicenseBooks = async (
  db: Queryable,
  id: string,
): Promise<{ readonly institution: string; readonly isForAll: boolean; readonly bookIds: readonly string[] } | undefined> =>
  (
    await db.execute<{ institution: string; isForAll: boolean; bookIds: string[] }>(sql`
      select i.name as institution, l.scope = 'all' as "isForAll", l.book_ids as "bookIds" from institution_license l
      join institution i on i.id = l.institution_id where l.id = ${id}`)
  ).rows[0];
