/**
 * The statistics of a simulated year: 1,000 readers read a book of 100 documents with 50 blocks each twice. Counts the year day by day,
 * compares every stored and every published cell with plain loops over the same reading times, and measures pages and tables.
 */
import path from 'node:path';
import { startProduct } from '@shufang/dev-env';
import { markStaleDays } from '../../apps/server/src/features/reading-time/stale-days.ts';
import { insertTimes, totalTimesBefore, type UserDayTime } from '../../apps/server/src/features/reading-time/store.ts';
import { type BlockReaders, countBlockReaders } from '../../apps/server/src/features/statistics/block-counts.ts';
import { computeReaderStatistics } from '../../apps/server/src/features/statistics/reader-statistics.ts';
import { findRelease, putRelease } from '../../apps/server/src/features/statistics/release-store.ts';
import { rollUpDays } from '../../apps/server/src/features/statistics/roll-up-days.ts';
import { listWeeks } from '../../apps/server/src/features/statistics/weeks.ts';
import { addDays, mondayOf } from '../../apps/server/src/platform/china-time.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { type Figure, MEBIBYTE, milliseconds, withinMs } from './figure.ts';
import { measureStatisticsPage } from './statistics-page.ts';

const READERS = 1_000;
const DOCUMENTS = 100;
const BLOCKS = 50;
const PASSES = 2;
const WEEKS = 52;
/** Monday of the first week. */
const FIRST = '2025-12-01';
const LAST = addDays(FIRST, 7 * (WEEKS - 1));
const BOOK = '0'.repeat(26);
const VERSION = '1'.repeat(26);
/** As `LIMITS` defines them (product.md §9.2), written again so that the comparison does not use the code that it checks. */
const STORED_DAYS = 180;
const BLOCK_SECONDS_MIN = 2;
const CHAPTER_SECONDS_MIN = 10;
const PUBLISHED_STEP = 5;

/** Returns the first day whose reading time by block is still stored on the given day. */
const oldestDay = (day: string): string => addDays(day, -STORED_DAYS);

const DAY_BUDGET_MS = 200;
const CHAPTER_BUDGET_MS = 30;
const BOOK_BUDGET_MS = 100;
const TABLES_BUDGET_MIB = 70;
const RELEASE_READS = 200;

/** Returns numbers from 0 (included) to `below` that look random and are the same in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

/** Every reader begins on a day of their own, reads the documents in order, one after the other over half a year, and then once more. */
const simulateYear = (): UserDayTime[] => {
  const random = createRandom(20_261_130);
  const days = 7 * WEEKS;
  return Array.from({ length: READERS }, (_, reader) => reader).flatMap((reader) => {
    const firstDay = random(days);
    return Array.from({ length: PASSES * DOCUMENTS }, (__, step) => {
      const blockSeconds = Array.from({ length: BLOCKS }, () => (random(5) === 0 ? 0 : random(40)));
      // Two steps of a reader may be on one day.
      const day = addDays(FIRST, (firstDay + Math.floor((step * days) / (PASSES * DOCUMENTS)) + random(3)) % days);
      const seconds = blockSeconds.reduce((sum, one) => sum + one, 0);
      return { userId: `reader${String(reader).padStart(20, '0')}`, document: step % DOCUMENTS, day, seconds, blockSeconds };
    });
  });
};

/** Creates the book and the accounts of its readers. */
const prepare = async (db: Database, times: readonly UserDayTime[]): Promise<void> => {
  const users = [...new Set(times.map(({ userId }) => userId))];
  await db.pool.query(
    `insert into user_account (id, nickname, created_at, updated_at) select id, id, 0, 0 from unnest($1::text[]) as u (id)`,
    [users],
  );
  await db.pool.query(`insert into book (id, title, created_at, updated_at) values ($1, '书', 0, 0)`, [BOOK]);
  await db.pool.query(
    `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at)
     values ($1, $2, 1, 'released', '', '', '{}', '{}', 0, 0, 0)`,
    [VERSION, BOOK],
  );
};

const TABLES = ['block_time', 'document_time', 'reader_week', 'reader_seen'];

/** Vacuums and analyzes the tables that PostgreSQL would treat by itself by the end of a real day (the default thresholds of autovacuum). */
const maintain = async (db: Database): Promise<void> => {
  const { rows } = await db.pool.query<{ name: string; isVacuumDue: boolean; isAnalyzeDue: boolean }>(
    `select c.relname as name, s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as "isVacuumDue",
       s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) as "isAnalyzeDue"
     from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = any($1)`,
    [TABLES],
  );
  for (const { name, isVacuumDue, isAnalyzeDue } of rows) {
    if (isVacuumDue) await db.pool.query(`vacuum ${name}`);
    if (isAnalyzeDue) await db.pool.query(`analyze ${name}`);
  }
};

/**
 * Lets the year pass: each day is stored and counted, and reading times from before their retention period are deleted. Returns the time in
 * ms that counting each day took.
 */
