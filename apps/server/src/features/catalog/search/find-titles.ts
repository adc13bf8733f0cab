/** Finds the titles of books that match a query. */
import { type Queryable, queryPrepared } from '../../../platform/database.ts';

const TITLES = { name: 'search-titles', text: 'select id, title from book where id = any($1::text[])' };

/** Returns the titles in the order of `bookIds`; deleted books are left out. */
export const findTitles = async (db: Queryable, bookIds: readonly string[]): Promise<{ id: string; title: string }[]> => {
  if (bookIds.length === 0) return [];
  const rows = await queryPrepared<{ id: string; title: string }>(db, TITLES, [bookIds]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return bookIds.flatMap((id) => byId.get(id) ?? []);
};
