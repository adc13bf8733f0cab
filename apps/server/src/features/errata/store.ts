/** The only SQL on errata and their states. */
import type { ErratumState, Locator } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope, ownerByBook } from '../publication/versions/publisher-scope.ts';

export interface StoredErratum {
  readonly id: string;
  readonly bookId: string;
  readonly userId: string | undefined;
  readonly versionNo: number;
  readonly quote: string;
  readonly suggestion: string;
  readonly reason: string;
  readonly chapter: string;
  readonly locator: Locator | undefined;
  readonly state: ErratumState;
  readonly reply: string;
  readonly fixedInVersion: number | undefined;
  readonly createdAt: number;
  readonly decidedAt: number | undefined;
}

interface Row extends Record<string, unknown> {
  id: string;
  book_id: string;
  user_id: string | null;
  version_no: number;
  quote: string;
  suggestion: string;
  reason: string;
  chapter: string;
  locator: Locator | null;
  state: ErratumState;
  reply: string;
  fixed_version_no: number | null;
  created_at: number;
  decided_at: number | null;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredErratum[]> => {
  const { rows } = await db.execute<Row>(sql`
    select id, book_id, user_id, version_no, quote, suggestion, reason, chapter, locator, state, reply, fixed_version_no, created_at, decided_at
    from erratum ${rest}`);
  return rows.map((row) => ({
    id: row.id,
    bookId: row.book_id,
    userId: row.user_id ?? undefined,
    versionNo: row.version_no,
    quote: row.quote,
    suggestion: row.suggestion,
    reason: row.reason,
    chapter: row.chapter,
    locator: row.locator ?? undefined,
    state: row.state,
    reply: row.reply,
    fixedInVersion: row.fixed_version_no ?? undefined,
    createdAt: row.created_at,
    decidedAt: row.decided_at ?? undefined,
  }));
};

export type NewErratum = Pick<
  StoredErratum,
  'id' | 'bookId' | 'versionNo' | 'quote' | 'suggestion' | 'reason' | 'chapter' | 'locator' | 'createdAt'
> & { readonly userId: string };

export const insertErratum = async (db: Queryable, one: NewErratum): Promise<void> => {
  const locatorJson = one.locator === undefined ? sql`null` : sql`${JSON.stringify(one.locator)}::jsonb`;
  await db.execute(sql`
    insert into erratum (id, book_id, user_id, version_no, quote, suggestion, reason, chapter, locator, state, created_at)
    values (${one.id}, ${one.bookId}, ${one.userId}, ${one.versionNo}, ${one.quote}, ${one.suggestion}, ${one.reason}, ${one.chapter}, ${locatorJson},
      'submitted', ${one.createdAt})`);
};

export const countErrataSince = async (db: Queryable, userId: string, since: number): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from erratum where user_id = ${userId} and created_at > ${since}`,
  );
  return rows[0]?.n ?? 0;
};

export const findErratum = async (db: Queryable, id: string): Promise<StoredErratum | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

export const ownerOfErratum = ownerByBook(findErratum);

/** Locks the erratum until the transaction ends, so that decisions of two editors run one after the other. */
export const lockErratum = async (tx: Transaction, id: string): Promise<StoredErratum | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

/** Returns a page of errata of a book, newest first: those of one user in any state, or the accepted and fixed ones of all users. */
export const listErrataOfBook = (
  db: Queryable,
  filter: { bookId: string; ofUser: string | undefined; after: TimeCursor | undefined; limit: number },
): Promise<StoredErratum[]> => {
  const { bookId, ofUser, after, limit } = filter;
  return select(
    db,
    sql`where book_id = ${bookId} and ${ofUser === undefined ? sql`state in ('accepted', 'fixed')` : sql`user_id = ${ofUser}`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.at}::bigint, ${after.id})`}
      order by created_at desc, id desc limit ${limit}`,
  );
};

/** Returns a page of errata for editors: open ones in the order of their reports, decided ones with the latest decision first. */
export const listErrataPage = (
  db: Queryable,
  filter: {
    state: ErratumState;
    bookId: string | undefined;
    accessScope: AccessScope | undefined;
    after: TimeCursor | undefined;
    limit: number;
  },
): Promise<StoredErratum[]> => {
  const { state, bookId, accessScope, after, limit } = filter;
  const isOpen = state === 'submitted' || state === 'accepted';
  const at = isOpen ? sql`created_at` : sql`decided_at`;
  const [order, beyond] = isOpen ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return select(
    db,
    sql`where state = ${state} and ${isBookInScope(sql`erratum.book_id`, accessScope)} ${bookId === undefined ? sql`` : sql`and book_id = ${bookId}`}
      ${after === undefined ? sql`` : sql`and (${at}, id) ${beyond} (${after.at}::bigint, ${after.id})`}
      order by ${at} ${order}, id ${order} limit ${limit}`,
  );
};

export const countErrata = async (
  db: Queryable,
  { bookId, accessScope }: { bookId: string | undefined; accessScope: AccessScope | undefined },
): Promise<Record<ErratumState, number>> => {
  const { rows } = await db.execute<{ state: ErratumState; n: number }>(
    sql`select state, count(*)::int as n from erratum where ${isBookInScope(sql`erratum.book_id`, accessScope)} ${bookId === undefined ? sql`` : sql`and book_id = ${bookId}`} group by state`,
  );
  return { submitted: 0, accepted: 0, duplicate: 0, rejected: 0, fixed: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
};

export interface Decision {
  readonly id: string;
  readonly state: Exclude<ErratumState, 'submitted'>;
  readonly reply: string;
  readonly fixedInVersion: number | undefined;
  readonly decidedAt: number;
}

export const putDecision = async (tx: Transaction, { id, state, reply, fixedInVersion, decidedAt }: Decision): Promise<void> => {
  await tx.execute(sql`
    update erratum set state = ${state}, reply = ${reply}, fixed_version_no = ${fixedInVersion ?? null}::int, decided_at = ${decidedAt}
    where id = ${id}`);
};

export const listEveryErratumOf = (db: Queryable, userId: string): Promise<StoredErratum[]> =>
  select(db, sql`where user_id = ${userId} order by created_at, id`);

/** Deletes the errata of a user whose account is erased; accepted errata stay without their reporter. */
export const deleteErrataOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from erratum where user_id = ${userId} and state not in ('accepted', 'fixed')`);
  await tx.execute(sql`update erratum set user_id = null, reason = '' where user_id = ${userId}`);
};
