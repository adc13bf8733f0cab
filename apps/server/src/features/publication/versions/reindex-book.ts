/** Updates the search index of a book from its current metadata. */
import type { NavigationEntry, PublicationManifest } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { indexTerms, toFieldsLiteral } from '../text-index/index-terms.ts';
import { furtherPinyinLiteral, pinyinTerms } from '../text-index/pinyin-terms.ts';

interface Row extends Record<string, unknown> {
  title: string;
  subtitle: string | null;
  isbn: string | null;
  publisher: string | null;
  contributors: PublicationManifest['metadata']['contributors'];
  manifest: PublicationManifest;
}

type SearchFields = Pick<PublicationManifest, 'metadata' | 'toc'>;

const titlesOf = (entries: readonly NavigationEntry[]): string[] =>
  entries.flatMap((entry) => [entry.title, ...titlesOf(entry.children ?? [])]);

/** Returns the search terms of a book. Weights: A titles, B contributors, C ISBN and publisher, D chapter titles. */
const bookTokens = ({ metadata, toc }: SearchFields): string => {
  const names = metadata.contributors.map((contributor) => contributor.name).join('\n');
  return toFieldsLiteral([
    { terms: indexTerms(metadata.title), weight: 'A' },
    { terms: indexTerms(metadata.subtitle ?? ''), weight: 'A' },
    { terms: pinyinTerms(metadata.title), weight: 'A' },
    { terms: indexTerms(names), weight: 'B' },
    { terms: metadata.contributors.flatMap((contributor) => pinyinTerms(contributor.name)), weight: 'B' },
    { terms: indexTerms([metadata.isbn, metadata.publisher].filter(Boolean).join('\n')), weight: 'C' },
    { terms: indexTerms(titlesOf(toc).join('\n')), weight: 'D' },
  ]);
};

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
  const pinyin = furtherPinyinLiteral([metadata.subtitle ?? '', ...titlesOf(manifest.toc)]);
  await tx.execute(sql`
    insert into book_search (book_id, tokens, pinyin) values (${bookId}, ${tokens}::tsvector, ${pinyin}::tsvector)
    on conflict (book_id) do update set tokens = excluded.tokens, pinyin = excluded.pinyin`);
};
