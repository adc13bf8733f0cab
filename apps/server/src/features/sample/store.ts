/** The only SQL on `sample`. */
import type { SampleForm, SampleStatus, ShippingAddress } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';

export interface StoredSample {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string;
  readonly form: SampleForm;
  readonly status: SampleStatus;
  readonly course: string;
  readonly term: string;
  readonly students: number;
  readonly plan: string;
  readonly shipping: ShippingAddress | null;
  readonly reply: string;
  readonly carrier: string;
  readonly trackingNo: string;
  readonly endsAt: number | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly shippedAt: number | null;
  readonly receivedAt: number | null;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredSample[]> => {
  const { rows } = await db.execute<StoredSample & Record<string, unknown>>(sql`
    select s.id, s.user_id as "userId", s.book_id as "bookId", s.form, s.status, s.course, s.term, s.students, s.plan, s.shipping, s.reply,
      s.carrier, s.tracking_no as "trackingNo", s.ends_at as "endsAt", s.created_at as "createdAt", s.decided_at as "decidedAt",
      s.shipped_at as "shippedAt", s.received_at as "receivedAt"
    from sample s ${rest}`);
  return rows;
};

/** Locks the samples of a teacher until the transaction ends, so that two requests cannot both use the last of the quota. */
export const lockSamplesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`samples of ${userId}`}, 0))`);
};

export type NewSample = Pick<
  StoredSample,
  'id' | 'userId' | 'bookId' | 'form' | 'course' | 'term' | 'students' | 'plan' | 'shipping' | 'createdAt'
>;

export const insertSample = async (tx: Transaction, one: NewSample): Promise<void> => {
  const shipping = one.shipping === null ? sql`null` : sql`${JSON.stringify(one.shipping)}::jsonb`;
  await tx.execute(sql`
    insert into sample (id, user_id, book_id, form, course, term, students, plan, shipping, created_at)
    values (${one.id}, ${one.userId}, ${one.bookId}, ${one.form}, ${one.course}, ${one.term}, ${one.students}, ${one.plan}, ${shipping},
      ${one.createdAt})`);
};

/** Returns the ids of the samples that a teacher asked for since a time and that were neither refused nor withdrawn, with their books. */
export const listCountedSamples = async (db: Queryable, userId: string, since: number): Promise<{ id: string; bookId: string }[]> => {
  const { rows } = await db.execute<{ id: string; bookId: string }>(sql`
    select id, book_id as "bookId" from sample
    where user_id = ${userId} and created_at >= ${since} and status not in ('rejected', 'canceled')`);
  return rows;
};

/** Returns the samples of a teacher, of one book or of all, the newest first. */
export const listSamplesOf = (db: Queryable, userId: string, bookId: string | undefined, limit: number): Promise<StoredSample[]> =>
  select(
    db,
    sql`where s.user_id = ${userId} ${bookId === undefined ? sql`` : sql`and s.book_id = ${bookId}`}
      order by s.created_at desc, s.id desc limit ${limit}`,
  );

/** Returns the address of the newest printed sample of a teacher; undefined if there is none. */
export const findLastShipping = async (db: Queryable, userId: string): Promise<ShippingAddress | undefined> => {
  const [last] = await select(
    db,
    sql`where s.user_id = ${userId} and s.shipping is not null order by s.created_at desc, s.id desc limit 1`,
  );
  return last?.shipping ?? undefined;
};

/** Returns the sample of this teacher for this book and form that waits for a decision or a parcel. */
export const findOpenSample = async (
  db: Queryable,
  { userId, bookId, form }: Pick<StoredSample, 'userId' | 'bookId' | 'form'>,
): Promise<StoredSample | undefined> => {
  const open = form === 'print' ? sql`('submitted', 'approved', 'shipped')` : sql`('submitted')`;
  return (await select(db, sql`where s.user_id = ${userId} and s.book_id = ${bookId} and s.form = ${form} and s.status in ${open}`))[0];
};

/** Locks these samples in the access scope until the transaction ends and returns them, in the order of their ids. */
export const lockSamples = (tx: Transaction, ids: readonly string[], accessScope: AccessScope | undefined): Promise<StoredSample[]> =>
  select(
    tx,
    sql`where s.id = any(${sql.param([...ids])}::text[]) and ${isBookInScope(sql`s.book_id`, accessScope)} order by s.id for update of s`,
  );

export const lockOwnSample = async (tx: Transaction, userId: string, id: string): Promise<StoredSample | undefined> =>
  (await select(tx, sql`where s.id = ${id} and s.user_id = ${userId} for update of s`))[0];

/** Stores the new state of a sample. */
export const updateSample = async (tx: Transaction, one: StoredSample): Promise<void> => {
  const shipping = one.shipping === null ? sql`null` : sql`${JSON.stringify(one.shipping)}::jsonb`;
  await tx.execute(sql`
    update sample set status = ${one.status}, shipping = ${shipping}, reply = ${one.reply}, carrier = ${one.carrier},
      tracking_no = ${one.trackingNo}, ends_at = ${one.endsAt}::bigint, decided_at = ${one.decidedAt}::bigint,
      shipped_at = ${one.shippedAt}::bigint, received_at = ${one.receivedAt}::bigint
    where id = ${one.id}`);
};

/** What the admin list and its export show. */
export interface SampleFilter {
  readonly form: SampleForm | undefined;
  readonly bookId: string | undefined;
  readonly q: string;
  readonly accessScope: AccessScope | undefined;
}

const matching = ({ form, bookId, q, accessScope }: SampleFilter): SQL => {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const text =
    q === ''
      ? sql``
      : sql`and (s.course ilike ${pattern} or s.shipping ->> 'receiver' ilike ${pattern}
          or exists (select 1 from book b where b.id = s.book_id and b.title ilike ${pattern}))`;
  return sql`${isBookInScope(sql`s.book_id`, accessScope)} ${form === undefined ? sql`` : sql`and s.form = ${form}`}
    ${bookId === undefined ? sql`` : sql`and s.book_id = ${bookId}`} ${text}`;
};

/** Returns a page of samples of one state: those that wait for the operator the oldest first, others the newest first. */
export const listSamplesPage = (
  db: Queryable,
  filter: SampleFilter & { status: SampleStatus; after: TimeCursor | undefined; limit: number },
): Promise<StoredSample[]> => {
  const { status, after, limit } = filter;
  const [order, beyond] = status === 'submitted' || status === 'approved' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return select(
    db,
    sql`where s.status = ${status} and ${matching(filter)}
      ${after === undefined ? sql`` : sql`and (s.created_at, s.id) ${beyond} (${after.at}::bigint, ${after.id})`}
      order by s.created_at ${order}, s.id ${order} limit ${limit}`,
  );
};

export const countSamples = async (db: Queryable, filter: SampleFilter): Promise<Record<SampleStatus, number>> => {
  const { rows } = await db.execute<{ status: SampleStatus; n: number }>(
    sql`select s.status, count(*)::int as n from sample s where ${matching(filter)} group by s.status`,
  );
  return {
    submitted: 0,
    approved: 0,
    shipped: 0,
    received: 0,
    rejected: 0,
    canceled: 0,
    ...Object.fromEntries(rows.map(({ status, n }) => [status, n])),
  };
};

export const listEverySampleOf = (db: Queryable, userId: string): Promise<StoredSample[]> =>
  select(db, sql`where s.user_id = ${userId} order by s.created_at, s.id`);

export const deleteSamplesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from sample where user_id = ${userId}`);
};
