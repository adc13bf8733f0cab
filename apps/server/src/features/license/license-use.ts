/**
 * Records the use of licenses, with the rules of COUNTER Release 5.1: a session is a user and an hour of the clock, a title counts once in a
 * session (Unique_Title_Requests), a chapter counts once in a session and again when the book is opened again (Total_Item_Requests), and two
 * openings within 30 seconds are one.
 */
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { LICENSE_LIMITS } from './limits.ts';
import { monthOf } from './months.ts';

const HOUR_MS = 3_600_000;
const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

interface BookRequest {
  readonly userId: string;
  readonly bookId: string;
  /** Indexes of the chapters in the reading order. */
  readonly documents: readonly number[];
}

const record = async (
  db: Queryable,
  { userId, bookId, documents }: BookRequest,
  { institutionIds, isOpening, now }: { readonly institutionIds: readonly string[]; readonly isOpening: boolean; readonly now: number },
): Promise<void> => {
  const hour = hourOf(now);
  await db.execute(sql`
    with licensed as (
      select distinct institution_id from institution_license where institution_id = any(${sql.param([...institutionIds])}::text[])
        and status = 'active' and starts_at <= ${now} and ends_at > ${now} and (scope = 'all' or ${bookId} = any(book_ids))),
    added as (
      insert into license_request as r (institution_id, user_id, book_id, hour, document, last_at)
      select l.institution_id, ${userId}, ${bookId}, ${hour}, d.document, ${now}
      from licensed l cross join unnest(${sql.param([...new Set(documents)])}::int[]) as d (document)
      on conflict (user_id, book_id, hour, institution_id, document) do update set last_at = excluded.last_at
        where ${isOpening} and r.last_at <= ${now - LICENSE_LIMITS.licenseDoubleClickMs}::bigint
      returning institution_id)
    insert into license_use as u (institution_id, month, book_id, user_id, item_requests, title_requests)
    select a.institution_id, ${monthOf(now)}, ${bookId}, ${userId}, count(*)::int,
      case when exists (
        select 1 from license_request r where r.user_id = ${userId} and r.book_id = ${bookId} and r.hour = ${hour}
          and r.institution_id = a.institution_id) then 0 else 1 end
    from added a group by a.institution_id
    on conflict (institution_id, month, book_id, user_id) do update set item_requests = u.item_requests + excluded.item_requests,
      title_requests = u.title_requests + excluded.title_requests`);
};

/** Records that a user opened a book through institutions, at a chapter. Institutions without a license for the book are left out. */
export const recordOpening = (
  db: Queryable,
  { userId, bookId, document }: Omit<BookRequest, 'documents'> & { readonly document: number },
  institutionIds: readonly string[],
  now: number,
): Promise<void> => record(db, { userId, bookId, documents: [document] }, { institutionIds, isOpening: true, now });

/** Records that a user reads chapters of a book, if the user opened it through an institution in the last hours. */
export const recordReading = async (db: Queryable, request: BookRequest, now: number): Promise<void> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct institution_id as id from license_request
    where user_id = ${request.userId} and book_id = ${request.bookId} and hour > ${now - LICENSE_LIMITS.licenseRequestMs}::bigint`);
  if (rows.length > 0) await record(db, request, { institutionIds: rows.map(({ id }) => id), isOpening: false, now });
};

export interface LicenseUse {
  readonly month: string;
  readonly userId: string;
  readonly itemRequests: number;
  readonly titleRequests: number;
}

/** Inserts simulated use of a book; rows that exist stay. */
export const insertLicenseUse = async (
  db: Queryable,
  { institutionId, bookId }: { readonly institutionId: string; readonly bookId: string },
  use: readonly LicenseUse[],
): Promise<void> => {
  await db.execute(sql`
    insert into license_use (institution_id, month, book_id, user_id, item_requests, title_requests)
    select ${institutionId}, u ->> 'month', ${bookId}, u ->> 'userId', (u ->> 'itemRequests')::int, (u ->> 'titleRequests')::int
    from jsonb_array_elements(${JSON.stringify(use)}::jsonb) as u on conflict do nothing`);
};

/** Returns how often the user requested books through institutions, for the data export. */
export const listUseOf = async (db: Queryable, userId: string): Promise<unknown[]> =>
  (
    await db.execute(sql`
      select i.name as institution, u.month, u.book_id as "bookId", u.item_requests as "chapters", u.title_requests as "openings"
      from license_use u join institution i on i.id = u.institution_id where u.user_id = ${userId} order by u.month, i.name, u.book_id`)
  ).rows;

/** Replaces the account by `pseudonym` in the counts of past months, and deletes the requests of the last hours. */
export const forgetUseOf = async (tx: Transaction, userId: string, pseudonym: string): Promise<void> => {
  await tx.execute(sql`delete from license_request where user_id = ${userId}`);
  await tx.execute(sql`update license_use set user_id = ${pseudonym} where user_id = ${userId}`);
};

export const deleteRequestsBefore = async (db: Queryable, before: number): Promise<number> =>
  (await db.execute(sql`delete from license_request where hour < ${before}`)).rowCount ?? 0;
