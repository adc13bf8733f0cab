/** The indexes of a version during conversion: block ids over the entire book, rows for the block table and for search. */
import { type FormulaInText, readableText } from '@shufang/contract/formula-text';
import { assignBlockIds } from '../content/assign-block-ids.ts';
import { sketchOf } from '../content/block-sketch.ts';
import type { Block } from '../content/content-model.ts';
import { indexTerms, toPassageLiterals } from '../text-index/index-terms.ts';
import { makePassages } from '../text-index/passages.ts';
import type { ConversionInput } from './conversion-model.ts';
import { type DocumentFacts, segmentOfBlock } from './document-index.ts';

/** Columns of `publication_block`. */
export interface BlockRow {
  readonly position: number;
  readonly block_id: string;
  readonly document_index: number;
  readonly segment_index: number;
  readonly kind: string;
  readonly text_chars: number;
  readonly start_char: number;
  readonly hash: string;
  readonly sketch: string;
  readonly former_ids: readonly string[];
}

/** Columns of `search_passage`, and `tokens` of `passage_tokens` and of `passage_repeats` as tsvector literals. */
export interface PassageRow {
  readonly position: number;
  readonly document_index: number;
  readonly href: string;
  readonly chapter_title: string;
  readonly first_block: string;
  readonly text: string;
  readonly block_offsets: readonly (readonly [string, number])[];
  readonly formulas: readonly FormulaInText[] | null;
  readonly start_char: number;
  readonly tokens: string;
  /** The lexemes that occur more than once in the passage; may be empty. */
  readonly repeats: string;
}

/** The part of a block from which passages are made. */
export type BlockText = Pick<Block, 'kind' | 'text' | 'formulas'>;

export interface BookIndex {
  addDocument(blocks: readonly Block[]): void;
  /** Returns the ids of each document's blocks, after all documents are added. */
  assignIds(): string[][];
  /** Returns the block rows of a document. Documents must be passed in order. */
  blockRows(documentIndex: number, facts: DocumentFacts, blocks: readonly Block[]): BlockRow[];
  /** Returns the passage rows of a document, which are made one by one: together they take many times the memory of the text. */
  passageRows(
    documentIndex: number,
    facts: Pick<DocumentFacts, 'href' | 'ids'>,
    blocks: readonly BlockText[],
    chapterTitle: string,
  ): Iterable<PassageRow>;
  nextBlockNumber(): number;
  blockCount(): number;
}

/** Offset of each block's first character in the text of its document, UTF-16 units; a line feed separates two blocks. */
const startsOf = (blocks: readonly BlockText[]): number[] => {
  let start = 0;
  return blocks.map(({ text }) => {
    const here = start;
    start += text.length + 1;
    return here;
  });
};

export const createBookIndex = (input: Pick<ConversionInput, 'previousBlocks' | 'nextBlockNumber'>): BookIndex => {
  const all: Block[] = [];
  const counts: number[] = [];
  let next = input.nextBlockNumber;
  let position = 0;
  let passages = 0;
  const formerIds = new Map<string, readonly string[]>();
  return {
    addDocument(blocks) {
      for (const block of blocks) all.push(block);
      counts.push(blocks.length);
    },
    assignIds() {
      const assigned = assignBlockIds(input.previousBlocks, all, next);
      next = assigned.next;
      for (const [index, former] of assigned.formerIds.entries()) if (former.length > 0) formerIds.set(assigned.ids[index] ?? '', former);
      all.length = 0;
      let from = 0;
      return counts.map((count) => assigned.ids.slice(from, (from += count)));
    },
    blockRows(documentIndex, facts, blocks) {
      const starts = startsOf(blocks);
      return blocks.map((block, index) => ({
        position: position++,
        block_id: facts.ids[index] ?? '',
        document_index: documentIndex,
        segment_index: segmentOfBlock(facts, index),
        kind: block.kind,
        text_chars: block.text.length,
        start_char: starts[index] ?? 0,
        hash: block.hash,
        sketch: sketchOf(block.text),
        former_ids: formerIds.get(facts.ids[index] ?? '') ?? [],
      }));
    },
    passageRows(documentIndex, facts, blocks, chapterTitle) {
      const texts = blocks.map(({ kind, text, formulas }, index) => ({
        id: facts.ids[index] ?? '',
        text,
        heading: kind === 'heading',
        formulas,
      }));
      const starts = startsOf(blocks);
      const startOf = new Map(texts.map(({ id }, index) => [id, starts[index] ?? 0]));
      // A passage has no gaps, so it ends where a table of contents is left out.
      const parts = texts.reduce<(typeof texts)[]>(
        (all, text, index) => {
          if (blocks[index]?.kind === 'contents') all.push([]);
          else all.at(-1)?.push(text);
          return all;
        },
        [[]],
      );
      return Iterator.from(parts.flatMap(makePassages)).map((passage) => {
        return {
          position: passages++,
          document_index: documentIndex,
          href: facts.href,
          chapter_title: chapterTitle,
          first_block: passage.firstBlock,
          text: passage.text,
          block_offsets: passage.blockOffsets,
          formulas: passage.formulas.length === 0 ? null : passage.formulas,
          // Start of the passage in the document. If its first block began in an earlier passage, the offset of the block in this passage
          // is negative.
          start_char: (startOf.get(passage.firstBlock) ?? 0) - (passage.blockOffsets[0]?.[1] ?? 0),
          ...toPassageLiterals(indexTerms(readableText(passage.text, passage.formulas))),
        };
      });
    },
    nextBlockNumber: () => next,
    blockCount: () => position,
  };
};
