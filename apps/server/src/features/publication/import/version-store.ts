/**
 * Writes a book, its version, resources, blocks and search passages. The only SQL that does; every function is called inside one
 * transaction.
 */
import { LIMITS, type MediaKind, mediaKind, type PublicationManifest, type PublicationMetadata } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { PreviousBlock } from '../content/assign-block-ids.ts';
import type { ConversionResult } from '../conversion/conversion-model.ts';
import { isBookInScope } from '../versions/publisher-scope.ts';
import { outlineOf } from '../versions/version-outline.ts';
import type { ImportOptions } from './import-job.ts';

export interface ExistingVersion {
  readonly bookId: string;
  readonly versionId: string;
}

/**
 * Returns the version that was created from a file with this content: a version of the given book, or without one the oldest of all books.
 * If `publishers` is not empty, only their books count.
 */
export const findVersionOfSource = async (
  db: Queryable,
  sha256: string,
  bookId: string | undefined,
  publishers: readonly string[],
): Promise<ExistingVersion | undefined> => {
  const inBook = bookId === undefined ? sql`` : sql`and book_id = ${bookId}`;
  const inScope = isBookInScope(sql`book_version.book_id`, publishers.length === 0 ? undefined : { publishers, institutions: [] });
  const { rows } = await db.execute<{ id: string; book_id: string }>(
    sql`select id, book_id from book_version where source_sha256 = ${sha256} ${inBook} and ${inScope} order by created_at, id limit 1`,
  );
  return rows[0] && { bookId: rows[0].book_id, versionId: rows[0].id };
};

export interface BookBlocks {
  readonly nextBlockNumber: number;
  readonly blocks: readonly PreviousBlock[];
}

/** Returns the blocks of the current version, in order; undefined for an unknown book. */
export const findBookBlocks = async (db: Queryable, bookId: string): Promise<BookBlocks | undefined> => {
  const book = await db.execute<{ next_block_number: number; current_version_id: string | null }>(
    sql`select next_block_number, current_version_id from book where id = ${bookId}`,
  );
  const row = book.rows[0];
  if (!row) return undefined;
  const blocks = row.current_version_id === null ? [] : await findVersionBlocks(db, row.current_version_id);
  return { nextBlockNumber: row.next_block_number, blocks };
};

/** Returns the blocks of a version, in order. */
export const findVersionBlocks = async (db: Queryable, versionId: string): Promise<PreviousBlock[]> => {
  const { rows } = await db.execute<{ block_id: string; hash: string; sketch: string; text_chars: number; former_ids: string[] }>(
    sql`select block_id, hash, sketch, text_chars, former_ids from publication_block where version_id = ${versionId} order by position`,
  );
  return rows.map((row) => ({
    id: row.block_id,
    hash: row.hash,
    sketch: row.sketch,
    chars: row.text_chars,
    formerIds: row.former_ids,
  }));
};

export interface SavedVersion {
  readonly id: string;
  readonly bookId: string;
  readonly sourceSha256: string;
  readonly sourceFileName: string;
  readonly nextBlockNumber: number;
  /** Whether the version has its passages, or needs none because a newer version has replaced it. */
  readonly isIndexed: boolean;
}

export const findSavedVersion = async (db: Queryable, versionId: string): Promise<SavedVersion | undefined> => {
  const { rows } = await db.execute<Row<SavedVersion>>(sql`
    select v.id, v.book_id as "bookId", v.source_sha256 as "sourceSha256", v.source_file_name as "sourceFileName",
      b.next_block_number as "nextBlockNumber", v.text_indexed or v.state <> 'released' as "isIndexed"
    from book_version v join book b on b.id = v.book_id where v.id = ${versionId}`);
  return rows[0];
};

