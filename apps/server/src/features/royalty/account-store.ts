/** The only SQL on accounts, entries, lines and corrections of royalties. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { DividedEntry, LedgerEntry } from './royalty-shares.ts';

/** Identifies an entry of the ledger of a book. */
export const keyOfEntry = ({ source, refId, part }: Pick<LedgerEntry, 'source' | 'refId' | 'part'>): string => `${source} ${refId} ${part}`;

/** Returns the keys of the entries that issued accounts have taken. */
export const listSettledKeys = async (db: Queryable, bookId: string): Promise<ReadonlySet<string>> => {
  const { rows } = await db.execute<Row<Pick<LedgerEntry, 'source' | 'refId' | 'part'>>>(sql`
    select e.source, e.ref_id as "refId", e.part from royalty_entry e
    join royalty_account a on a.book_id = e.book_id and a.period = e.period and a.status = 'issued' where e.book_id = ${bookId}`);
  return new Set(rows.map(keyOfEntry));
};

export const deleteDraft = async (tx: Transaction, bookId: string, except: string | undefined): Promise<void> => {
  await tx.execute(sql`
    delete from royalty_account where book_id = ${bookId} and status = 'draft' and period <> ${except ?? ''}`);
};

interface NewStatement {
  readonly id: string;
  readonly userId: string;
  readonly payee: string;
  readonly lines: readonly { readonly no: number; readonly rateBp: number; readonly fen: number }[];
  readonly grossFen: number;
  readonly fen: number;
}

export interface NewAccount {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly period: string;
  readonly madeAt: number;
  readonly entries: readonly DividedEntry[];
  readonly statements: readonly NewStatement[];
}

const insertEntries = async (tx: Transaction, { bookId, period, entries }: NewAccount): Promise<void> => {
  const column = <T extends string | number | boolean>(of: (entry: DividedEntry, index: number) => T) => sql.param(entries.map(of));
  await tx.execute(sql`
    insert into royalty_entry (book_id, period, no, source, ref_id, part, label, is_refund, at, gross_fen, publisher_fen)
    select ${bookId}, ${period}, * from unnest(${column((_, index) => index + 1)}::int[], ${column((one) => one.source)}::text[],
      ${column((one) => one.refId)}::text[], ${column((one) => one.part)}::text[], ${column((one) => one.label)}::text[],
      ${column((one) => one.isRefund)}::boolean[], ${column((one) => one.at)}::bigint[], ${column((one) => one.grossFen)}::int[],
      ${column((one) => one.publisherFen)}::int[])`);
};

