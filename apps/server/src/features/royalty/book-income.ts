/** The ledger of a book: everything that it earned. Statistics and statements use the same, so that they never disagree. */
import { startOfDay } from '../../platform/china-time.ts';
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { listBookSales } from '../orders/book-sales.ts';
import type { LedgerEntry } from './royalty-shares.ts';

interface ShareRow {
  readonly receiptId: string;
  readonly source: 'code' | 'license';
  readonly refId: string;
  readonly label: string;
  readonly fen: number;
  readonly receivedOn: string;
}

/** Returns the payments, refunds and receipts of a book from a time until another one, UTC ms. */
export const listBookIncome = async (db: Queryable, bookId: string, from: number, until: number): Promise<LedgerEntry[]> => {
  const sales = await listBookSales(db, bookId, from, until);
  const { rows } = await db.execute<Row<ShareRow>>(sql`
    select s.receipt_id as "receiptId", r.source, r.ref_id as "refId", r.label, s.fen, r.received_on as "receivedOn"
    from royalty_receipt_share s join royalty_receipt r on r.id = s.receipt_id where s.book_id = ${bookId} and s.fen <> 0`);
  const receipts = rows.map(({ receivedOn, receiptId, fen, ...rest }): LedgerEntry => {
    const at = startOfDay(receivedOn);
    return { ...rest, part: receiptId, at, grossFen: fen, isRefund: fen < 0 };
  });
  return [
    ...sales.map(
      ({ orderNo, position, refundId, kind, fen, at }): LedgerEntry => ({
        source: 'order',
        refId: orderNo,
        part: refundId === '' ? String(position) : `${position} ${refundId}`,
        label: '',
        at,
        grossFen: fen,
        isRefund: kind === 'refund',
        payment: `${orderNo} ${position}`,
      }),
    ),
    ...receipts.filter(({ at }) => at >= from && at < until),
  ];
};
