/**
 * Inserts the blocks and passages of a version while the conversion runs. Blocks are inserted before their version exists: until the
 * transaction commits nobody sees them, and they hold no lock that others wait for, because the id of the version is new.
 */
import path from 'node:path';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { ROW_FILES, type WrittenRows } from '../conversion/conversion-model.ts';
import { readSlice } from './read-slice.ts';
import type { NewVersion } from './version-store.ts';

/**
 * Switches off the timeout of an idle transaction, because an entire conversion, or the upload of a large book, may lie between two
 * statements.
 */
export const waitWithoutTimeout = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
};

/** Inserts blocks of a version. `rows` is a JSON array of `BlockRow` as text. */
export const insertBlocks = async (tx: Transaction, versionId: string, rows: string): Promise<void> => {
  await tx.execute(sql`
    insert into publication_block (version_id, position, block_id, document_index, segment_index, kind, text_chars, start_char, hash, sketch,
      former_ids)
    select ${versionId}, r.* from json_to_recordset(${rows}::json) as r(position int, block_id text, document_index int, segment_index int, kind text,
      text_chars int, start_char int, hash text, sketch text, former_ids text[])`);
};

/** Deletes the blocks of a version that is not saved after all. */
export const deleteBlocks = async (tx: Transaction, versionId: string): Promise<void> => {
  await tx.execute(sql`delete from publication_block where version_id = ${versionId}`);
};

/** Inserts passages of a version. `rows` is a JSON array of `PassageRow` as text. */
export const insertPassages = async (tx: Transaction, version: Pick<NewVersion, 'id' | 'bookId'>, rows: string): Promise<void> => {
  await tx.execute(sql`
    with rows as materialized (
      select (select search_key from book_version where id = ${version.id}) as search_key, r.* from json_to_recordset(${rows}::json) as r(position int,
        document_index int, href text, chapter_title text, first_block text, text text, block_offsets jsonb, formulas jsonb, start_char int, tokens tsvector, repeats tsvector)
    ), passages as (
      insert into search_passage (version_id, book_id, position, document_index, href, chapter_title, first_block, text, block_offsets, formulas,
        start_char)
      select ${version.id}, ${version.bookId}, position, document_index, href, chapter_title, first_block, text, block_offsets, formulas, start_char
      from rows
    ), tokens as (
      insert into passage_tokens (search_key, position, tokens) select search_key, position, tokens from rows
    )
    insert into passage_repeats (search_key, position, tokens) select search_key, position, repeats from rows where repeats <> ''::tsvector`);
};

/** Returns the text of a line that the conversion has written. */
const readRows = async (folder: string, { of, start, end }: WrittenRows): Promise<string> =>
  (await readSlice(path.join(folder, ROW_FILES[of]), start, end - start)).toString('utf8');

export interface RowQueue {
  /** Adds a line. */
  add(rows: WrittenRows): void;
  /** Starts to pass the lines to `write`, one after another, those added before first. */
  start(write: (rows: string, line: WrittenRows) => Promise<void>): void;
  /** A signal that is aborted with the error as soon as writing fails. */
  readonly failed: AbortSignal;
  /** Resolves when nothing is being written, also after a failure. */
  settle(): Promise<void>;
}

/** Creates the queue of the lines of one kind that a conversion writes into `folder`. */
export const createRowQueue = (folder: string): RowQueue => {
  const failure = new AbortController();
  const started = Promise.withResolvers<(rows: string, line: WrittenRows) => Promise<void>>();
  let isStarted = false;
  let done = Promise.resolve();
  const write = async (line: WrittenRows): Promise<void> => {
    const writer = await started.promise;
    if (!failure.signal.aborted) await writer(await readRows(folder, line), line);
  };
  return {
    add(line) {
      done = done.then(() => write(line)).catch((error: unknown) => failure.abort(error));
    },
    start(writer) {
      isStarted = true;
      started.resolve(writer);
    },
    failed: failure.signal,
    settle: () => (isStarted ? done : Promise.resolve()),
  };
};
