/** Indexes the formulas of a version from its cleaned segments for search. The only SQL that writes `search_formula`. */
import type { FormulaNode, PublicationManifest } from '@shufang/contract';
import { UNCOUNTED_ELEMENTS } from '@shufang/contract/block-text';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { ContentNode, ElementNode } from '../content/content-tree.ts';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { readFormula } from '../text-index/formula-of-math.ts';
import { formulaTerms, formulaTokens } from '../text-index/formula-terms.ts';
import { toTsvectorLiteral } from '../text-index/index-terms.ts';

/** One served segment of a document, with its block ids. */
export interface SegmentOfVersion {
  readonly documentIndex: number;
  readonly href: string;
  readonly xhtml: string;
}

interface IndexedFormula {
  readonly blockId: string;
  /** Offset of the formula in the text of the block, in UTF-16 units. */
  readonly blockOffset: number;
  readonly blockText: string;
  readonly latex: string;
  readonly layout: FormulaNode | undefined;
  readonly tokenSequences: readonly (readonly string[])[];
}

/** Maximum number of characters of the block's text that the locator of a formula contains. */
const BLOCK_TEXT_MAX = 500;
/** Maximum length of the TeX of a formula; a longer one is cut, because it is shown on one line. */
const LATEX_MAX = 2_000;
const ROWS_PER_INSERT = 500;

const textIn = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  return UNCOUNTED_ELEMENTS.has(node.name.toLowerCase()) ? '' : node.children.map(textIn).join('');
};

/** Returns the formulas in reading order; single symbols are left out. */
export const findFormulas = (xhtml: string, href: string): IndexedFormula[] => {
  const found: IndexedFormula[] = [];
  const visit = (node: ElementNode, blockId: string | undefined, before: number): number => {
    const block = node.attributes.get('data-block');
    const id = block ?? blockId;
    let offset = block === undefined ? before : 0;
    if (UNCOUNTED_ELEMENTS.has(node.name.toLowerCase())) return offset;
    if (node.namespace === 'mathml' && node.name === 'math') {
      const text = textIn(node);
      const { latex, derivedLatex: made, layout: drawing } = readFormula(node);
      const tokenSequences = [latex, ...(made === undefined ? [] : [made])]
        .map((way) => formulaTokens(way))
        .filter((tokens) => tokens.length > 1);
      const [first, second] = tokenSequences;
      if (id !== undefined && first !== undefined)
        found.push({
          blockId: id,
          blockOffset: offset,
          blockText: text.slice(0, BLOCK_TEXT_MAX).toWellFormed(),
          latex: latex.replaceAll(/\s+/g, ' ').slice(0, LATEX_MAX).toWellFormed(),
          layout: drawing,
          tokenSequences: second === undefined || second.join(' ') === first.join(' ') ? [first] : [first, second],
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

/** Indexes the formulas. `segments`: of the entire version, in reading order. Returns the number of formulas. */
export const indexFormulas = async (
  tx: Transaction,
  version: { readonly id: string; readonly manifest: Pick<PublicationManifest, 'readingOrder'> },
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
    for (const formula of findFormulas(xhtml, href)) {
      rows.push({
        position: position++,
        document_index: documentIndex,
        href: document?.href ?? href,
        chapter_title: document?.title ?? '',
        block_id: formula.blockId,
        block_offset: formula.blockOffset,
        block_text: formula.blockText,
        latex: formula.latex,
        drawing: formula.layout ?? null,
        size: Math.min(...formula.tokenSequences.map((way) => way.length)),
        tokens: toTsvectorLiteral(formulaTerms(formula.tokenSequences)),
      });
      if (rows.length >= ROWS_PER_INSERT) await write();
    }
  }
  await write();
  return position;
};
