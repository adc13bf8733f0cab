/** Returns the stored comparison of two versions, and makes it when it is requested for the first time. */
import { Readable } from 'node:stream';
import { CodedError } from '@shufang/contract';
import type { Database } from '../../../platform/database.ts';
import { countDocumentsWithText, findIndexedVersion, listBlocksOfDocument } from '../../publication/versions/version-text.ts';
import { type ComparedPair, findComparison, type StoredComparison, saveComparison } from './comparison-store.ts';
import { type ComparedDocument, comparison } from './isolated-comparison.ts';
import type { TextChanges } from './text-changes.ts';

/** Maximum number of characters of a version that is compared; more than that of any textbook. */
const CHARS_MAX = 4_000_000;
const NO_CHANGES: TextChanges = { changes: [], isCut: false };

async function* documentsOf(
  db: Database,
  { beforeId, afterId }: ComparedPair,
  beforeCount: number,
  afterCount: number,
): AsyncGenerator<ComparedDocument> {
  for (let document = 0; document < beforeCount; document++) {
    yield { document, isPrevious: true, blocks: await listBlocksOfDocument(db.orm, beforeId, document) };
  }
  for (let document = 0; document < afterCount; document++) {
    yield { document, isPrevious: false, blocks: await listBlocksOfDocument(db.orm, afterId, document) };
  }
}

const compare = async (
  db: Database,
  pair: ComparedPair,
  after: { readonly documents: readonly { readonly href: string; readonly chars: number }[] },
): Promise<StoredComparison> => {
  const save = async (state: StoredComparison['state'], found: TextChanges): Promise<StoredComparison> => {
    await db.transaction((tx) => saveComparison(tx, pair, state, found));
    return { state, isCut: found.isCut };
  };
  const beforeCount = await countDocumentsWithText(db.orm, pair.beforeId);
  if (beforeCount === undefined) return save('noText', NO_CHANGES);
  if (after.documents.reduce((sum, { chars }) => sum + chars, 0) > CHARS_MAX) return save('tooLarge', NO_CHANGES);
  const hrefs = after.documents.map(({ href }) => href);
  try {
    return await save('compared', await comparison.run({ hrefs }, Readable.from(documentsOf(db, pair, beforeCount, hrefs.length))));
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'request.invalid') throw error;
    return save('tooLarge', NO_CHANGES);
  }
};

/** Comparisons that are being made in this process, so that readers who request the same one wait for it together. */
const running = new Map<string, Promise<StoredComparison>>();

/**
 * Returns the comparison of an earlier version with the current one, `pair.afterId`; undefined while the text of the current version is
 * being indexed. Throws `request.tooMany`.
 */
export const compareTexts = async (db: Database, pair: ComparedPair): Promise<StoredComparison | undefined> => {
  const stored = await findComparison(db.orm, pair);
  if (stored !== undefined) return stored;
  const after = await findIndexedVersion(db.orm, pair.bookId);
  if (after?.id !== pair.afterId) return undefined;
  const key = `${pair.beforeId} ${pair.afterId}`;
  const started = running.get(key) ?? compare(db, pair, after).finally(() => running.delete(key));
  running.set(key, started);
  return started;
};
