/** The only SQL that reads statements of royalties and changes their states, and that of their messages. */
import type { RoyaltyLine, RoyaltyMessage, RoyaltyStatement, RoyaltyStatus } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';

export interface StoredStatement {
  readonly id: string;
  readonly bookId: string;
  readonly bookTitle: string;
  readonly period: string;
  readonly userId: string;
  readonly payee: string;
  readonly status: RoyaltyStatus;
  readonly lines: number;
  readonly grossFen: number;
  readonly fen: number;
  readonly issuedAt: number | null;
  readonly confirmedAt: number | null;
  readonly paidOn: string | null;
  readonly paymentReference: string | null;
  readonly isSimulated: boolean;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredStatement[]> =>
  (
    await db.execute<Row<StoredStatement>>(sql`
      select s.id, s.book_id as "bookId", a.book_title as "bookTitle", s.period, s.user_id as "userId", s.payee, s.status,
        s.line_count as lines, s.gross_fen as "grossFen", s.fen, s.issued_at as "issuedAt", s.confirmed_at as "confirmedAt",
        s.paid_on as "paidOn", s.payment_reference as "paymentReference", coalesce(b.is_simulated, false) as "isSimulated"
      from royalty_statement s join royalty_account a on a.book_id = s.book_id and a.period = s.period
      left join royalty_book b on b.book_id = s.book_id ${rest}`)
  ).rows;

export const viewStatement = (stored: StoredStatement): RoyaltyStatement => {
  const { issuedAt, confirmedAt, paidOn, paymentReference, userId: _, ...rest } = stored;
  return {
    ...rest,
    ...(issuedAt === null ? {} : { issuedAt }),
    ...(confirmedAt === null ? {} : { confirmedAt }),
    ...(paidOn === null ? {} : { paidOn }),
    ...(paymentReference === null ? {} : { paymentReference }),
  };
};

export interface StatementFilter {
  readonly period: string | undefined;
  readonly q: string;
  readonly accessScope: AccessScope | undefined;
}

const matching = ({ period, q, accessScope }: StatementFilter): SQL => {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`${isBookInScope(sql`s.book_id`, accessScope)} ${period === undefined ? sql`` : sql`and s.period = ${period}`}
    ${q === '' ? sql`` : sql`and (a.book_title ilike ${pattern} or s.payee ilike ${pattern})`}`;
};

/** Returns a page of statements of one state, the newest month first. */
export const listStatementsPage = (
  db: Queryable,
  filter: StatementFilter & { status: RoyaltyStatus; after: readonly [string, string] | undefined; limit: number },
): Promise<StoredStatement[]> =>
  select(
    db,
    sql`where s.status = ${filter.status} and ${matching(filter)}
      ${filter.after === undefined ? sql`` : sql`and (s.period, s.id) < (${filter.after[0]}, ${filter.after[1]})`}
      order by s.period desc, s.id desc limit ${filter.limit}`,
  );

export type StatementTotals = Readonly<Record<RoyaltyStatus, { readonly count: number; readonly fen: number }>>;

/** Returns the number and the sum of the statements in each state. */
export const sumStatements = async (db: Queryable, filter: StatementFilter): Promise<StatementTotals> => {
  const { rows } = await db.execute<{ status: RoyaltyStatus; count: number; fen: number }>(sql`
    select s.status, count(*)::int as count, sum(s.fen)::bigint as fen
    from royalty_statement s join royalty_account a on a.book_id = s.book_id and a.period = s.period
    where ${matching(filter)} group by s.status`);
  const none = { count: 0, fen: 0 };
  const totals: StatementTotals = { draft: none, issued: none, disputed: none, confirmed: none, paid: none };
  return { ...totals, ...Object.fromEntries(rows.map(({ status, count, fen }) => [status, { count, fen }])) };
};

export const findScopedStatement = async (
  db: Queryable,
  id: string,
  accessScope: AccessScope | undefined,
): Promise<StoredStatement | undefined> => (await select(db, sql`where s.id = ${id} and ${isBookInScope(sql`s.book_id`, accessScope)}`))[0];

/** Locks these statements in the access scope until the transaction ends and returns them in the order of their ids. */
export const lockScopedStatements = (
  tx: Transaction,
  ids: readonly string[],
  accessScope: AccessScope | undefined,
): Promise<StoredStatement[]> =>
  select(
    tx,
    sql`where s.id = any(${sql.param([...ids])}::text[]) and ${isBookInScope(sql`s.book_id`, accessScope)} order by s.id for update of s`,
  );

export const listStatementsOfAccount = (db: Queryable, bookId: string, period: string): Promise<StoredStatement[]> =>
  select(db, sql`where s.book_id = ${bookId} and s.period = ${period} order by s.id`);

/** Returns the statements of a book, the oldest month first. */
export const listStatementsOfBook = (db: Queryable, bookId: string): Promise<StoredStatement[]> =>
  select(db, sql`where s.book_id = ${bookId} order by s.period, s.id`);

/** Returns the statements of a payee without drafts, the newest month first. */
export const listStatementsOf = (db: Queryable, userId: string, limit: number): Promise<StoredStatement[]> =>
  select(db, sql`where s.user_id = ${userId} and s.status <> 'draft' order by s.period desc, s.id desc limit ${limit}`);

export const findOwnStatement = async (db: Queryable, userId: string, id: string): Promise<StoredStatement | undefined> =>
  (await select(db, sql`where s.id = ${id} and s.user_id = ${userId} and s.status <> 'draft'`))[0];

export const lockOwnStatement = async (tx: Transaction, userId: string, id: string): Promise<StoredStatement | undefined> =>
  (await select(tx, sql`where s.id = ${id} and s.user_id = ${userId} and s.status <> 'draft' for update of s`))[0];

/** Returns what a payee gets of statements that are not paid, and of those that are; of one book if it is named. */
export const sumDue = async (
  db: Queryable,
  userId: string,
  bookId?: string,
): Promise<{ readonly dueFen: number; readonly paidFen: number }> => {
  const { rows } = await db.execute<{ dueFen: number; paidFen: number }>(sql`
    select coalesce(sum(fen) filter (where status in ('issued', 'disputed', 'confirmed')), 0)::bigint as "dueFen",
      coalesce(sum(fen) filter (where status = 'paid'), 0)::bigint as "paidFen"
    from royalty_statement where user_id = ${userId} ${bookId === undefined ? sql`` : sql`and book_id = ${bookId}`}`);
  return rows[0] ?? { dueFen: 0, paidFen: 0 };
};

export const setStatus = async (tx: Transaction, id: string, status: 'disputed' | 'confirmed', now: number): Promise<void> => {
  const confirmedAt = status === 'confirmed' ? sql`, confirmed_at = ${now}` : sql``;
  await tx.execute(sql`update royalty_statement set status = ${status} ${confirmedAt} where id = ${id}`);
};

export const setPaid = async (tx: Transaction, ids: readonly string[], paidOn: string, reference: string): Promise<void> => {
  await tx.execute(sql`
    update royalty_statement set status = 'paid', paid_on = ${paidOn}, payment_reference = ${reference}
    where id = any(${sql.param([...ids])}::text[])`);
};

/** Returns the lines of a statement after the line `after`. */
export const listLines = async (db: Queryable, statementId: string, after: number, limit: number): Promise<RoyaltyLine[]> => {
  const { rows } = await db.execute<Row<RoyaltyLine>>(sql`
    select l.no, e.source, e.ref_id as "refId", e.label, e.is_refund as "isRefund", e.at, e.gross_fen as "grossFen", l.rate_bp as "rateBp",
      l.fen
    from royalty_line l join royalty_statement s on s.id = l.statement_id
    join royalty_entry e on e.book_id = s.book_id and e.period = s.period and e.no = l.no
    where l.statement_id = ${statementId} and l.no > ${after} order by l.no limit ${limit}`);
  return rows;
};

export const hasLine = async (db: Queryable, statementId: string, no: number): Promise<boolean> =>
  (await db.execute(sql`select 1 from royalty_line where statement_id = ${statementId} and no = ${no}`)).rows.length > 0;

/** Returns the messages about a statement, the oldest first. */
export const listMessages = async (db: Queryable, statementId: string): Promise<RoyaltyMessage[]> => {
  const { rows } = await db.execute<{ id: string; isFromPayee: boolean; lineNo: number | null; body: string; at: number }>(sql`
    select id, is_from_payee as "isFromPayee", line_no as "lineNo", body, at from royalty_message
    where statement_id = ${statementId} order by at, id`);
  return rows.map(({ id, isFromPayee, lineNo, body, at }) => ({
    id,
    from: isFromPayee ? 'payee' : 'finance',
    body,
    ...(lineNo === null ? {} : { lineNo }),
    at,
  }));
};

export const countMessages = async (db: Queryable, statementId: string): Promise<number> =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from royalty_message where statement_id = ${statementId}`)).rows[0]?.n ??
  0;

export const insertMessage = async (tx: Transaction, statementId: string, one: RoyaltyMessage): Promise<void> => {
  await tx.execute(sql`
    insert into royalty_message (id, statement_id, is_from_payee, line_no, body, at)
    values (${one.id}, ${statementId}, ${one.from === 'payee'}, ${one.lineNo ?? null}::int, ${one.body}, ${one.at})`);
};

/** Empties what identifies an erased payee. Amounts stay, because statements are business records. */
export const anonymizeStatements = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`
    update royalty_message set body = '' where is_from_payee and statement_id in (select id from royalty_statement where user_id = ${userId})`);
  await tx.execute(sql`update royalty_statement set payee = '' where user_id = ${userId}`);
};
