/**
 * Loads the metadata of up to millions of generated books in bulk, by `COPY` from files: without triggers, and with the indexes created
 * afterwards. The books have no files and no text. Titles repeat after `DISTINCT` books, with other ISBNs, publishers and dates, as editions
 * of a large library do.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeId } from '@shufang/contract';
import type pg from 'pg';
import { indexTerms, toFieldsLiteral } from '../../../apps/server/src/features/publication/text-index/index-terms.ts';
import { furtherPinyinLiteral, pinyinTerms } from '../../../apps/server/src/features/publication/text-index/pinyin-terms.ts';
import { openDatabase } from '../../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../../apps/server/src/platform/logger.ts';
import { type MadeBook, makeLibraryBook, makeRandom, sourceHashOf } from './make-library.ts';
import { PUBLISHERS } from './vocabulary.ts';

/** Number of generated books after which titles repeat. */
const DISTINCT = 40_000;
const CHAPTERS = 2;
export const PUBLISHED_FROM = Date.UTC(2004, 0, 1);
export const PUBLISHED_MS = 20 * 365 * 86_400_000;
const LEVELS = ['undergrad', 'undergrad', 'undergrad', 'postgrad', 'higherVoc', 'secondaryVoc', 'continuing'];
const TABLES = ['book', 'book_version', 'book_search'] as const;

/** A generated book with what is expensive to compute. Books with the same title share it. */
interface Prepared {
  readonly book: MadeBook;
  readonly tokens: string;
  readonly pinyin: string;
  readonly manifest: string;
}

const manifestOf = (book: MadeBook): string => {
  const titles = book.chapterTitles.slice(0, CHAPTERS);
  const hrefOf = (index: number): string => `text/chapter-${index + 1}.xhtml`;
  const readingOrder = titles.map((title, index) => ({
    href: hrefOf(index),
    type: 'application/xhtml+xml',
    title,
    chars: 1_000,
    startPosition: index + 1,
    positions: 1,
    layout: 'reflowable',
    linear: true,
    segments: [{ href: hrefOf(index), firstBlock: '', lastBlock: '', startChar: 0, chars: 1_000 }],
  }));
  const toc = titles.map((title, index) => ({ title, href: hrefOf(index) }));
  return JSON.stringify({ metadata: { title: book.title, layout: 'reflowable' }, readingOrder, toc, pageList: [], landmarks: [] });
};

const prepare = (number: number): Prepared => {
  const book = makeLibraryBook(number, 0);
  const chapters = book.chapterTitles.slice(0, CHAPTERS);
  const tokens = toFieldsLiteral([
    { terms: indexTerms(book.title), weight: 'A' },
    { terms: indexTerms(book.subtitle ?? ''), weight: 'A' },
    { terms: pinyinTerms(book.title), weight: 'A' },
    { terms: indexTerms(book.authors.join('\n')), weight: 'B' },
    { terms: book.authors.flatMap((name) => pinyinTerms(name)), weight: 'B' },
    { terms: indexTerms(chapters.join('\n')), weight: 'D' },
  ]);
  return { book, tokens, pinyin: furtherPinyinLiteral([book.subtitle ?? '', ...chapters]), manifest: manifestOf(book) };
};

/** Returns a value in the text format of `COPY`. */
const field = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '\\N' : String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

const line = (values: readonly (string | number | null | undefined)[]): string => `${values.map(field).join('\t')}\n`;

const COLUMNS = {
  book: 'id, title, subtitle, language, languages, isbn, publisher, authors, contributors, category_ids, access_model, price_fen, shelf_state, current_version_id, created_at, updated_at, published_at, published_year, level, media, plan_tag, plan_proof, work_id, edition',
  book_version:
    'id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at, extras_indexed',
  book_search: 'book_id, tokens, pinyin',
};

