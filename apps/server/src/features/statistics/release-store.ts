/** The only SQL on the published statistics of books. */
import type { AuthorStatistics } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface ReleaseKey {
  readonly bookId: string;
  readonly week: string;
  readonly selection: string;
}

export const findRelease = async <Data = AuthorStatistics>(
  db: Queryable,
  { bookId, week, selection }: ReleaseKey,
): Promise<Data | undefined> => {
  const { rows } = await db.execute<{ data: Data }>(
    sql`select data from stat_release where book_id = ${bookId} and week = ${week} and selection = ${selection}`,
  );
  return rows[0]?.data;
};

/** Publishes statistics; if another process published them first, those stay. */
export const putRelease = async (
  db: Queryable,
  { bookId, week, selection }: ReleaseKey,
  data: { readonly computedAt: number },
): Promise<void> => {
  await db.execute(sql`
    insert into stat_release (book_id, week, selection, data, computed_at)
    values (${bookId}, ${week}, ${selection}, ${JSON.stringify(data)}, ${data.computedAt}) on conflict do nothing`);
};

export const isSimulated = async (db: Queryable, bookId: string): Promise<boolean> =>
  (await db.execute(sql`select 1 from simulated_book where book_id = ${bookId}`)).rows.length > 0;

export const markSimulated = async (db: Queryable, bookId: string): Promise<void> => {
  await db.execute(sql`insert into simulated_book (book_id) values (${bookId}) on conflict do nothing`);
};
