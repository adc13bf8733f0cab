/** Titles of books with annotations, stored on the device so that notes are readable offline. */
import type { ReaderDatabase } from './reader-database.ts';

const PREFIX = 'title:';

export const storeBookTitles = async (db: ReaderDatabase, books: readonly { id: string; title: string }[]): Promise<void> => {
  await db.meta.bulkPut(books.map(({ id, title }) => ({ key: PREFIX + id, value: title })));
};

/** Titles by book id. */
export const listBookTitles = async (db: ReaderDatabase): Promise<ReadonlyMap<string, string>> => {
  const entries = await db.meta.where('key').startsWith(PREFIX).toArray();
  return new Map(entries.map(({ key, value }) => [key.slice(PREFIX.length), String(value)]));
};
