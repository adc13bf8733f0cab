/**
 * Stages rows of a version in temporary tables of the transaction while the conversion runs, so that PostgreSQL parses and checks them
 * early; they are moved to the real tables when the version exists. Holds no lock that others wait for.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database.ts';
import { ROW_FILES, type WrittenRows } from '../conversion/conversion-model.ts';
import { readSlice } from './read-slice.ts';
import type { NewVersion } from './version-store.ts';

/** Creates the empty staging tables. */
export const openStaging = async (tx: Transaction): Promise<void> => {
  // The timeout of an idle transaction is switched off, because an entire conversion, or the upload of a large book, may lie between two
  // statements.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`drop table if exists pg_temp.staged_block, pg_temp.staged_passage`);
  await tx.execute(sql`
    create temp table staged_block (position int, block_id text, document_index int, segment_index int, kind text, text_chars int, start_char int,
      hash text, sketch text) on commit drop`);
  await tx.execute(sql`
    create temp table staged_passage (position int, document_index int, href text, chapter_title text, first_block text, text text,
      block_offsets jsonb, start_char int, tokens tsvector, repeats tsvector) on commit drop`);
};

/** Stages blocks. `rows` is a JSON array of `BlockRow` as text. */
const stageBlocks = async (tx: Transaction, rows: string): Promise<void> => {
  await tx.execute(sql`insert into pg_temp.staged_block select * from json_populate_recordset(null::pg_temp.staged_block, ${rows}::json)`);
};

/** Stages passages. `rows` is a JSON array of `PassageRow` as text. */
const stagePassages = async (tx: Transaction, rows: string): Promise<void> => {
  await tx.execute(
    sql`insert into pg_temp.staged_passage select * from json_populate_recordset(null::pg_temp.staged_passage, ${rows}::json)`,
  );
};

export const stageRows = { blocks: stageBlocks, passages: stagePassages } as const;

export interface RowStager {
  /** Stages rows from the conversion's folder, one line after another. */
  stage(rows: WrittenRows): void;
  /** A signal that is aborted with the error as soon as staging fails. */
  readonly failed: AbortSignal;
  /** Resolves when nothing is being staged, also after a failure. */
  settle(): Promise<void>;
}

export const createRowStager = (tx: Transaction, folder: string): RowStager => {
  const failure = new AbortController();
  let done = Promise.resolve();
  const stage = async ({ of, start, end }: WrittenRows): Promise<void> => {
    if (failure.signal.aborted) return;
    const file = await open(path.join(folder, ROW_FILES[of]), 'r');
    try {
      await stageRows[of](tx, (await readSlice(file, start, end - start)).toString('utf8'));
    } finally {
      await file.close();
    }
  };
  return {
    stage(rows) {
      done = done.then(() => stage(rows)).catch((error: unknown) => failure.abort(error));
    },
    failed: failure.signal,
    settle: () => done,
  };
};

export const insertStaged = async (tx: Transaction, version: Pick<NewVersion, 'id' | 'bookId'>): Promise<void> => {
  const searchKey = sql`(select search_key from book_version where id = ${version.id})`;
  await tx.execute(sql`
    insert into publication_block (version_id, position, block_id, document_index, segment_index, kind, text_chars, start_char, hash, sketch)
    select ${version.id}, position, block_id, document_index, segment_index, kind, text_chars, start_char, hash, sketch from pg_temp.staged_block`);
  await tx.execute(sql`
    insert into search_passage (version_id, book_id, position, document_index, href, chapter_title, first_block, text, block_offsets, start_char)
    select ${version.id}, ${version.bookId}, position, document_index, href, chapter_title, first_block, text, block_offsets, start_char
    from pg_temp.staged_passage`);
  await tx.execute(
    sql`insert into passage_tokens (search_key, position, tokens) select ${searchKey}, position, tokens from pg_temp.staged_passage`,
  );
  await tx.execute(sql`
    insert into passage_repeats (search_key, position, tokens)
    select ${searchKey}, position, repeats from pg_temp.staged_passage where repeats <> ''::tsvector`);
};
