/** The only SQL on `reading_progress`: one position per user and book. */
import type { DeviceCode, Hlc, Locator } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredProgress {
  readonly bookId: string;
  readonly versionId: string;
  readonly locator: Locator;
  /** Share of the book up to the furthest position on all devices, 0 to 1. It never falls. */
  readonly furthest: number;
  readonly hlc: Hlc;
  /** Time at which the user read at this position, UTC ms. */
  readonly updatedAt: number;
  readonly deviceType: DeviceCode | undefined;
}

interface ProgressRow extends Record<string, unknown> {
  book_id: string;
  version_id: string;
  locator: Locator;
  total_progression: number;
  hlc: string;
  updated_at: number;
  device_type: DeviceCode | null;
}

const fromRow = (row: ProgressRow): StoredProgress => ({
  bookId: row.book_id,
  versionId: row.version_id,
  locator: row.locator,
  furthest: row.total_progression,
  hlc: row.hlc,
  updatedAt: row.updated_at,
  deviceType: row.device_type ?? undefined,
});

const COLUMNS = sql.raw('book_id, version_id, locator, total_progression, hlc, updated_at, device_type');

/**
 * Maximum reading speed in characters per minute, and the number of characters that may be passed at once, as by a page turn. Faster
 * movement is skimming and does not count as reading.
 */
const CHARS_PER_MINUTE = 1_500;
const CHARS_AT_ONCE = 2_000;
/**
 * Maximum time between two reports of progress that counts as reading. Progress is reported with every page; the rest of a longer pause
 * does not count.
 */
const PAUSE_MS_MAX = 30 * 60_000;
/** Number of steps into which a book is divided to store the ranges that were read. */
const RANGE_STEPS = 10_000;

/**
 * SQL expression of the range from the stored position to the new one, if the new position is ahead in the same version and the time
 * between them was sufficient to read the text; otherwise an empty range.
 */
const rangeRead = (chars: number): SQL => {
  const before = sql`(reading_progress.locator #>> '{locations,totalProgression}')::float8`;
  const now = sql`(excluded.locator #>> '{locations,totalProgression}')::float8`;
  const minutes = sql`least(${PAUSE_MS_MAX}::bigint, excluded.updated_at - reading_progress.updated_at) / 60000.0`;
  return sql`case when reading_progress.version_id = excluded.version_id and ${now} > ${before}
      and (${now} - ${before}) * ${chars}::float8 <= ${CHARS_AT_ONCE}::float8 + ${minutes} * ${CHARS_PER_MINUTE}::float8
    then int4multirange(int4range(floor(${before} * ${RANGE_STEPS}::int)::int, ceil(least(1, ${now}) * ${RANGE_STEPS}::int)::int)) else '{}'::int4multirange end`;
};

/** The effect of a reported position: it was stored, only the furthest position grew, or nothing changed. */
export type SavedProgress = 'stored' | 'grown' | 'unchanged';

/**
 * Stores the position unless a later one is stored, and the furthest position in any case, because a device that was offline reports late.
 * `chars`: number of characters of the version. The first position in another version stores that the user has seen the version before it,
 * so that what changed since can be shown.
 */
export const saveProgress = async (tx: Transaction, userId: string, progress: StoredProgress, chars: number): Promise<SavedProgress> => {
  const { rowCount } = await tx.execute(sql`
    with known as (
      insert into seen_version (user_id, book_id, version_id)
      select user_id, book_id, version_id from reading_progress
      where user_id = ${userId} and book_id = ${progress.bookId} and version_id <> ${progress.versionId} and hlc < ${progress.hlc}
      on conflict do nothing)
    insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, device_type)
    values (
      ${userId}, ${progress.bookId}, ${progress.versionId}, ${JSON.stringify(progress.locator)},
      ${progress.furthest}, ${progress.hlc}, ${progress.updatedAt},
      ${progress.deviceType ?? null}
    )
    on conflict (user_id, book_id) do update set
      version_id = excluded.version_id, locator = excluded.locator, 
      total_progression = greatest(reading_progress.total_progression, excluded.total_progression),
      hlc = excluded.hlc, updated_at = excluded.updated_at, device_type = excluded.device_type,
      passed = reading_progress.passed + ${rangeRead(chars)}
    where reading_progress.hlc < excluded.hlc`);
  if (rowCount === 1) return 'stored';
  const grown = await tx.execute(sql`
    update reading_progress set total_progression = ${progress.furthest}
    where user_id = ${userId} and book_id = ${progress.bookId} and total_progression < ${progress.furthest}::float8`);
  return grown.rowCount === 1 ? 'grown' : 'unchanged';
};

