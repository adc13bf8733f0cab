/** Simulated answers of a reader to the practice questions of the Python demo book. */
import { formatHlc, practiceAnswerId } from '@shufang/contract';
import { saveLaterPracticeAnswer } from '../features/reading/practice-answer-store.ts';
import type { Transaction } from '../platform/database.ts';

/** Practice questions of a chapter: `ex-1-1` to `ex-8-3`. */
const QUESTIONS_PER_CHAPTER = 3;
const DAY_MS = 86_400_000;

interface Practice {
  readonly bookId: string;
  readonly versionId: string;
  /** URLs of the chapters. */
  readonly hrefs: readonly string[];
  readonly now: number;
  readonly random: () => number;
}

/** Stores one answer of the user to each question, in the past weeks. */
export const simulatePractice = async (
  tx: Transaction,
  userId: string,
  { bookId, versionId, hrefs, now, random }: Practice,
): Promise<void> => {
  const ability = 0.35 + random() * 0.6;
  for (const href of hrefs) {
    const [, number] = /ch0?(\d+)/.exec(href) ?? [];
    if (number === undefined) continue;
    for (let question = 1; question <= QUESTIONS_PER_CHAPTER; question += 1) {
      const difficulty = ((Number(number) * 5 + question * 3) % 8) / 10;
      const score = ability - difficulty + random() * 0.5;
      const answeredAt = now - Math.floor((8 + random() * 70) * DAY_MS);
      const verdict = score > 0.3 ? 'correct' : score > 0.15 ? 'partial' : 'wrong';
      const item = { bookId, href, itemId: `ex-${number}-${question}` };
      const answer = { versionId, response: {}, verdict, isSelfAssessed: false, tries: 1, answeredAt } as const;
      await saveLaterPracticeAnswer(tx, userId, { id: practiceAnswerId(item), ...item, answer, hlc: formatHlc(answeredAt, 0, 'demo0001') });
    }
  }
};