const passYear = async (db: Database, times: readonly UserDayTime[]): Promise<number[]> => {
  const durations: number[] = [];
  const byDay = [...Map.groupBy(times, ({ day }) => day)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [day, own] of byDay) {
    await db.transaction(async (tx) => {
      await insertTimes(tx, { bookId: BOOK, versionId: VERSION, deviceId: 'device0001' }, own);
      await markStaleDays(tx, [{ bookId: BOOK, day }]);
    });
    const began = performance.now();
    await rollUpDays({ db });
    durations.push(performance.now() - began);
    await totalTimesBefore(db.orm, oldestDay(day));
    await maintain(db);
  }
  return durations;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const addTo = (map: Map<string, number>, key: string, value: number): void => void map.set(key, (map.get(key) ?? 0) + value);
const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
};

/** Returns how many stored cells differ from plain loops, and how many there are. */
const compareStored = async (db: Database, times: readonly UserDayTime[]): Promise<{ cells: number; wrong: number }> => {
  const weeks = new Map<string, number>();
  const seen = new Map<string, boolean[]>();
  const totals = new Map<string, number>();
  for (const { userId, day, document, seconds } of times) {
    addTo(weeks, `${userId} ${mondayOf(day)} ${document}`, seconds);
    if (day < oldestDay(addDays(LAST, 6))) addTo(totals, `${userId} ${document}`, seconds);
  }
  // The seconds of one user in a block are those of the whole day; a block that was read on one day stays read.
  const perDay = Map.groupBy(times, ({ userId, document, day }) => `${userId} ${document} ${day}`);
  for (const own of perDay.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const key = `${first.userId} ${first.document}`;
    const before = seen.get(key) ?? Array.from({ length: BLOCKS }, () => false);
    seen.set(
      key,
      before.map((was, block) => was || sum(own.map(({ blockSeconds }) => blockSeconds[block] ?? 0)) >= BLOCK_SECONDS_MIN),
    );
  }
  const expected = new Map<string, string>();
  for (const [cell, seconds] of weeks) expected.set(`week ${cell}`, String(seconds));
  for (const [cell, seconds] of totals) expected.set(`total ${cell}`, String(seconds));
  for (const [cell, bits] of seen) expected.set(`seen ${cell}`, bits.map(Number).join(''));
  const { rows } = await db.pool.query<{ cell: string; value: string }>(`
    select 'week ' || w.user_id || ' ' || w.week || ' ' || r.document as cell, r.seconds::text as value
      from reader_week w cross join lateral unnest(w.documents, w.seconds) as r (document, seconds) where w.book_id = '${BOOK}'
    union all select 'total ' || t.user_id || ' ' || r.document, r.seconds::text
      from document_time t cross join lateral unnest(t.documents, t.seconds) as r (document, seconds) where t.book_id = '${BOOK}'
    union all select 'seen ' || s.user_id || ' ' || r.document, r.seen::text
      from reader_seen s cross join lateral unnest(s.documents, s.seen) as r (document, seen) where s.book_id = '${BOOK}'`);
  const wrong = rows.filter(({ cell, value }) => expected.get(cell) !== value).length;
  return { cells: rows.length, wrong: wrong + Math.abs(rows.length - expected.size) };
};

/** Returns how many readers and medians of blocks differ from plain loops. */
const compareBlocks = (times: readonly UserDayTime[], document: number, found: ReadonlyMap<number, BlockReaders>): number => {
  const byUser = Map.groupBy(
    times.filter((time) => time.document === document),
    ({ userId }) => userId,
  );
  return Array.from({ length: BLOCKS }, (_, block) => {
    const seconds = [...byUser.values()].map((own) => sum(own.map(({ blockSeconds }) => blockSeconds[block] ?? 0)));
    const readers = seconds.filter((one) => one >= BLOCK_SECONDS_MIN);
    const counted = found.get(block) ?? { readers: 0, medianSeconds: 0 };
    return counted.readers === readers.length && counted.medianSeconds === medianOf(readers) ? 0 : 1;
  }).reduce<number>((total, one) => total + one, 0);
};

const chapters = Array.from({ length: DOCUMENTS }, (_, index) => ({
  href: `${index}`,
  title: `${index}`,
  from: index / DOCUMENTS,
  to: (index + 1) / DOCUMENTS,
  expectedSeconds: 600,
}));
const BOOK_CHAPTERS = {
  chapters,
  documents: chapters.map((_, document) => ({ versionId: VERSION, document, chapter: document })),
  versions: [],
};

type Published = Awaited<ReturnType<typeof computeReaderStatistics>>;

