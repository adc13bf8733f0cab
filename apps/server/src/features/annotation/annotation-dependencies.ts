/** Dependencies of the annotation use cases. */
import type { BookCard } from '@shufang/contract';
import type { FormulaInText } from '@shufang/contract/formula-text';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';
import { readDocumentText } from '../catalog/document-text.ts';
import { findBookCards } from '../catalog/find-book-cards.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { listBlocksOfDocument } from '../publication/versions/version-text.ts';
import type { OpenDocument } from './find-in-book.ts';

/** The text of one document of a version, with functions that find the chapter, block and progression at an offset. */
export interface DocumentOfBook {
  readonly text: string;
  /** The formulas in `text`, in order. */
  readonly formulas: readonly FormulaInText[];
  chapterAt(offset: number): string;
  pointAt(offset: number): { blockId: string; offset: number } | undefined;
  charAt(point: { blockId: string; offset: number }): number;
  progressionAt(char: number): number;
}

export interface AnnotationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Cards of these books for this user, including unpublished books; unknown ids are left out. */
  readonly findBookCards: (userId: string, bookIds: readonly string[]) => Promise<readonly BookCard[]>;
  /** Returns the version of the book that readers see now; undefined for an unknown book. */
  readonly findReadVersion: (bookId: string) => Promise<string | undefined>;
  /** Returns the hrefs of the documents that are open to the caller. Throws `catalog.bookNotFound`. */
  readonly openHrefs: (caller: ReaderContext, bookId: string) => Promise<ReadonlySet<string>>;
  readonly readDocument: (versionId: string, href: string) => Promise<DocumentOfBook | undefined>;
  /** Yields the documents of a version with these hrefs, in reading order. */
  readonly readDocuments: (versionId: string, hrefs: ReadonlySet<string>) => AsyncIterable<OpenDocument>;
}

export const createAnnotationDependencies = (
  catalog: Pick<CatalogDependencies, 'db' | 'clock' | 'personal' | 'openDocuments'>,
): AnnotationDependencies => {
  const { db, clock, openDocuments } = catalog;
  return {
    db,
    clock,
    findReadVersion: async (bookId) => (await findBook(db.orm, bookId))?.currentVersionId,
    readDocument: (versionId, href) => readDocumentText(db.orm, versionId, href),
    readDocuments: async function* (versionId, hrefs) {
      const order = (await findReleasedVersion(db.orm, versionId))?.manifest.readingOrder ?? [];
      const charsTotal = order.reduce((sum, { chars }) => sum + chars, 0);
      let charsBefore = 0;
      for (const [index, { href, chars }] of order.entries()) {
        if (hrefs.has(href)) yield { href, charsBefore, charsTotal, blocks: await listBlocksOfDocument(db.orm, versionId, index) };
        charsBefore += chars;
      }
    },
    openHrefs: async (caller, bookId) => {
      const { book, version, right } = await findVisibleBook(catalog, caller, bookId);
      const open = openDocuments(version.manifest, right, book);
      return new Set(version.manifest.readingOrder.flatMap(({ href }, index) => (open[index] === true ? href : [])));
    },
    // Cards contain the user's own rights only, so the client IP is not needed.
    findBookCards: (userId, bookIds) => findBookCards(catalog, { reader: { userId, sid: '', roles: [] }, address: '' }, bookIds),
  };
};
