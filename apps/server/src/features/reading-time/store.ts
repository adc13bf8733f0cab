/** The only SQL on reading time by document and block, and on the choice whether it is recorded. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredTime {
  readonly bookId: string;
  readonly versionId: string;
  readonly document: number;
  readonly day: string;
  readonly seconds: number;
  /** Seconds of each block of the document, in order. */
  readonly blockSeconds: readonly number[];
}

/** The largest value of a `smallint`. */
const BLOCK_SECONDS_MAX = 32_767;

/** Saves the totals of a device; a stored greater one stays, for each block. Returns whether the row is new or greater than before. */
export const saveTime = async (db: Queryable, userId: string, deviceId: string, time: StoredTime): Promise<boolean> => {
  const blocks = sql.param(time.blockSeconds.map((seconds) => Math.min(BLOCK_SECONDS_MAX, seconds)));
  const { rowCount } = await db.execute(sql`
    insert into block_time as t (user_id, book_id, version_id, document, day, device_id, seconds, block_seconds)
    values (${userId}, ${time.bookId}, ${time.versionId}, ${time.document}, ${time.day}, ${deviceId}, ${time.seconds}, ${blocks}::smallint[])
    on conflict (version_id, document, user_id, day, device_id) do update set seconds = greatest(t.seconds, excluded.seconds),
      block_seconds = (select array_agg(greatest(coalesce(old, 0), coalesce(new, 0))::smallint order by n)
        from unnest(t.block_seconds, excluded.block_seconds) with ordinality as each (old, new, n))
    where excluded.seconds > t.seconds or exists (
      select 1 from unnest(t.block_seconds, excluded.block_seconds) as each (old, new) where coalesce(new, 0) > coalesce(old, 0))`);
  return rowCount === 1;
};

export interface UserDayTime {
  readonly userId: string;
  readonly document: number;
  readonly day: string;
  readonly seconds: number;
  readonly blockSeconds: readonly number[];
}

/** Inserts many times of one device in one version; rows that exist stay. */
export const insertTimes = async (
  tx: Transaction,
  { bookId, versionId, deviceId }: { readonly bookId: string; readonly versionId: string; readonly deviceId: string },
  times: readonly UserDayTime[],
): Promise<void> => {
  await tx.execute(sql`
    insert into block_time (user_id, book_id, version_id, document, day, device_id, seconds, block_seconds)
    select t ->> 'userId', ${bookId}, ${versionId}, (t ->> 'document')::int, t ->> 'day', ${deviceId}, (t ->> 'seconds')::int,
      array(select jsonb_array_elements_text(t -> 'blockSeconds')::smallint)
    from jsonb_array_elements(${JSON.stringify(times)}::jsonb) as t on conflict do nothing`);
};

export interface UserTime {
  readonly userId: string;
  readonly versionId: string;
  readonly document: number;
  readonly seconds: number;
}

/** Returns the reading time of users in the documents of a book, over all days and devices. */
export const listTimes = async (db: Queryable, userIds: readonly string[], bookId: string): Promise<UserTime[]> => {
  const ofUsers = sql`book_id = ${bookId} and user_id = any(${sql.param([...userIds])}::text[])`;
  const { rows } = await db.execute<Row<UserTime>>(sql`
    select user_id as "userId", version_id as "versionId", document, sum(seconds)::int as seconds from (
      select user_id, version_id, document, seconds::bigint from block_time where ${ofUsers}
      union all select user_id, version_id, d.document, d.seconds
      from document_time cross join lateral unnest(documents, document_time.seconds) as d (document, seconds) where ${ofUsers}) times
    group by user_id, version_id, document`);
  return rows;
};

/** Adds the rows of `block_time` from before a day to the totals, and deletes them. Returns their number. */
export const totalTimesBefore = async (db: Queryable, day: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    with old as (delete from block_time where day < ${day} returning user_id, book_id, version_id, document, seconds),
    totals as (
      select user_id, book_id, version_id, document::smallint as document, sum(seconds) as seconds
      from old group by user_id, book_id, version_id, document),
    added as (
      insert into document_time as t (user_id, book_id, version_id, documents, seconds)
      select user_id, book_id, version_id, array_agg(document order by document), array_agg(seconds order by document)
      from totals group by user_id, book_id, version_id
      on conflict (user_id, book_id, version_id) do update set (documents, seconds) = (
        select array_agg(document order by document), array_agg(seconds order by document) from (
          select document, sum(seconds)::bigint as seconds
          from unnest(t.documents || excluded.documents, t.seconds || excluded.seconds) as d (document, seconds) group by document) as each))
    select count(*)::int as count from old`);
  return rows[0]?.count ?? 0;
};

/** Returns whether the reading time of a user is recorded. */
export const isRecorded = async (db: Queryable, userId: string): Promise<boolean> => {
  const { rows } = await db.execute<{ isOn: boolean }>(sql`select is_on as "isOn" from time_recording where user_id = ${userId}`);
  return rows[0]?.isOn ?? true;
};

/** Returns those of the users whose reading time is not recorded. */
export const listUnrecorded = async (db: Queryable, userIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_id as id from time_recording where not is_on and user_id = any(${sql.param([...userIds])}::text[])`);
  return new Set(rows.map(({ id }) => id));
};

export const putRecording = async (tx: Transaction, userId: string, isOn: boolean, changedAt: number): Promise<void> => {
  await tx.execute(sql`
    insert into time_recording (user_id, is_on, changed_at) values (${userId}, ${isOn}, ${changedAt})
    on conflict (user_id) do update set is_on = excluded.is_on, changed_at = excluded.changed_at`);
};

/** Deletes the times of a user, and records the days whose statistics have to be counted again. */
export const deleteTimesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`
    with gone as (delete from block_time where user_id = ${userId} returning book_id, day)
    insert into stale_day (book_id, day) select distinct book_id, day from gone order by 1, 2 on conflict (book_id, day) do nothing`);
  await tx.execute(sql`delete from document_time where user_id = ${userId}`);
};

export const deleteRecordingOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from time_recording where user_id = ${userId}`);
};

/** Returns everything that is stored about the user, for the data export. */
export const readTimeData = async (
  db: Queryable,
  userId: string,
): Promise<{ readonly times: unknown[]; readonly earlier: unknown[]; readonly choice: unknown[] }> => {
  const times = await db.execute(sql`
    select book_id as "bookId", version_id as "versionId", document, day, device_id as "deviceId", seconds, block_seconds as "blockSeconds"
    from block_time where user_id = ${userId} order by day, book_id, document, device_id`);
  const earlier = await db.execute(sql`
    select book_id as "bookId", version_id as "versionId", documents, seconds from document_time where user_id = ${userId}
    order by book_id, version_id`);
  const choice = await db.execute(sql`
    select is_on as "isOn", changed_at as "changedAt" from time_recording where user_id = ${userId}`);
  return { times: times.rows, earlier: earlier.rows, choice: choice.rows };
};
