/** The only SQL of `reading_progress`: one place a person and a book. */
import type { DeviceCode, Hlc, Locator } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';

export interface StoredProgress {
  readonly bookId: string;
  readonly versionId: string;
  readonly locator: Locator;
  readonly hlc: Hlc;
  /** When the person was there, UTC ms. */
  readonly updatedAt: number;
  readonly deviceType: DeviceCode | undefined;
}

interface ProgressRow extends Record<string, unknown> {
  book_id: string;
  version_id: string;
  locator: Locator;
  hlc: string;
  updated_at: number;
  device_type: DeviceCode | null;
}

const fromRow = (row: ProgressRow): StoredProgress => ({
  bookId: row.book_id,
  versionId: row.version_id,
  locator: row.locator,
  hlc: row.hlc,
  updatedAt: row.updated_at,
  deviceType: row.device_type ?? undefined,
});

const COLUMNS = sql.raw('book_id, version_id, locator, hlc, updated_at, device_type');

/** Keeps the place unless a later one stands; true when it was kept. */
export const saveLaterProgress = async (tx: Transaction, userId: string, progress: StoredProgress): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, device_type)
    values (
      ${userId}, ${progress.bookId}, ${progress.versionId}, ${JSON.stringify(progress.locator)},
      ${progress.locator.locations.totalProgression ?? 0}, ${progress.hlc}, ${progress.updatedAt},
      ${progress.deviceType ?? null}
    )
    on conflict (user_id, book_id) do update set
      version_id = excluded.version_id, locator = excluded.locator, total_progression = excluded.total_progression,
      hlc = excluded.hlc, updated_at = excluded.updated_at, device_type = excluded.device_type
    where reading_progress.hlc < excluded.hlc`);
  return rowCount === 1;
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

/** By book id, how many people have read in it since then (UTC ms). */
export const countReadersByBook = async (db: Queryable, since: number): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; n: number }>(
    sql`select book_id as id, count(*)::int as n from reading_progress where updated_at >= ${since} group by 1`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
};

export const deleteProgressOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from reading_progress where user_id = ${userId}`);
};