/** Returns the rows of book `number` of `books` in the three tables. */
const rowsOf = (number: number, books: number, { book, tokens, pinyin, manifest }: Prepared): Record<(typeof TABLES)[number], string> => {
  const random = makeRandom(number + 77_000_001);
  const bytes = Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256));
  const at = PUBLISHED_FROM + Math.floor((number / books) * PUBLISHED_MS);
  const [id, version] = [makeId(at, bytes.subarray(0, 16)), makeId(at, bytes.subarray(16))];
  const isbn = `9787${String(number).padStart(9, '0')}`;
  const publisher = PUBLISHERS[Math.floor(random() * PUBLISHERS.length)] ?? '';
  const further = toFieldsLiteral([{ terms: indexTerms(`${isbn}\n${publisher}`), weight: 'C' }]);
  const contributors = JSON.stringify(book.authors.map((name) => ({ name, role: 'author' })));
  const isPlanned = random() < 0.05;
  // Of every fifty books two are editions of one work.
  const work = number % 50 < 2 ? `work-${Math.floor(number / 50)}` : null;
  return {
    book: line([
      id,
      book.title,
      book.subtitle,
      book.language,
      `{${book.language}}`,
      isbn,
      publisher,
      book.authors.join('、'),
      contributors,
      `{${book.categoryId}}`,
      book.accessModel,
      book.priceFen,
      'published',
      version,
      at,
      at,
      at,
      2005 + Math.floor(random() * 20),
      LEVELS[Math.floor(random() * LEVELS.length)],
      random() < 0.1 ? '{video}' : '{}',
      isPlanned ? '“十四五”国家规划教材' : null,
      isPlanned ? '教材目录' : null,
      work,
      work === null ? 1 : (number % 50) + 1,
    ]),
    book_version: line([
      version,
      id,
      1,
      'released',
      sourceHashOf(number),
      `${number}.epub`,
      '{}',
      manifest,
      CHAPTERS * 1_000,
      CHAPTERS,
      at,
      at,
      'true',
    ]),
    book_search: line([id, `${tokens} ${further.replaceAll(/(\d+)C/g, (_all, position: string) => `${Number(position) + 400}C`)}`, pinyin]),
  };
};

const writeFiles = async (folder: string, books: number): Promise<void> => {
  const files = TABLES.map((table) => ({ table, stream: createWriteStream(path.join(folder, table), { mode: 0o644 }) }));
  const prepared: Prepared[] = [];
  for (let number = 0; number < books; number++) {
    if (number < DISTINCT) prepared.push(prepare(number));
    const rows = rowsOf(number, books, prepared[number % DISTINCT] as Prepared);
    for (const { table, stream } of files) {
      if (!stream.write(rows[table])) await once(stream, 'drain');
    }
  }
  await Promise.all(files.map(({ stream }) => new Promise<void>((resolve) => stream.end(() => resolve()))));
};

/** Drops the indexes of the tables that no constraint needs. Returns the statements that create them. */
const dropIndexes = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
};

/** Loads the metadata of `books` books into the database of the running server with this data folder. Returns the time in milliseconds. */
export const loadMetadata = async (dataDir: string, books: number): Promise<number> => {
  const began = performance.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-metadata-'));
  // The embedded PostgreSQL reads the files, and may run as another user.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: createLogger('silent'), exclusive: false });
  const db = await openDatabase({ connectionString: postgres.url, max: 1, statement_timeout: 0 });
  try {
    await writeFiles(folder, books);
    const client = await db.pool.connect();
    try {
      await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
      const indexes = await dropIndexes(client);
      for (const table of TABLES) {
        await client.query(`copy ${table} (${COLUMNS[table]}) from '${path.join(folder, table)}'`);
      }
      for (const statement of indexes) await client.query(statement);
      await client.query(`
        insert into book_popularity (book_id, readers, favorites, score, counted_at)
        select id, n % 97, n % 13, n % 97 + 2 * (n % 13), 0 from (select id, row_number() over (order by id) as n from book) as numbered
        where n % 40 = 0 on conflict (book_id) do nothing`);
      await client.query(`
        insert into book_rating_sum (book_id, count, stars, score)
        select id, 1 + n % 20, 4 * (1 + n % 20), 3500 + n % 1000 from (select id, row_number() over (order by id) as n from book) as numbered
        where n % 25 = 0 on conflict (book_id) do nothing`);
      await client.query('update shufang_local.catalog_revision set revision = revision + 1, all_changed_at = revision + 1');
      await client.query('vacuum analyze');
    } finally {
      client.release();
    }
    return performance.now() - began;
  } finally {
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
