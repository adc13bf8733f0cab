/** The only SQL on `search_report`. */
import { LIMITS, type SearchReportGroup, type SearchReportState } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';

export interface NewSearchReport {
  readonly id: string;
  readonly key: string;
  readonly query: string;
  readonly found: boolean;
  readonly note: string;
  readonly userId: string | undefined;
  /** Hash by which reports of one user are recognized without identifying the user. */
  readonly who: Buffer;
  readonly at: number;
}

/** Inserts or updates the open report of a user for a query; an existing note stays if the new report has none. */
export const putSearchReport = async (db: Queryable, report: NewSearchReport): Promise<void> => {
  const { id, key, query, found, note, userId = null, who, at } = report;
  await db.execute(sql`
    insert into search_report (id, word_key, query, found, note, user_id, who, reported_at)
    values (${id}, ${key}, ${query}, ${found}, ${note}, ${userId}, ${who}, ${at})
    on conflict (word_key, who) where done_at is null do update set
      query = excluded.query, found = excluded.found, reported_at = excluded.reported_at,
      note = case when excluded.note = '' then search_report.note else excluded.note end`);
};

const isIn: Readonly<Record<SearchReportState, SQL>> = { open: sql`done_at is null`, done: sql`done_at is not null` };

/** Cursor of a page of groups of reports. `rank` is the first sort key. */
export interface GroupCursor {
  readonly rank: number;
  readonly lastAt: number;
  readonly key: string;
}

interface GroupRow extends Record<string, unknown> {
  key: string;
  query: string;
  users: number;
  nothing: number;
  notes: string[] | null;
  first_at: number;
  last_at: number;
  done_at: number | null;
  rank: number;
}

export const listReportGroups = async (
  db: Queryable,
  { state, after, limit }: { readonly state: SearchReportState; readonly after: GroupCursor | undefined; readonly limit: number },
): Promise<(SearchReportGroup & Pick<GroupCursor, 'rank'>)[]> => {
  const rank = state === 'open' ? sql`count(*)` : sql`max(done_at)`;
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(${rank}, max(reported_at), word_key) < (${after.rank}::bigint, ${after.lastAt}::bigint, ${after.key})`;
  const { rows } = await db.execute<GroupRow>(sql`
    select word_key as key, (array_agg(query order by reported_at desc))[1] as query, count(*)::int as users,
      count(*) filter (where not found)::int as nothing, min(reported_at) as first_at, max(reported_at) as last_at, max(done_at) as done_at,
      ${rank} as rank,
      (array_agg(note order by reported_at desc) filter (where note <> ''))[1:${sql.raw(String(LIMITS.searchReportNotesShown))}] as notes
    from search_report where ${isIn[state]} group by word_key having ${beyond}
    order by ${rank} desc, max(reported_at) desc, word_key desc limit ${limit}`);
  return rows.map(({ first_at, last_at, done_at, notes, ...row }) => ({
    ...row,
    notes: notes ?? [],
    firstAt: first_at,
    lastAt: last_at,
    ...(done_at === null ? {} : { doneAt: done_at }),
  }));
};

export const countReportGroups = async (db: Queryable): Promise<Record<SearchReportState, number>> => {
  const { rows } = await db.execute<Record<SearchReportState, number>>(sql`
    select count(distinct word_key) filter (where ${isIn.open})::int as open, count(distinct word_key) filter (where ${isIn.done})::int as done
    from search_report`);
  return rows[0] ?? { open: 0, done: 0 };
};

/** Settles the reports of a query that were sent until `lastAt`. Returns their number and the query as last typed. */
export const settleReports = async (
  tx: Transaction,
  { key, lastAt, now }: { readonly key: string; readonly lastAt: number; readonly now: number },
): Promise<{ settled: number; query: string }> => {
  const { rows } = await tx.execute<{ query: string; at: number }>(sql`
    update search_report set done_at = ${now} where word_key = ${key} and done_at is null and reported_at <= ${lastAt}
    returning query, reported_at as at`);
  const [last] = rows.toSorted((a, b) => b.at - a.at);
  return { settled: rows.length, query: last?.query ?? '' };
};

export const listEverySearchReportOf = async (
  db: Queryable,
  userId: string,
): Promise<{ query: string; note: string; at: number; doneAt: number | null }[]> => {
  const { rows } = await db.execute<{ query: string; note: string; at: number; doneAt: number | null }>(sql`
    select query, note, reported_at as at, done_at as "doneAt" from search_report where user_id = ${userId} order by reported_at, id`);
  return rows;
};

export const deleteEverySearchReportOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from search_report where user_id = ${userId}`);
};

export const deleteSearchReportsBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from search_report where reported_at < ${before}`);
  return rowCount ?? 0;
};