/** Returns the share of a book that was read within these ranges. Ranges and share are 0 to 1. */
export const sumRead = async (
  db: Queryable,
  userId: string,
  bookId: string,
  within: readonly (readonly [from: number, to: number])[],
): Promise<number> => {
  // A range that ends at 1 gets one step more, because the last page extends to the end of the book.
  const ranges = within.map(
    ([from, to]) => `[${Math.ceil(from * RANGE_STEPS)},${to >= 1 ? RANGE_STEPS + 1 : Math.ceil(to * RANGE_STEPS)})`,
  );
  const { rows } = await db.execute<{ steps: number }>(sql`
    select coalesce(sum(upper(stretch) - lower(stretch)), 0)::int as steps
    from reading_progress, unnest(passed * ${`{${ranges.join(',')}}`}::int4multirange) as stretch
    where user_id = ${userId} and book_id = ${bookId}`);
  return (rows[0]?.steps ?? 0) / RANGE_STEPS;
};

/** Stores that a user has read a book from its start to the document `href`, for demo data. `end`: in 1/10,000 of the book. */
export const savePassedPart = async (
  db: Queryable,
  {
    userId,
    bookId,
    versionId,
    href,
    end,
    at,
  }: { userId: string; bookId: string; versionId: string; href: string; end: number; at: number },
): Promise<void> => {
  const locator = { href, locations: { totalProgression: end / RANGE_STEPS } };
  await db.execute(sql`
    insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
    values (${userId}, ${bookId}, ${versionId}, ${JSON.stringify(locator)}, ${end / RANGE_STEPS}, ${`${String(at).padStart(13, '0')}-0000-demo0001`}, ${at},
      ${`{[0,${end})}`}::int4multirange)
    on conflict do nothing`);
};

export interface PassedParts {
  readonly userId: string;
  /** The parts that were read, from 0 to 1 of the book. */
  readonly parts: readonly (readonly [from: number, to: number])[];
}

/** Returns the parts of a book that these users have read at the speed of reading; users who have not opened it are left out. */
export const listPassedParts = async (db: Queryable, userIds: readonly string[], bookId: string): Promise<PassedParts[]> => {
  const { rows } = await db.execute<{ userId: string; from: number[]; to: number[] }>(sql`
    select user_id as "userId", array(select lower(stretch) from unnest(passed) as stretch order by 1) as "from",
      array(select upper(stretch) from unnest(passed) as stretch order by 1) as "to"
    from reading_progress where book_id = ${bookId} and user_id = any(${sql.param([...userIds])}::text[])`);
  return rows.map(({ userId, from, to }) => ({
    userId,
    parts: from.map((start, at) => [start / RANGE_STEPS, Math.min(1, (to[at] ?? start) / RANGE_STEPS)] as const),
  }));
};

/** Returns the ranges the user has read in each book, as stored. */
export const listReadRanges = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.execute<Record<string, unknown>>(
    sql`select book_id as "bookId", passed::text as passed from reading_progress where user_id = ${userId} and not isempty(passed) order by 1`,
  );
  return rows;
};

export const findProgressByBooks = async (db: Queryable, userId: string, bookIds: readonly string[]): Promise<StoredProgress[]> => {
  const { rows } = await db.execute<ProgressRow>(
    sql`select ${COLUMNS} from reading_progress where user_id = ${userId} and book_id = any(${sql.param(bookIds)}::text[])`,
  );
  return rows.map(fromRow);
};

export const listProgressNewestFirst = async (db: Queryable, userId: string, limit: number): Promise<StoredProgress[]> => {
  const { rows } = await db.execute<ProgressRow>(
    sql`select ${COLUMNS} from reading_progress where user_id = ${userId} order by updated_at desc, book_id limit ${limit}`,
  );
  return rows.map(fromRow);
};

/** Returns by book id the number of users who have read the book since this time (UTC ms). */
export const countReadersByBook = async (db: Queryable, since: number): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; n: number }>(
    sql`select book_id as id, count(*)::int as n from reading_progress where updated_at >= ${since} group by 1`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
};

export const deleteProgressOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from reading_progress where user_id = ${userId}`);
};