/** Stores a draft in place of the book's earlier one. A statement of the same month and payee keeps its id. */
export const putDraft = async (tx: Transaction, account: NewAccount): Promise<void> => {
  const { bookId, period, bookTitle, madeAt, statements } = account;
  await deleteDraft(tx, bookId, period);
  await tx.execute(sql`
    insert into royalty_account (book_id, period, book_title, status, made_at)
    values (${bookId}, ${period}, ${bookTitle}, 'draft', ${madeAt})
    on conflict (book_id, period) do update set book_title = excluded.book_title, made_at = excluded.made_at`);
  await tx.execute(sql`delete from royalty_entry where book_id = ${bookId} and period = ${period}`);
  await insertEntries(tx, account);
  const payees = sql.param(statements.map(({ userId }) => userId));
  await tx.execute(sql`
    delete from royalty_statement where book_id = ${bookId} and period = ${period} and user_id <> all(${payees}::text[])`);
  for (const { id, userId, payee, lines, grossFen, fen } of statements) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into royalty_statement (id, book_id, period, user_id, payee, status, line_count, gross_fen, fen)
      values (${id}, ${bookId}, ${period}, ${userId}, ${payee}, 'draft', ${lines.length}, ${grossFen}, ${fen})
      on conflict (book_id, period, user_id) do update set payee = excluded.payee, line_count = excluded.line_count,
        gross_fen = excluded.gross_fen, fen = excluded.fen
      returning id`);
    const stored = rows[0]?.id ?? id;
    await tx.execute(sql`delete from royalty_line where statement_id = ${stored}`);
    await tx.execute(sql`
      insert into royalty_line (statement_id, no, rate_bp, fen)
      select ${stored}, * from unnest(${sql.param(lines.map(({ no }) => no))}::int[],
        ${sql.param(lines.map(({ rateBp }) => rateBp))}::int[], ${sql.param(lines.map(({ fen: part }) => part))}::int[])`);
  }
};

/** Returns what an account says, as text: two accounts with the same entries and parts have the same one. */
export const describeAccount = ({ entries, statements }: Pick<NewAccount, 'entries' | 'statements'>): string =>
  [
    ...entries.map((one, index) => [index + 1, keyOfEntry(one), one.grossFen, one.publisherFen].join(' ')),
    ...statements
      .flatMap(({ userId, lines }) => lines.map(({ no, rateBp, fen }) => [userId, String(no).padStart(9, '0'), rateBp, fen].join(' ')))
      .toSorted(),
  ].join('\n');

/** Returns the same of a stored account. */
export const describeStoredAccount = async (db: Queryable, bookId: string, period: string): Promise<string> => {
  const entries = await db.execute<
    Row<Pick<LedgerEntry, 'source' | 'refId' | 'part' | 'grossFen'> & { no: number; publisherFen: number }>
  >(sql`
    select no, source, ref_id as "refId", part, gross_fen as "grossFen", publisher_fen as "publisherFen" from royalty_entry
    where book_id = ${bookId} and period = ${period} order by no`);
  const lines = await db.execute<{ userId: string; no: number; rateBp: number; fen: number }>(sql`
    select s.user_id as "userId", l.no, l.rate_bp as "rateBp", l.fen from royalty_line l join royalty_statement s on s.id = l.statement_id
    where s.book_id = ${bookId} and s.period = ${period}`);
  return [
    ...entries.rows.map((one) => [one.no, keyOfEntry(one), one.grossFen, one.publisherFen].join(' ')),
    ...lines.rows.map(({ userId, no, rateBp, fen }) => [userId, String(no).padStart(9, '0'), rateBp, fen].join(' ')).toSorted(),
  ].join('\n');
};

/** Issues an account with its statements. */
export const issueAccount = async (tx: Transaction, bookId: string, period: string, now: number): Promise<void> => {
  await tx.execute(sql`update royalty_account set status = 'issued' where book_id = ${bookId} and period = ${period}`);
  await tx.execute(sql`
    update royalty_statement set status = 'issued', issued_at = ${now} where book_id = ${bookId} and period = ${period} and status = 'draft'`);
};

/** Returns the income in the issued accounts of a book, and the number of entries whose parts do not add up to their amount. */
export const sumIssued = async (db: Queryable, bookId: string): Promise<{ readonly grossFen: number; readonly wrong: number }> => {
  const { rows } = await db.execute<{ grossFen: number; wrong: number }>(sql`
    select coalesce(sum(e.gross_fen), 0)::bigint as "grossFen",
      count(*) filter (where e.gross_fen <> e.publisher_fen + coalesce(parts.fen, 0))::int as wrong
    from royalty_entry e join royalty_account a on a.book_id = e.book_id and a.period = e.period and a.status = 'issued'
    left join (select s.book_id, s.period, l.no, sum(l.fen) as fen from royalty_line l join royalty_statement s on s.id = l.statement_id
      where s.book_id = ${bookId} group by 1, 2, 3) parts on parts.book_id = e.book_id and parts.period = e.period and parts.no = e.no
    where e.book_id = ${bookId}`);
  return rows[0] ?? { grossFen: 0, wrong: 0 };
};

export const insertAdjustment = async (
  tx: Transaction,
  one: { id: string; statementId: string; fen: number; at: number },
): Promise<void> => {
  await tx.execute(sql`
    insert into royalty_adjustment (id, statement_id, fen, at) values (${one.id}, ${one.statementId}, ${one.fen}, ${one.at})`);
};

/** Returns the corrections of statements of a book before a time, as entries of its ledger. */
export const listAdjustments = async (db: Queryable, bookId: string, until: number): Promise<LedgerEntry[]> => {
  const { rows } = await db.execute<{ id: string; statementId: string; userId: string; period: string; fen: number; at: number }>(sql`
    select a.id, a.statement_id as "statementId", s.user_id as "userId", s.period, a.fen, a.at
    from royalty_adjustment a join royalty_statement s on s.id = a.statement_id where s.book_id = ${bookId} and a.at < ${until}`);
  return rows.map(({ id, statementId, userId, period, fen, at }) => ({
    source: 'adjustment',
    refId: statementId,
    part: id,
    label: period,
    at,
    grossFen: 0,
    isRefund: false,
    correction: { userId, fen },
  }));
};
