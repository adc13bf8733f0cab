/** Anchors annotations in a new version of their book, in an isolated process. */
import { createPassageFinder } from '@shufang/contract/anchoring';
import type { DocumentToSearch, ReanchoredNote, ReanchorWork } from './isolated-reanchoring.ts';
import { createRetargeter } from './retarget.ts';

/** Returns the new target of each annotation, in order; without a target for one whose passage no longer exists. */
export const run = async ({ notes }: ReanchorWork, parts: AsyncIterable<DocumentToSearch>): Promise<ReanchoredNote[]> => {
  const documents = await Array.fromAsync(parts);
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
  return notes.map(({ target, lastBlockNumber }) => {
    const isOld = lastBlockNumber === undefined ? undefined : (id: string) => (blockById.get(id)?.number ?? 0) <= lastBlockNumber;
    const found = finder.find(target, isOld);
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
