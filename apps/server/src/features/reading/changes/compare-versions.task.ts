/** Compares the texts of two versions of a book, in an isolated process. */
import type { ComparedDocument, CompareWork } from './isolated-comparison.ts';
import { type ChangedBlock, type TextChanges, textChangesOf } from './text-changes.ts';

export const run = async ({ hrefs }: CompareWork, documents: AsyncIterable<ComparedDocument>): Promise<TextChanges> => {
  const before: ChangedBlock[] = [];
  const after: ChangedBlock[] = [];
  for await (const { document, isPrevious, blocks } of documents) {
    const href = isPrevious ? '' : (hrefs[document] ?? '');
    for (const block of blocks) (isPrevious ? before : after).push({ ...block, document, href });
  }
  return textChangesOf(before, after);
};