/** Returns how many published numbers of chapters differ from plain loops. */
const comparePublished = (times: readonly UserDayTime[], published: Published): number =>
  published.chapters.filter(({ readers, medianMinutes, rereadPercent }, document) => {
    const byUser = [
      ...Map.groupBy(
        times.filter((time) => time.document === document),
        ({ userId }) => userId,
      ).values(),
    ];
    const ofReaders = byUser.filter((own) => sum(own.map(({ seconds }) => seconds)) >= CHAPTER_SECONDS_MIN);
    const again = ofReaders.filter(
      (own) =>
        [...Map.groupBy(own, ({ day }) => day).values()].filter((day) => sum(day.map(({ seconds }) => seconds)) >= CHAPTER_SECONDS_MIN)
          .length > 1,
    );
    const median = Math.round(medianOf(ofReaders.map((own) => sum(own.map(({ seconds }) => seconds)))) / 60);
    return (
      readers !== Math.floor(ofReaders.length / PUBLISHED_STEP) * PUBLISHED_STEP ||
      medianMinutes !== median ||
      rereadPercent !== Math.round((100 * again.length) / ofReaders.length)
    );
  }).length;

const sizeOf = async (db: Database, tables: readonly string[]): Promise<number> => {
  const { rows } = await db.pool.query<{ bytes: number }>(
    'select sum(pg_total_relation_size(name::regclass))::bigint as bytes from unnest($1::text[]) as t (name)',
    [tables],
  );
  return Number(rows[0]?.bytes ?? 0) / MEBIBYTE;
};

const timed = async <T>(action: () => Promise<T>): Promise<readonly [ms: number, result: T]> => {
  const began = performance.now();
  const result = await action();
  return [performance.now() - began, result];
};

const none = (name: string, wrong: number): Figure => ({ name, value: String(wrong), budget: '0', ok: wrong === 0 });

const measure = async (db: Database): Promise<Figure[]> => {
  const times = simulateYear();
  await prepare(db, times);
  const days = await passYear(db, times);
  const stored = await compareStored(db, times);
  await db.pool.query('vacuum analyze');
  const rollups = await sizeOf(db, ['reader_week', 'reader_seen']);
  const raw = await sizeOf(db, ['block_time', 'document_time']);
  const weeks = listWeeks(FIRST, LAST, WEEKS);
  // The weeks whose reading time by block is still stored completely.
  const storedWeeks = weeks.filter((week) => week >= oldestDay(addDays(LAST, 7)));
  const storedTimes = times.filter(({ day }) => storedWeeks.includes(mondayOf(day)));
  const chapterMs: number[] = [];
  let wrongBlocks = 0;
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const [ms, found] = await timed(() => countBlockReaders(db.orm, { bookId: BOOK, versionId: VERSION, document }, storedWeeks));
    chapterMs.push(ms);
    wrongBlocks += compareBlocks(storedTimes, document, found);
  }
  const [firstMs, published] = await timed(() => computeReaderStatistics(db.orm, { bookId: BOOK, period: 'all' }, BOOK_CHAPTERS, LAST));
  const key = { bookId: BOOK, week: LAST, selection: 'all  ' };
  await putRelease(db.orm, key, { ...published, computedAt: 0 });
  const bookMs: number[] = [];
  for (let read = 0; read < RELEASE_READS; read += 1) bookMs.push((await timed(() => findRelease(db.orm, key)))[0]);
  return [
    { name: 'reading times: 1,000 readers, 5,000 blocks, a year', value: `${times.length.toLocaleString('en-US')} rows` },
    withinMs('a day counted (p50, p95)', days, DAY_BUDGET_MS),
    none(`stored cells of ${stored.cells.toLocaleString('en-US')} that differ from plain loops`, stored.wrong),
    withinMs(`a chapter by block over the ${storedWeeks.length} weeks that blocks are stored (p50, p95)`, chapterMs, CHAPTER_BUDGET_MS),
    none(`blocks of ${(DOCUMENTS * BLOCKS).toLocaleString('en-US')} that differ from plain loops`, wrongBlocks),
    withinMs('the book over the year, as published (p50, p95)', bookMs, BOOK_BUDGET_MS),
    { name: 'the same computed once a week', value: milliseconds(firstMs) },
    none('published chapters that differ from plain loops', comparePublished(times, published)),
    {
      name: 'tables after the year: reading times, and what is counted from them',
      value: `${raw.toFixed(0)} + ${rollups.toFixed(0)} = ${(raw + rollups).toFixed(0)} MiB`,
      budget: `${TABLES_BUDGET_MIB} MiB`,
      ok: raw + rollups <= TABLES_BUDGET_MIB,
    },
  ];
};

export const measureStatistics = async (): Promise<Figure[]> => {
  const product = await startProduct({ readyTimeoutMs: 300_000 });
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(product.dataDir, 'postgres'),
    log: createLogger('silent'),
    exclusive: false,
  });
  const db = await openDatabase(postgres.url);
  try {
    return [...(await measureStatisticsPage(product)), ...(await measure(db))];
  } finally {
    await db.close();
    await postgres.stop();
    await product.stop();
  }
};
