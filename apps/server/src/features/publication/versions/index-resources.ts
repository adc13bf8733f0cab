/** Indexes the titles of a version's resources for search. The only SQL that writes `search_resource`. Formulas have their own index. */
import type { PublicationManifest } from '@shufang/contract';
import { type FormulaInText, toReadableText } from '@shufang/contract/formula-text';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { indexTerms, toTsvectorLiteral } from '../text-index/index-terms.ts';
import { resourceBlocks } from './resource-blocks.ts';

const TITLE_MAX = 300;
const ROWS_PER_INSERT = 1_000;

interface PassageText extends Record<string, unknown> {
  text: string;
  block_offsets: [string, number][];
  formulas: FormulaInText[] | null;
}

/** Returns the readable text of each block of a version. */
const blockTextsOf = async (tx: Transaction, versionId: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await tx.execute<PassageText>(
    sql`select text, block_offsets, formulas from search_passage where version_id = ${versionId} order by position`,
  );
  const texts = new Map<string, string>();
  for (const { text, block_offsets: offsets, formulas } of rows) {
    for (const [at, [id, offset]] of offsets.entries()) {
      const collected = texts.get(id) ?? '';
      const range = { from: Math.max(0, offset), to: offsets[at + 1]?.[1] ?? text.length };
      if (collected.length < TITLE_MAX) texts.set(id, collected + toReadableText(text, formulas ?? [], range).text);
    }
  }
  return texts;
};

/** Indexes the resources of a version. Must be called after the version's blocks and passages are written. */
export const indexResources = async (
  tx: Transaction,
  version: { readonly id: string; readonly manifest: Pick<PublicationManifest, 'readingOrder'> },
): Promise<void> => {
  const { rows: blocks } = await tx.execute<{
    position: number;
    block_id: string;
    document_index: number;
    start_char: number;
    caption: string | null;
    kind: string;
  }>(sql`select * from (${resourceBlocks(version.id)}) resources where kind <> 'formula' order by position`);
  if (blocks.length === 0) return;
  const texts = await blockTextsOf(tx, version.id);
  const titleOf = (id: string | null): string =>
    (texts.get(id ?? '') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_MAX).toWellFormed();
  const rows = blocks.flatMap(({ caption, ...block }) => {
    const title = titleOf(caption) || titleOf(block.block_id);
    const document = version.manifest.readingOrder[block.document_index];
    if (title === '' || document === undefined) return [];
    const tokens = toTsvectorLiteral(indexTerms(title));
    return [{ ...block, href: document.href, chapter_title: document.title ?? '', title, tokens }];
  });
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await tx.execute(sql`
      insert into search_resource (search_key, position, kind, document_index, href, chapter_title, block_id, start_char, title, tokens)
      select v.search_key, r.* from json_to_recordset(${JSON.stringify(rows.slice(from, from + ROWS_PER_INSERT))}::json)
        as r(position int, kind text, document_index int, href text, chapter_title text, block_id text, start_char int, title text, tokens tsvector)
      join book_version v on v.id = ${version.id}`);
  }
};
