/** The chapters of a book for statistics: those of one version, with the documents of every version that have the same URL. */
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { type Chapter, chaptersOf } from '../teaching/class-chapters.ts';
import type { ChapterDocument } from './reader-counts.ts';

export interface BookChapters {
  readonly chapters: readonly Chapter[];
  readonly documents: readonly ChapterDocument[];
  /** Released versions, the newest first. */
  readonly versions: readonly { readonly id: string; readonly no: number }[];
}

/** Returns the chapters of a version; without one, or if it is not of this book, those of the newest version. */
export const findBookChapters = async (db: Queryable, bookId: string, versionId: string | undefined): Promise<BookChapters> => {
  const { rows: versions } = await db.execute<{ id: string; no: number }>(
    sql`select id, no from book_version where book_id = ${bookId} and released_at is not null order by no desc`,
  );
  const shown = versions.find(({ id }) => id === versionId) ?? versions[0];
  const version = shown === undefined ? undefined : await findReleasedVersion(db, shown.id);
  const chapters = version === undefined ? [] : chaptersOf(version.manifest);
  const chapterOf = new Map(chapters.map(({ href }, index) => [href, index]));
  const documents: ChapterDocument[] = [];
  for (const { id } of versions) {
    const { readingOrder } = (await findReleasedVersion(db, id))?.manifest ?? { readingOrder: [] };
    for (const [document, { href }] of readingOrder.entries()) {
      const chapter = chapterOf.get(href);
      if (chapter !== undefined) documents.push({ versionId: id, document, chapter });
    }
  }
  return { chapters, documents, versions };
};
