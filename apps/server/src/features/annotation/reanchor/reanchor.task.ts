/** Anchors annotations in a new version of their book, in an isolated process. */
import { compareVersions } from '@shufang/contract/align-versions';
import { createPassageFinder, type KnownVersion } from '@shufang/contract/anchoring';
import type { DocumentPart, ReanchoredNote, ReanchorWork } from './isolated-reanchoring.ts';
import { createRetargeter } from './retarget.ts';

/** Returns the new target of each annotation, in order; without a target for one whose passage no longer exists. */
export const run = async ({ notes, lastBlockNumber }: ReanchorWork, parts: AsyncIterable<DocumentPart>): Promise<ReanchoredNote[]> => {
  const all = await Array.fromAsync(parts);
  const documents = all.filter(({ isPrevious }) => isPrevious !== true);
  const previousBlocks = all.filter(({ isPrevious }) => isPrevious === true).flatMap((document) => document.blocks);
  const blocks = documents.flatMap(({ href, blocks: blocksOfDocument }) =>
    blocksOfDocument.map((block) => ({ ...block, href, number: Number.parseInt(block.id.slice(1), 36) })),
  );
  const blockById = new Map(blocks.map((block) => [block.id, block]));
  const charsBefore = new Map<string, number>();
  let chars = 0;
  for (const document of documents) {
    if (!charsBefore.has(document.href)) charsBefore.set(document.href, chars);
    chars += document.chars;
  }
  const finder = createPassageFinder(blocks);
  const retarget = createRetargeter(blocks);
  const numbered =
    lastBlockNumber === undefined ? undefined : { isOld: (id: string): boolean => (blockById.get(id)?.number ?? 0) <= lastBlockNumber };
  const previous: KnownVersion | undefined = previousBlocks.length > 0 ? compareVersions(previousBlocks, blocks) : numbered;
  return notes.map(({ target, isOrphan }) => {
    const found = finder.find({ ...target, isOrphan }, previous);
    const moved = found && retarget(target, found);
    if (found === undefined || moved === undefined) return { anchor: 'orphan' };
    const position = (charsBefore.get(moved.href) ?? 0) + moved.position.start;
    return {
      anchor: found.state,
      target: moved,
      chapterTitle: (blockById.get(found.start.blockId)?.chapterTitle ?? '').slice(0, 300),
      totalProgression: chars === 0 ? 0 : Math.min(1, position / chars),
    };
  });
};
