/** The text of one document of a version, with conversion of offsets to blocks: for annotations from imported files. */
import type { BlockPoint } from '@shufang/contract';
import { blockPointAt } from '@shufang/contract/find-in-passage';
import { type FormulaInText, formulasIn, furtherFormulas } from '@shufang/contract/formula-text';
import type { Queryable } from '../../platform/database.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { listBlockStarts, listPassagesOfDocument, type MatchingPassage } from './search/search-store.ts';

export interface DocumentText {
  /** Texts of the blocks, separated by line feeds. */
  readonly text: string;
  /** The formulas in `text`, in order. */
  readonly formulas: readonly FormulaInText[];
  /** Returns the chapter title at an offset of `text`. */
  chapterAt(offset: number): string;
  /** Returns the block at an offset of `text`; undefined only if there is no text. */
  pointAt(offset: number): BlockPoint | undefined;
  /** Returns the offset of a point in a block as the reading engine counts it: UTF-16 units from the start of the document. */
  charAt(point: BlockPoint): number;
  /** Returns the progression in the publication, 0 to 1, at an offset counted by the reading engine. */
  progressionAt(char: number): number;
}

interface Laid {
  readonly from: number;
  readonly passage: MatchingPassage;
}

/** Reads the text of a document. Returns undefined if the version has no such document, or one without text. */
export const readDocumentText = async (db: Queryable, versionId: string, href: string): Promise<DocumentText | undefined> => {
  const version = await findReleasedVersion(db, versionId);
  const passages = await listPassagesOfDocument(db, versionId, href);
  const [first] = passages;
  if (version === undefined || first === undefined) return undefined;
  const starts = await listBlockStarts(db, versionId, first.documentIndex);
  const laid: Laid[] = [];
  let text = '';
  const formulas: FormulaInText[] = [];
  for (const passage of passages) {
    // A block longer than a passage of the search index continues in the next passage, so no line feed is added between them.
    const isContinued = (passage.blockOffsets[0]?.[1] ?? 0) < 0;
    if (text !== '' && !isContinued) text += '\n';
    laid.push({ from: text.length, passage });
    formulas.push(...furtherFormulas(formulas, formulasIn(passage.formulas, 0, passage.text.length, -text.length)));
    text += passage.text;
  }
  const laidAt = (offset: number): Laid => laid.findLast(({ from }) => from <= offset) ?? { from: 0, passage: first };
  const order = version.manifest.readingOrder;
  const before = order.slice(0, first.documentIndex).reduce((sum, { chars }) => sum + chars, 0);
  const total = order.reduce((sum, { chars }) => sum + chars, 0);
  return {
    text,
    formulas,
    chapterAt: (offset) => laidAt(offset).passage.chapterTitle,
    pointAt: (offset) => {
      const { from, passage } = laidAt(offset);
      return blockPointAt(passage, offset - from);
    },
    charAt: ({ blockId, offset }) => (starts.get(blockId) ?? 0) + offset,
    progressionAt: (char) => (total === 0 ? 0 : Math.min(1, (before + char) / total)),
  };
};
