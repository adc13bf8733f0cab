/** The words search finds a book by, made anew from what the catalogue says of it now. */
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database.ts';
import { bookTokens } from '../conversion/index-book.ts';
import type { StoredManifest } from './read-publication.ts';

interface Row extends Record<string, unknown> {
  title: string;
  subtitle: string | null;
  isbn: string | null;
  publisher: string | null;
  contributors: StoredManifest['metadata']['contributors'];
  manifest: StoredManifest;
}

export const reindexBook = async (tx: Transaction, bookId: string): Promise<void> => {
  const query: SQL = sql`
    select b.title, b.subtitle, b.isbn, b.publisher, b.contributors, v.manifest
    from book b join book_version v on v.id = b.current_version_id where b.id = ${bookId}`;
  const [row] = (await tx.execute<Row>(query)).rows;
  if (row === undefined) return;
  const { title, contributors, manifest } = row;
  const { subtitle: _subtitle, isbn: _isbn, publisher: _publisher, ...rest } = manifest.metadata;
  const metadata = {
    ...rest,
    title,
    contributors,
    ...(row.subtitle === null ? {} : { subtitle: row.subtitle }),
    ...(row.isbn === null ? {} : { isbn: row.isbn }),
    ...(row.publisher === null ? {} : { publisher: row.publisher }),
  };
  const tokens = bookTokens({ toc: manifest.toc, metadata });
  await tx.execute(sql`
    insert into book_search (book_id, tokens) values (${bookId}, ${tokens}::tsvector)
    on conflict (book_id) do update set tokens = excluded.tokens`);
};
