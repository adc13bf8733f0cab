/** SQL that counts readers over weeks, for every group of a filter at once. */
import { LIMITS } from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

/** The readers that are counted. `groups`: the group of each user, the empty text for all of them together. */
export interface ReaderScope {
  readonly bookId: string;
  readonly versionId: string | undefined;
  readonly groups: ReadonlyMap<string, string>;
}

/** A document of a version that belongs to a chapter, by the index of the chapter. */
export interface ChapterDocument {
  readonly versionId: string;
  readonly document: number;
  readonly chapter: number;
}

const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
const numbers = (values: readonly number[]): SQL => sql`${sql.param([...values])}::int[]`;
const groupsOf = ({ groups }: ReaderScope): SQL =>
  sql`unnest(${texts([...groups.keys()])}, ${texts([...groups.values()])}) as g (user_id, name)`;
const ofVersion = ({ versionId }: ReaderScope): SQL => (versionId === undefined ? sql`true` : sql`w.version_id = ${versionId}`);
/** A user who has switched the recording off is not counted, even before the next count deletes the rows. */
const RECORDED = sql.raw('not exists (select 1 from time_recording o where o.user_id = w.user_id and not o.is_on)');

export interface WeekUsers {
  readonly week: string;
  readonly readers: number;
  readonly userIds: readonly string[];
}

/** Returns the readers of each week up to `last`, with the ids of at most four of them: more are not needed. */
export const listWeekReaders = async (db: Queryable, bookId: string, last: string): Promise<WeekUsers[]> => {
  const { rows } = await db.execute<Row<WeekUsers>>(sql`
    select week, count(*)::int as readers, (array_agg(user_id order by user_id))[1:4] as "userIds" from (
      select w.week, w.user_id from reader_week w cross join lateral unnest(w.seconds) as r (seconds)
      where w.book_id = ${bookId} and w.week <= ${last} and ${RECORDED}
      group by w.week, w.user_id having sum(r.seconds) >= ${LIMITS.readerSecondsMin}) readers
    group by week order by week`);
  return rows;
};

export interface GroupReaders {
  readonly name: string;
  readonly readers: number;
  readonly newReaders: number;
  readonly medianSeconds: number;
  readonly seconds: number;
}

/** Returns the readers of each group in some weeks. New readers read for the first time in `first` or later. */
export const countReaders = async (db: Queryable, scope: ReaderScope, weeks: readonly string[], first: string): Promise<GroupReaders[]> => {
  const { rows } = await db.execute<Row<GroupReaders>>(sql`
    with readers as (
      select g.name, w.user_id, sum(r.seconds) as seconds
      from reader_week w join ${groupsOf(scope)} on g.user_id = w.user_id cross join lateral unnest(w.seconds) as r (seconds)
      where w.book_id = ${scope.bookId} and w.week = any(${texts(weeks)}) and ${ofVersion(scope)}
      group by g.name, w.user_id having sum(r.seconds) >= ${LIMITS.readerSecondsMin})
    select name, count(*)::int as readers, sum(seconds)::bigint as seconds,
      percentile_cont(0.5) within group (order by seconds) as "medianSeconds",
      (count(*) filter (where not exists (
        select 1 from reader_week w where w.book_id = ${scope.bookId} and w.user_id = readers.user_id and w.week < ${first})))::int as "newReaders"
    from readers group by name`);
  return rows;
};

export interface ChapterReaders {
  readonly name: string;
  readonly chapter: number;
  readonly readers: number;
  readonly rereaders: number;
  readonly doneReaders: number;
  readonly medianSeconds: number;
}

/**
 * One row for each user, week and document. It is materialized: joined with the chapters before the arrays are unnested, every row of a week
 * would be unnested once for each document of the book.
 */
const documentWeeks = (scope: ReaderScope): SQL => sql`
  document_weeks as materialized (
    select w.user_id, w.version_id, w.week, r.document, r.seconds, r.days
    from reader_week w cross join lateral unnest(w.documents, w.seconds, w.days) as r (document, seconds, days)
    where w.book_id = ${scope.bookId} and ${ofVersion(scope)})`;

const chapterTable = (documents: readonly ChapterDocument[]): SQL =>
  sql`unnest(${texts(documents.map((one) => one.versionId))}, ${numbers(documents.map((one) => one.document))},
    ${numbers(documents.map((one) => one.chapter))}) as c (version_id, document, chapter)`;

