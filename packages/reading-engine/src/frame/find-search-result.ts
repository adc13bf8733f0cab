/** Finds a search hit of the server in the documents that the reader sees. */
import type { Locator } from '@shufang/contract';
import { createPassageFinder } from '@shufang/contract/anchoring';
import type { SegmentFrame } from '../layout/segment-frame.ts';

/** Returns the range of a search hit in a segment, at the block that the server names or near it. */
export const findSearchResult = (frame: SegmentFrame, locator: Locator): Range | undefined => {
  const highlight = locator.text?.highlight;
  const { block } = locator.locations;
  if (!highlight || !block) return undefined;
  const found = createPassageFinder(frame.text.blocks).find({
    blocks: { start: block, end: { blockId: block.blockId, offset: block.offset + highlight.length } },
    quote: { exact: highlight, prefix: locator.text?.before ?? '', suffix: locator.text?.after ?? '' },
  });
  if (!found || found.state === 'fuzzy') return undefined;
  const start = frame.text.charOf(found.start);
  const end = frame.text.charOf(found.end);
  return start === undefined || end === undefined ? undefined : frame.text.rangeOf(start, end);
};
