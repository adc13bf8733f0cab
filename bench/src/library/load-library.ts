/**
 * Writes the generated library directly to the database, with the functions by which an import saves a book. No book files are created or
 * stored.
 */
import { hash } from 'node:crypto';
import path from 'node:path';
import { newId, type PublicationManifest } from '@shufang/contract';
import type { Block } from '../../../apps/server/src/features/publication/content/content-model.ts';
import type { ConversionResult } from '../../../apps/server/src/features/publication/conversion/conversion-model.ts';
import type { DocumentFacts } from '../../../apps/server/src/features/publication/conversion/document-index.ts';
import { createBookIndex } from '../../../apps/server/src/features/publication/conversion/index-book.ts';
import { insertBlocks, insertPassages } from '../../../apps/server/src/features/publication/import/version-rows.ts';
import {
  applyOptions,
  insertBook,
  insertVersion,
  setVersionIndexed,
  updateBookFrom,
} from '../../../apps/server/src/features/publication/import/version-store.ts';
import { reindexBook } from '../../../apps/server/src/features/publication/versions/reindex-book.ts';
import { type Database, openDatabase, type Transaction } from '../../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../../apps/server/src/platform/logger.ts';
import { type MadeBook, makeLibraryBook, sourceHashOf } from './make-library.ts';

export interface LibrarySize {
  /** Number of books with metadata and a table of contents; the first `withText` of them also have text. */
  readonly books: number;
  readonly withText: number;
  readonly charsEach: number;
}

export interface LoadedLibrary {
  readonly chars: number;
  readonly passages: number;
  /** Ids of the books with text. */
  readonly textBookIds: readonly string[];
  readonly ms: number;
}

const BOOKS_A_TRANSACTION = 40;
const PUBLISHED_FROM = Date.UTC(2019, 0, 1);
const DAY_MS = 86_400_000;

const hrefOf = (chapter: number): string => `text/chapter-${chapter + 1}.xhtml`;

const blocksOf = (title: string, paragraphs: readonly string[]): Block[] =>
  [['heading', title] as const, ...paragraphs.map((text) => ['paragraph', text] as const)].map(([kind, text]) => ({
    kind,
    text,
    hash: hash('sha256', `${kind}\n${text}`, 'hex').slice(0, 16),
  }));

const charsOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { text }) => sum + text.length + 1, -1);

const POSITION_CHARS = 1_024;

const manifestOf = (book: MadeBook, documents: readonly (readonly Block[])[]): PublicationManifest => {
  let startPosition = 1;
  const readingOrder = documents.map((blocks, index): PublicationManifest['readingOrder'][number] => {
    const [href, chars] = [hrefOf(index), charsOf(blocks)];
    const positions = Math.max(1, Math.ceil(chars / POSITION_CHARS));
    const item = {
      href,
      type: 'application/xhtml+xml',
      title: book.chapterTitles[index] ?? '',
      chars,
      startPosition,
      positions,
      layout: 'reflowable' as const,
      linear: true,
      segments: [{ href, firstBlock: '', lastBlock: '', startChar: 0, chars }],
    };
    startPosition += positions;
    return item;
  });
  return {
    metadata: {
      title: book.title,
      ...(book.subtitle === undefined ? {} : { subtitle: book.subtitle }),
      languages: [book.language],
      contributors: book.authors.map((name) => ({ name, role: 'author' as const })),
      description: book.description,
      publisher: book.publisher,
      subjects: [],
      isbn: book.isbn,
      readingProgression: 'ltr',
      layout: 'reflowable',
      accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], summary: '', conformsTo: [] },
      chars: readingOrder.reduce((sum, { chars }) => sum + chars, 0),
      positions: startPosition - 1,
    },
    readingOrder,
    toc: book.chapterTitles.map((title, index) => ({ title, href: hrefOf(index) })),
    pageList: [],
    landmarks: [],
  };
};

const factsOf = (book: MadeBook, index: number, blocks: readonly Block[]): DocumentFacts => ({
  href: hrefOf(index),
  title: book.chapterTitles[index] ?? '',
  chars: charsOf(blocks),
  segmentStarts: [0],
  elementIds: new Map(),
  viewport: undefined,
  ids: [],
  headings: [],
  players: [],
});