/** Returns the readers of each chapter in some weeks. `doneSeconds`: the time after which a chapter can be done, by chapter. */
export const countChapterReaders = async (
  db: Queryable,
  scope: ReaderScope,
  weeks: readonly string[],
  chapters: { readonly documents: readonly ChapterDocument[]; readonly doneSeconds: readonly number[] },
): Promise<ChapterReaders[]> => {
  const { rows } = await db.execute<Row<ChapterReaders>>(sql`
    with ${documentWeeks(scope)},
    reading as (
      select w.user_id, w.week, c.chapter, w.seconds, bit_count(w.days::int::bit(7)) as days
      from document_weeks w join ${chapterTable(chapters.documents)} on c.version_id = w.version_id and c.document = w.document),
    readers as (
      select user_id, chapter, coalesce(sum(seconds) filter (where week = any(${texts(weeks)})), 0) as seconds, sum(seconds) as all_seconds,
        coalesce(sum(days) filter (where week = any(${texts(weeks)})), 0) as days
      from reading group by user_id, chapter),
    done as materialized (
      select s.user_id, s.version_id, d.document from reader_seen s cross join lateral unnest(s.documents, s.seen) as d (document, seen)
      where s.book_id = ${scope.bookId} and bit_count(d.seen) >= 0.95 * length(d.seen)),
    seen as (
      select distinct d.user_id, c.chapter
      from done d join ${chapterTable(chapters.documents)} on c.version_id = d.version_id and c.document = d.document),
    needed as (select seconds, n - 1 as chapter from unnest(${numbers(chapters.doneSeconds)}) with ordinality as n (seconds, n))
    select g.name, r.chapter, count(*)::int as readers, (count(*) filter (where r.days >= 2))::int as rereaders,
      (count(*) filter (where s.user_id is not null and r.all_seconds >= n.seconds))::int as "doneReaders",
      percentile_cont(0.5) within group (order by r.seconds) as "medianSeconds"
    from readers r join ${groupsOf(scope)} on g.user_id = r.user_id join needed n on n.chapter = r.chapter
      left join seen s on s.user_id = r.user_id and s.chapter = r.chapter
    where r.seconds >= ${LIMITS.chapterReaderSecondsMin} group by g.name, r.chapter`);
  return rows;
};

export interface ChapterWeekReaders {
  readonly name: string;
  readonly chapter: number;
  readonly week: string;
  readonly readers: number;
}

/** Returns the readers of each chapter in each of some weeks. */
export const countChapterWeeks = async (
  db: Queryable,
  scope: ReaderScope,
  weeks: readonly string[],
  documents: readonly ChapterDocument[],
): Promise<ChapterWeekReaders[]> => {
  const { rows } = await db.execute<Row<ChapterWeekReaders>>(sql`
    with ${documentWeeks(scope)}
    select g.name, x.chapter, x.week, count(*)::int as readers from (
      select w.user_id, w.week, c.chapter
      from document_weeks w join ${chapterTable(documents)} on c.version_id = w.version_id and c.document = w.document
      where w.week = any(${texts(weeks)})
      group by w.user_id, w.week, c.chapter having sum(w.seconds) >= ${LIMITS.chapterReaderSecondsMin}) x
    join ${groupsOf(scope)} on g.user_id = x.user_id group by g.name, x.chapter, x.week`);
  return rows;
};

/** Returns the readers of each day of some weeks. `weekday`: 0 is Monday. */
export const countDayReaders = async (
  db: Queryable,
  scope: ReaderScope,
  weeks: readonly string[],
): Promise<{ readonly week: string; readonly weekday: number; readonly readers: number }[]> => {
  const { rows } = await db.execute<Row<{ week: string; weekday: number; readers: number }>>(sql`
    select w.week, weekday, count(distinct w.user_id)::int as readers
    from reader_week w cross join lateral unnest(w.days) as r (days) cross join generate_series(0, 6) as weekday
    where w.book_id = ${scope.bookId} and w.week = any(${texts(weeks)}) and ${ofVersion(scope)} and ${RECORDED}
      and (r.days::int >> weekday) & 1 = 1
    group by w.week, weekday order by w.week, weekday`);
  return rows;
};

export interface ReaderGroups {
  readonly userId: string;
  readonly institutionId: string | null;
  readonly isInClass: boolean;
}

/**
 * Returns the readers of a book with their groups. A user of several institutions belongs to one of them, the first by id, so that the
 * institutions divide the readers.
 */
export const listReaderGroups = async (db: Queryable, bookId: string): Promise<ReaderGroups[]> => {
  const { rows } = await db.execute<Row<ReaderGroups>>(sql`
    with readers as (select distinct w.user_id from reader_week w where w.book_id = ${bookId} and ${RECORDED}),
    classes as (
      select m.user_id, g.institution_id from class_member m join class_group g on g.id = m.class_id
      where g.book_id = ${bookId} and m.status = 'active'),
    belongs as (
      select user_id, institution_id from institution_link union all
      select user_id, institution_id from institution_member where user_id is not null union all
      select u.id, m.institution_id from institution_member m join user_account u on u.tel = m.phone where m.phone <> '' union all
      select user_id, institution_id from classes where institution_id is not null)
    select r.user_id as "userId", min(b.institution_id) as "institutionId",
      exists (select 1 from classes c where c.user_id = r.user_id) as "isInClass"
    from readers r left join belongs b on b.user_id = r.user_id group by r.user_id`);
  return rows;
};
