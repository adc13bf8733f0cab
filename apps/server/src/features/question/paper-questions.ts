/**
 * Finds the questions of papers: the newest versions of chosen questions, and the questions from which a draw chooses. Does not check the
 * caller's rights to their bank.
 */
import type { DrawFilter } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listPoolOf, listQuestionsWithIds, readContents, type StoredQuestion } from './question-store.ts';
import type { PinnedQuestion } from './question-versions.ts';
import { viewSummary } from './question-view.ts';

const pinned = async (db: Queryable, stored: readonly StoredQuestion[]): Promise<PinnedQuestion[]> => {
  const contents = await readContents(
    db,
    stored.map(({ versionId }) => versionId),
  );
  return stored.flatMap((question) => {
    const content = contents.get(question.versionId);
    return content === undefined ? [] : { summary: viewSummary(question), ...content };
  });
};

/** Returns the newest versions of questions by their ids, also of archived ones; those that no bank has are missing. */
export const readNewestVersions = async (db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, PinnedQuestion>> =>
  new Map((await pinned(db, await listQuestionsWithIds(db, ids))).map((question) => [question.summary.id, question]));

/** Returns the questions of a bank among which a draw chooses, at most `limit`, the newest first. */
export const readDrawPool = async (db: Queryable, bankId: string, filter: DrawFilter, limit: number): Promise<PinnedQuestion[]> => {
  const { folderId, ...rest } = filter;
  return pinned(
    db,
    await listPoolOf(db, { ...rest, bankId, folderId: folderId === 'none' ? null : folderId, status: 'active', terms: [] }, limit),
  );
};