/** Locks the index of a version until the transaction ends. Returns false if another transaction holds the lock and `wait` is false. */
export const lockIndex = async (tx: Transaction, versionId: string, wait: boolean): Promise<boolean> => {
  const key = sql`hashtextextended(${`index:${versionId}`}, 0)`;
  if (wait) await tx.execute(sql`select pg_advisory_xact_lock(${key})`);
  const { rows } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as locked`);
  return rows[0]?.locked === true;
};

/**
 * Counts an attempt to index a version. Returns their number since the import, or since an operator repeated it. Must not be called in the
 * transaction of the index: the number must remain if the process ends.
 */
export const countIndexAttempt = async (db: Queryable, versionId: string): Promise<number> => {
  const { rows } = await db.execute<{ attempts: number }>(
    sql`update book_version set index_attempts = index_attempts + 1 where id = ${versionId} returning index_attempts as attempts`,
  );
  return rows[0]?.attempts ?? 0;
};

/** Takes back an attempt that a graceful shutdown interrupted. */
export const uncountIndexAttempt = async (db: Queryable, versionId: string): Promise<void> => {
  await db.execute(sql`update book_version set index_attempts = greatest(index_attempts - 1, 0) where id = ${versionId}`);
};

/** Records that a version has no index and that none is being written. */
export const setIndexFailed = async (db: Queryable, versionId: string): Promise<void> => {
  await db.execute(sql`update book_version set index_failed = true where id = ${versionId} and not text_indexed and state = 'released'`);
};

/** Lets a version without an index be indexed again. */
export const allowIndexing = async (db: Queryable, versionId: string): Promise<void> => {
  await db.execute(sql`update book_version set index_failed = false, index_attempts = 0 where id = ${versionId} and not text_indexed`);
};

/**
 * Size of the pending list of the passage index during an import. A larger list is sorted into the index at once, which takes less time for
 * each lexeme; searches read the list from its beginning to its end, so it must not grow too large.
 */
const PENDING_LIST = '16MB';

/** Prepares the transaction for the passages of a version. */
export const openPassageIndex = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select set_config('gin_pending_list_limit', ${PENDING_LIST}, true)`);
};

/** Sorts the pending list into the passage index, so that searches need not read it. They find the new passages before, too. */
export const closePassageIndex = async (db: Queryable): Promise<void> => {
  await db.execute(sql`select gin_clean_pending_list('passage_tokens_lexemes')`);
};

/**
 * Marks a version as searchable and reports a change of the catalog, which invalidates cached search results. Returns false if a newer
 * version has replaced it.
 */
export const setVersionIndexed = async (tx: Transaction, version: Pick<NewVersion, 'id' | 'bookId'>): Promise<boolean> => {
  const { rowCount } = await tx.execute(
    sql`update book_version set text_indexed = true, index_failed = false, extras_indexed = true where id = ${version.id} and state = 'released'`,
  );
  await tx.execute(sql`update book_search set book_id = book_id where book_id = ${version.bookId}`);
  return (rowCount ?? 0) > 0;
};

/**
 * Locks a file's content until the transaction ends: imports of the same content wait for each other, so that the second finds the version
 * of the first.
 */
export const lockSource = async (tx: Transaction, sha256: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import:${sha256}`}, 0))`);
};

/** Returns the next block number of a book and locks the book until the transaction ends. */
export const lockBook = async (tx: Transaction, bookId: string): Promise<number | undefined> => {
  const { rows } = await tx.execute<{ next_block_number: number }>(
    sql`select next_block_number from book where id = ${bookId} for no key update`,
  );
  return rows[0]?.next_block_number;
};

const authorsLine = ({ contributors }: PublicationMetadata): string => {
  const authors = contributors.filter((contributor) => contributor.role === 'author');
  const shown = authors.length > 0 ? authors : contributors;
  return [...new Set(shown.map((contributor) => contributor.name))].join('、');
};

export const insertBook = async (tx: Transaction, bookId: string, now: number): Promise<void> => {
  await tx.execute(sql`insert into book (id, title, created_at, updated_at) values (${bookId}, '', ${now}, ${now})`);
};

