/** Freezes the paper of an assignment that is published: the newest versions of its questions, and the pools of its draws. */
import { findShortDraws } from '@shufang/assessment';
import { CodedError, type PaperLayout } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { findPaper, putPaper } from './paper-store.ts';
import { requireStorable, resolvePaper } from './resolve-paper.ts';
import { type CallerAssignment, putQuestions } from './store.ts';

const nameOf = ({ sections }: PaperLayout, slotId: string): string => {
  const index = sections.findIndex(({ entries }) => entries.some((entry) => entry.slotId === slotId));
  const title = sections[index]?.title ?? '';
  return title === '' ? `第 ${index + 1} 部分` : `“${title}”`;
};

/**
 * Stores the questions of a paper as they are now. Returns their number and points. Throws `assignment.notReady` for a paper that some
 * student could not get.
 */
export const freezePaper = async (
  tx: Transaction,
  { id, questions, possibleMilli }: CallerAssignment,
): Promise<Pick<CallerAssignment, 'questions' | 'possibleMilli'>> => {
  const paper = await findPaper(tx, id);
  if (paper === undefined) return { questions, possibleMilli };
  const resolved = await resolvePaper(tx, paper.draft);
  if (resolved.missing.length > 0) throw new CodedError('assignment.notReady', { reason: '有题目已不在题库里，请打开试卷去掉后再发布' });
  requireStorable(resolved);
  const [short] = findShortDraws(resolved.layout);
  if (short !== undefined) {
    const reason = `${nameOf(resolved.layout, short.slotId)}要抽 ${short.needed} 题，题库里只够抽 ${short.left} 题`;
    throw new CodedError('assignment.notReady', { reason });
  }
  await putQuestions(tx, id, resolved.rows);
  await putPaper(tx, id, { draft: paper.draft, layout: resolved.layout });
  return { questions: resolved.questions, possibleMilli: resolved.possibleMilli };
};
