/** The text of one document of a version with the way from a place in it to blocks: for marks that come from elsewhere. */
import type { BlockPoint } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import { blockPointAt } from '../media/text-index/passages.ts';
import { listBlockStarts, listPassagesOfDocument, type MatchingPassage } from './search-store.ts';

export interface DocumentText {
  /** Block texts, a line feed between two. */
  readonly text: string;
  /** Chapter the place is in. */
  chapterAt(offset: number): string;
  /** The block a place of `text` is in; undefined only where there is no text. */
  pointAt(offset: number): BlockPoint | undefined;
  /** The place as the reading engine counts it: UTF-16 units from the start of the document. */
  charAt(point: BlockPoint): number;
  /** 0 to 1 in the publication. */
  progressionAt(char: number): number;
}

interface Laid {
  readonly from: number;
  readonly passage: MatchingPassage;
}

/** Undefined when the version has no such document, or one without text. */
export const readDocumentText = async (db: Queryable, versionId: string, href: string): Promise<DocumentText | undefined> => {
  const version = await findReleasedVersion(db, versionId);
  const passages = await listPassagesOfDocument(db, versionId, href);
  const [first] = passages;
  if (version === undefined || first === undefined) return undefined;
  const starts = await listBlockStarts(db, versionId, first.documentIndex);
  const laid: Laid[] = [];
  let text = '';
  for (const passage of passages) {
    // A block too long for one passage goes on in the next without a break.
    const goesOn = (passage.blockOffsets[0]?.[1] ?? 0) < 0;
    if (text !== '' && !goesOn) text += '\n';
    laid.push({ from: text.length, passage });
    text += passage.text;
  }
  const laidAt = (offset: number): Laid => laid.findLast(({ from }) => from <= offset) ?? { from: 0, passage: first };
  const order = version.manifest.readingOrder;
  const before = order.slice(0, first.documentIndex).reduce((sum, { chars }) => sum + chars, 0);
  const total = order.reduce((sum, { chars }) => sum + chars, 0);
  return {
    text,
    chapterAt: (offset) => laidAt(offset).passage.chapterTitle,
    pointAt: (offset) => {
      const { from, passage } = laidAt(offset);
      return blockPointAt(passage, offset - from);
    },
    charAt: ({ blockId, offset }) => (starts.get(blockId) ?? 0) + offset,
    progressionAt: (char) => (total === 0 ? 0 : Math.min(1, (before + char) / total)),
  };
};
