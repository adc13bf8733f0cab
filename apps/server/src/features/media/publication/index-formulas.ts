/** Reads the formulas of a version out of its cleaned segments, so that search finds them. The only SQL that writes `search_formula`. */
import type { FormulaNode } from '@shufang/contract';
import { UNCOUNTED_ELEMENTS } from '@shufang/contract/block-text';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database.ts';
import type { ContentNode, ElementNode } from '../content/content-tree.ts';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { readFormula } from '../text-index/formula-of-math.ts';
import { formulaMarks, formulaTerms } from '../text-index/formula-terms.ts';
import { toTsvectorLiteral } from '../text-index/index-terms.ts';
import type { StoredManifest } from './read-publication.ts';

/** One served part of a document, with the block ids it carries. */
export interface SegmentOfVersion {
  readonly documentIndex: number;
  readonly href: string;
  readonly xhtml: string;
}

interface FoundFormula {
  readonly blockId: string;
  /** UTF-16 units in the text of the block. */
  readonly blockOffset: number;
  readonly blockText: string;
  readonly latex: string;
  readonly drawing: FormulaNode | undefined;
  readonly ways: readonly (readonly string[])[];
}

/** What a locator keeps of the words it points at. */
const BLOCK_TEXT_MAX = 500;
/** A formula is shown in one line. */
const LATEX_MAX = 2_000;
const ROWS_AT_ONCE = 500;

const textIn = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  return UNCOUNTED_ELEMENTS.has(node.name.toLowerCase()) ? '' : node.children.map(textIn).join('');
};

/** In reading order; a lone sign is none. */
export const formulasOf = (xhtml: string, href: string): FoundFormula[] => {
  const found: FoundFormula[] = [];
  const visit = (node: ElementNode, blockId: string | undefined, before: number): number => {
    const block = node.attributes.get('data-block');
    const id = block ?? blockId;
    let offset = block === undefined ? before : 0;
    if (UNCOUNTED_ELEMENTS.has(node.name.toLowerCase())) return offset;
    if (node.namespace === 'mathml' && node.name === 'math') {
      const text = textIn(node);
      const { latex, made, drawing } = readFormula(node);
      const ways = [latex, ...(made === undefined ? [] : [made])].map((way) => formulaMarks(way)).filter((marks) => marks.length > 1);
      const [first, second] = ways;
      if (id !== undefined && first !== undefined)
        found.push({
          blockId: id,
          blockOffset: offset,
          blockText: text.slice(0, BLOCK_TEXT_MAX).toWellFormed(),
          latex: latex.replaceAll(/\s+/g, ' ').slice(0, LATEX_MAX).toWellFormed(),
          drawing,
          ways: second === undefined || second.join(' ') === first.join(' ') ? [first] : [first, second],
        });
      return offset + text.length;
    }
    for (const child of node.children) {
      if (child.kind === 'text') offset += child.text.length;
      else offset = visit(child, id, offset);
    }
    return block === undefined ? offset : before;
  };
  visit(parseMarkup(xhtml, collectFindings(href)).root, undefined, 0);
  return found;
};

/** `segments`: of the whole version, in reading order. Answers how many formulas there are. */
export const indexFormulas = async (
  tx: Transaction,
  version: { readonly id: string; readonly manifest: Pick<StoredManifest, 'readingOrder'> },
  segments: AsyncIterable<SegmentOfVersion>,
): Promise<number> => {
  let position = 0;
  let rows: object[] = [];
  const write = async (): Promise<void> => {
    if (rows.length > 0)
      await tx.execute(sql`
        insert into search_formula (search_key, position, document_index, href, chapter_title, block_id, block_offset, start_char, block_text,
          latex, drawing, size, tokens)
        select v.search_key, r.position, r.document_index, r.href, r.chapter_title, r.block_id, r.block_offset,
          coalesce(b.start_char, 0) + r.block_offset, r.block_text, r.latex, r.drawing, r.size, r.tokens
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(position int, document_index int, href text, chapter_title text, block_id text,
          block_offset int, block_text text, latex text, drawing jsonb, size int, tokens tsvector)
        join book_version v on v.id = ${version.id}
        left join publication_block b on b.version_id = v.id and b.block_id = r.block_id`);
    rows = [];
  };
  for await (const { documentIndex, href, xhtml } of segments) {
    if (!xhtml.includes('<math')) continue;
    const document = version.manifest.readingOrder[documentIndex];
    for (const formula of formulasOf(xhtml, href)) {
      rows.push({
        position: position++,
        document_index: documentIndex,
        href: document?.href ?? href,
        chapter_title: document?.title ?? '',
        block_id: formula.blockId,
        block_offset: formula.blockOffset,
        block_text: formula.blockText,
        latex: formula.latex,
        drawing: formula.drawing ?? null,
        size: Math.min(...formula.ways.map((way) => way.length)),
        tokens: toTsvectorLiteral(formulaTerms(formula.ways)),
      });
      if (rows.length >= ROWS_AT_ONCE) await write();
    }
  }
  await write();
  return position;
};