const saveBook = async (tx: Transaction, number: number, book: MadeBook): Promise<{ bookId: string; chars: number; passages: number }> => {
  const now = PUBLISHED_FROM + number * (DAY_MS / 4);
  const [bookId, versionId] = [newId(now), newId(now)];
  const documents = book.chapterTitles.map((title, index) => blocksOf(title, book.chapters[index] ?? []));
  const manifest = manifestOf(book, documents);
  const index = createBookIndex({ previousBlocks: [], nextBlockNumber: 1 });
  const hasText = (book.chapters[0]?.length ?? 0) > 0;
  if (hasText) for (const blocks of documents) index.addDocument(blocks);
  const ids = index.assignIds();
  const facts = documents.map((blocks, at) => ({ ...factsOf(book, at, blocks), ids: ids[at] ?? [] }));
  const result: ConversionResult = {
    manifest,
    counts: { images: 0, formulas: 0, tables: 0, audio: 0, video: 0, code: 0, questions: 0, audioSeconds: 0, videoSeconds: 0 },
    findings: [],
    resources: [],
    objects: [],
    nextBlockNumber: index.nextBlockNumber(),
    statistics: { documents: documents.length, blocks: index.blockCount(), chars: manifest.metadata.chars, resources: 0 },
  };
  await insertBook(tx, bookId, now);
  await insertVersion(tx, { id: versionId, bookId, sourceSha256: sourceHashOf(number), sourceFileName: `${number}.epub`, now }, result);
  let passages = 0;
  if (hasText) {
    const blocks = documents.flatMap((of, at) => index.blockRows(at, facts[at] as DocumentFacts, of));
    await insertBlocks(tx, versionId, JSON.stringify(blocks));
    const rows = documents.flatMap((of, at) => [...index.passageRows(at, facts[at] as DocumentFacts, of, book.chapterTitles[at] ?? '')]);
    passages = rows.length;
    await insertPassages(tx, { id: versionId, bookId }, JSON.stringify(rows));
  }
  await updateBookFrom(tx, { id: bookId, versionId, publishers: [], now }, result);
  const { accessModel, priceFen, categoryId } = book;
  await applyOptions(tx, bookId, { publish: true, accessModel, priceFen, trialChapters: 2, categoryIds: [categoryId] }, now);
  await reindexBook(tx, bookId);
  await setVersionIndexed(tx, { id: versionId, bookId });
  return { bookId, chars: hasText ? manifest.metadata.chars : 0, passages };
};

/** Approximate number of books that get popularity figures. */
const POPULAR = 800;

const markPopular = async (db: Database): Promise<void> => {
  await db.pool.query(
    `insert into book_popularity (book_id, readers, favorites, score, counted_at)
     select id, n % 97, n % 13, n % 97 + 3 * (n % 13), 0 from (select id, row_number() over (order by id) as n from book) as numbered
     where n % (select greatest(1, count(*) / ${POPULAR}) from book) = 0 on conflict (book_id) do nothing`,
  );
};

/**
 * Writes the library to the database of the running server with this data folder. Then updates PostgreSQL's statistics, as autovacuum does
 * some minutes after a real import.
 */
export const loadLibrary = async (dataDir: string, size: LibrarySize): Promise<LoadedLibrary> => {
  const began = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: createLogger('silent'), exclusive: false });
  const db = await openDatabase(postgres.url);
  try {
    const textBookIds: string[] = [];
    let [chars, passages] = [0, 0];
    for (let from = 0; from < size.books; from += BOOKS_A_TRANSACTION) {
      await db.transaction(async (tx) => {
        for (let number = from; number < Math.min(size.books, from + BOOKS_A_TRANSACTION); number++) {
          const saved = await saveBook(tx, number, makeLibraryBook(number, number < size.withText ? size.charsEach : 0));
          chars += saved.chars;
          passages += saved.passages;
          if (saved.passages > 0) textBookIds.push(saved.bookId);
        }
      });
    }
    await markPopular(db);
    await db.pool.query('set statement_timeout = 0');
    await db.pool.query('vacuum analyze');
    return { chars, passages, textBookIds, ms: performance.now() - began };
  } finally {
    await db.close();
    await postgres.stop();
  }
};
