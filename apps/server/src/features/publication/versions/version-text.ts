/** The text of a version by blocks, put together from its search passages. */
import { type FormulaInText, formulasIn, furtherFormulas } from '@shufang/contract/formula-text';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface BlockOfVersion {
  readonly id: string;
  readonly formerIds: readonly string[];
  /** The text of the block. White space is replaced by spaces, one for one, so that offsets count in the text of the book. */
  readonly text: string;
  /** The formulas in `text`, in order. */
  readonly formulas: readonly FormulaInText[];
  /** Offset of the first character in the text of the document, UTF-16 units. */
  readonly startChar: number;
  readonly chapterTitle: string;
}

interface BlockRow extends Record<string, unknown> {
  block_id: string;
  former_ids: string[];
  text_chars: number;
  start_char: number;
}

interface PassageRow extends Record<string, unknown> {
  text: string;
  chapter_title: string;
  block_offsets: [string, number][];
  formulas: FormulaInText[] | null;
}

interface TextOfBlock {
  readonly text: string;
  readonly formulas: FormulaInText[];
  readonly chapterTitle: string;
}
const NO_TEXT: TextOfBlock = { text: '', formulas: [], chapterTitle: '' };

/** Returns the blocks of one document of a version whose text is indexed, in order. */
export const listBlocksOfDocument = async (db: Queryable, versionId: string, documentIndex: number): Promise<BlockOfVersion[]> => {
  const blocks = await db.execute<BlockRow>(sql`
    select block_id, former_ids, text_chars, start_char from publication_block
    where version_id = ${versionId} and document_index = ${documentIndex} order by position`);
  const passages = await db.execute<PassageRow>(sql`
    select text, chapter_title, block_offsets, formulas from search_passage
    where version_id = ${versionId} and document_index = ${documentIndex} order by position`);
  const texts = new Map<string, TextOfBlock>();
  for (const { text, chapter_title: chapterTitle, block_offsets: offsets, formulas } of passages.rows) {
    for (const [at, [id, from]] of offsets.entries()) {
      const next = offsets[at + 1];
      const start = Math.max(0, from);
      const end = next === undefined ? text.length : next[1] - 1;
      // A block that is longer than a passage continues in the next one.
      const before = texts.get(id) ?? { ...NO_TEXT, chapterTitle };
      const here = formulasIn(formulas ?? [], start, end, start - before.text.length);
      texts.set(id, {
        text: before.text + text.slice(start, end),
        formulas: [...before.formulas, ...furtherFormulas(before.formulas, here)],
        chapterTitle: before.chapterTitle,
      });
    }
  }
  return blocks.rows.map((row) => ({
    id: row.block_id,
    formerIds: row.former_ids,
    text: texts.get(row.block_id)?.text ?? ' '.repeat(row.text_chars),
    formulas: texts.get(row.block_id)?.formulas ?? [],
    startChar: row.start_char,
    chapterTitle: texts.get(row.block_id)?.chapterTitle ?? '',
  }));
};

/** Returns the ids of the blocks of one document of a version, in order. */
export const listBlockIds = async (db: Queryable, versionId: string, documentIndex: number): Promise<string[]> => {
  const { rows } = await db.execute<{ block_id: string }>(sql`
    select block_id from publication_block where version_id = ${versionId} and document_index = ${documentIndex} order by position`);
  return rows.map(({ block_id: id }) => id);
};

export interface IndexedVersion {
  readonly id: string;
  readonly documents: readonly { readonly href: string; readonly chars: number }[];
}

/** Returns the current version of a book if its text is indexed. */
export const findIndexedVersion = async (db: Queryable, bookId: string): Promise<IndexedVersion | undefined> => {
  const { rows } = await db.execute<{ id: string; documents: { href: string; chars: number }[] }>(sql`
    select v.id, (select jsonb_agg(jsonb_build_object('href', d->>'href', 'chars', (d->>'chars')::int) order by n)
      from jsonb_array_elements(v.manifest->'readingOrder') with ordinality as documents(d, n)) as documents
    from book b join book_version v on v.id = b.current_version_id where b.id = ${bookId} and v.text_indexed`);
  return rows[0];
};

/** Returns the number of documents of a version whose text is stored; undefined if it is not. */
export const countDocumentsWithText = async (db: Queryable, versionId: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ documents: number }>(sql`
    select jsonb_array_length(v.manifest->'readingOrder') as documents from book_version v
    where v.id = ${versionId} and v.text_indexed and exists (select 1 from search_passage p where p.version_id = v.id)`);
  return rows[0]?.documents;
};

/** Returns the greatest number of the block ids of a version; undefined if the version no longer exists. */
export const findLastBlockNumber = async (db: Queryable, versionId: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ block_id: string }>(sql`
    select block_id from publication_block where version_id = ${versionId} order by length(block_id) desc, block_id collate "C" desc limit 1`);
  return rows[0] === undefined ? undefined : numberOfBlock(rows[0].block_id);
};

/** Returns the number in a block id. Blocks are numbered in the order in which they were added to the book. */
export const numberOfBlock = (blockId: string): number => Number.parseInt(blockId.slice(1), 36);