const mediaOf = ({ counts }: ConversionResult): MediaKind[] =>
  mediaKind.options.filter((kind) => counts[kind === 'quiz' ? 'questions' : kind] > 0);

/** Returns the year of a publication date: packages contain `2019`, `2019-03` or `2019-03-01T00:00:00Z`; any other form gives no year. */
const yearOf = (published: string | undefined): number | null => {
  const [, year] = /^\s*(\d{4})(?!\d)/.exec(published ?? '') ?? [];
  return year === undefined ? null : Number(year);
};

/**
 * Returns the publisher, which decides who administers a book: the one in the file, or the importer's first publisher if the file names
 * another or none.
 */
const publisherOf = ({ publisher }: PublicationMetadata, publishers: readonly string[]): string | null =>
  publisher !== undefined && (publishers.length === 0 || publishers.includes(publisher)) ? publisher : (publishers[0] ?? null);

/**
 * Sets the book's metadata from the package, except what an editor has edited, and its new current version. An existing publisher is not
 * changed. Returns the title.
 */
export const updateBookFrom = async (
  tx: Transaction,
  book: { readonly id: string; readonly versionId: string; readonly publishers: readonly string[]; readonly now: number },
  result: ConversionResult,
): Promise<string> => {
  const { metadata } = result.manifest;
  const { cover } = result;
  const { rows } = await tx.execute<{ title: string }>(sql`
    update book set title = case when facts_edited then title else ${metadata.title} end,
      subtitle = case when facts_edited then subtitle else ${metadata.subtitle ?? null} end, language = ${metadata.languages[0] ?? null},
      languages = ${sql.param(metadata.languages)}::text[], isbn = case when facts_edited then isbn else ${metadata.isbn ?? null} end,
      publisher = case when facts_edited then publisher else coalesce(publisher, ${publisherOf(metadata, book.publishers)}::text) end,
      place_of_publication = case when facts_edited then place_of_publication else ${metadata.placeOfPublication ?? null} end,
      description = case when facts_edited then description else ${metadata.description ?? null} end,
      authors = case when facts_edited then authors else ${authorsLine(metadata)} end,
      contributors = case when facts_edited then contributors else ${JSON.stringify(metadata.contributors)}::jsonb end,
      current_version_id = ${book.versionId}, next_block_number = ${result.nextBlockNumber}, updated_at = ${book.now},
      media = ${sql.param(mediaOf(result))}::text[], published_year = ${yearOf(metadata.published)}::int,
      cover_sha256 = case when cover_edited then cover_sha256 else ${cover?.sha256 ?? null} end,
      cover_width = case when cover_edited then cover_width else ${cover?.width ?? null}::int end,
      cover_height = case when cover_edited then cover_height else ${cover?.height ?? null}::int end
    where id = ${book.id} returning title`);
  return rows[0]?.title ?? metadata.title;
};

/**
 * Carries the chapters that an editor chose for the trial over to a new version: a chapter is open if most of its text was. Must be
 * called while the book still has the previous version. Returns how many chapters there were and are; undefined if none were chosen.
 */
export const carryOverTrial = async (
  tx: Transaction,
  book: { readonly id: string; readonly versionId: string },
  manifest: PublicationManifest,
): Promise<{ readonly before: number; readonly after: number } | undefined> => {
  const { rows } = await tx.execute<{ chosen: string[] | null }>(sql`select trial_chosen as chosen from book where id = ${book.id}`);
  const chosen = rows[0]?.chosen ?? undefined;
  if (chosen === undefined) return undefined;
  const openDocuments = await tx.execute<{ document_index: number }>(sql`
    with old as (select block_id, document_index from publication_block
      where version_id = (select current_version_id from book where id = ${book.id})),
    free as (select block_id from old where document_index in (select document_index from old where block_id = any(${sql.param(chosen)}::text[])))
    select document_index from publication_block where version_id = ${book.versionId} group by document_index
    having 2 * coalesce(sum(greatest(text_chars, 1)) filter (where block_id in (select block_id from free)), 0) > sum(greatest(text_chars, 1))`);
  const open = new Set(openDocuments.rows.map(({ document_index }) => document_index));
  const { chapters, keys } = outlineOf(manifest);
  const after = chapters
    .filter((index) => open.has(index))
    .flatMap((index) => keys[index] || [])
    .slice(0, LIMITS.trialChosenMax);
  await tx.execute(sql`update book set trial_chosen = ${sql.param(after)}::text[], trial_chapters = ${after.length} where id = ${book.id}`);
  return { before: chosen.length, after: after.length };
};

