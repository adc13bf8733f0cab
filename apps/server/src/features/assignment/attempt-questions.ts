/** The questions of one attempt: which of its assignment it has follows from the frozen paper and the seed of the attempt. */
import { drawPaper } from '@shufang/assessment';
import type { ShownSection } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { StoredAttempt } from './attempt-store.ts';
import { readLayout } from './paper-store.ts';
import { listQuestions, type StoredQuestion } from './store.ts';

type Drawn = Pick<StoredAttempt, 'assignmentId' | 'seed'>;

const sectionsOf = async (db: Queryable, { assignmentId, seed }: Drawn): Promise<ShownSection[]> =>
  drawPaper(await readLayout(db, assignmentId), seed);

/** Returns the ids of the questions of an attempt. */
export const idsOfAttempt = async (db: Queryable, attempt: Drawn): Promise<ReadonlySet<string>> =>
  new Set((await sectionsOf(db, attempt)).flatMap(({ questionIds }) => questionIds));

/** Returns the questions of an attempt without their keys, in the order of the paper, with its sections. */
export const questionsOfAttempt = async (
  db: Queryable,
  attempt: Drawn,
): Promise<{ readonly questions: StoredQuestion[]; readonly sections: ShownSection[] }> => {
  const sections = await sectionsOf(db, attempt);
  const byId = new Map((await listQuestions(db, attempt.assignmentId)).map((question) => [question.id, question]));
  return { questions: sections.flatMap(({ questionIds }) => questionIds.flatMap((id) => byId.get(id) ?? [])), sections };
};