/** Applies the operator's options; absent options change nothing. */
export const applyOptions = async (tx: Transaction, bookId: string, options: ImportOptions, now: number): Promise<void> => {
  await tx.execute(sql`
    update book set access_model = coalesce(${options.accessModel ?? null}, access_model),
      price_fen = coalesce(${options.priceFen ?? null}::int, price_fen), trial_chapters = coalesce(${options.trialChapters ?? null}::int, trial_chapters),
      trial_chosen = case when ${options.trialChapters ?? null}::int is null then trial_chosen end,
      publisher = coalesce(${options.publisher ?? null}, publisher), level = coalesce(${options.level ?? null}, level),
      category_ids = coalesce(${options.categoryIds ? sql.param([...options.categoryIds]) : null}::text[], category_ids),
      shelf_state = case when ${options.publish ?? false} then 'published' else shelf_state end,
      published_at = case when ${options.publish ?? false} then coalesce(published_at, ${now}) else published_at end
    where id = ${bookId}`);
};

export interface NewVersion {
  readonly id: string;
  readonly bookId: string;
  readonly sourceSha256: string;
  readonly sourceFileName: string;
  readonly now: number;
}

/**
 * Inserts a version, whose index must be written afterwards. The search index of the version before is deleted; its passages remain, because
 * annotations are anchored by its text and readers see what has changed.
 */
export const insertVersion = async (tx: Transaction, version: NewVersion, result: ConversionResult): Promise<void> => {
  const { manifest } = result;
  await tx.execute(sql`update book_version set state = 'superseded' where book_id = ${version.bookId} and state = 'released'`);
  const ofBook = sql`search_key in (select search_key from book_version where book_id = ${version.bookId})`;
  await tx.execute(sql`delete from passage_tokens where ${ofBook}`);
  await tx.execute(sql`delete from passage_repeats where ${ofBook}`);
  await tx.execute(sql`delete from search_formula where ${ofBook}`);
  await tx.execute(sql`delete from search_resource where ${ofBook}`);
  await tx.execute(sql`
    insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, counts, findings, chars, positions, created_at, released_at, extras_indexed, text_indexed)
    values (${version.id}, ${version.bookId}, (select coalesce(max(no), 0) + 1 from book_version where book_id = ${version.bookId}), 'released',
      ${version.sourceSha256}, ${version.sourceFileName}, ${JSON.stringify(manifest.metadata)}::jsonb, ${JSON.stringify(manifest)}::jsonb,
      ${JSON.stringify(result.counts)}::jsonb, ${JSON.stringify(result.findings)}::jsonb, ${manifest.metadata.chars}, ${manifest.metadata.positions},
      ${version.now}, ${version.now}, false, false)`);
  await tx.execute(sql`
    insert into publication_resource (version_id, href, sha256, part_start, part_bytes, content_encoding, media_type, bytes, width, height, used_by)
    select ${version.id}, r.href, r.sha256, (r.part->>'start')::bigint, (r.part->>'bytes')::int, r.encoding, r."mediaType", r.bytes, r.width,
      r.height, array(select json_array_elements_text(r."usedBy")::int)
    from json_to_recordset(${JSON.stringify(result.resources)}::json)
      as r(href text, sha256 text, part json, encoding text, "mediaType" text, bytes bigint, width int, height int, "usedBy" json)`);
};
