/** The analysis of an assignment: one calculation for the page, the workbook and the PDF. */
import { analyzePaper } from '@shufang/assessment';
import { labelsOfPaper, type PaperAnalysisRecord } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listFirstResponses, listFirstScores, listObjectives } from './analysis-store.ts';
import { analyzeOptions } from './option-analysis.ts';
import { readLayout } from './paper-store.ts';
import { listKeys, listQuestions, type StoredAssignment } from './store.ts';

export const analyzeAssignment = async (
  db: Queryable,
  { id: assignmentId, possibleMilli }: Pick<StoredAssignment, 'id' | 'possibleMilli'>,
): Promise<PaperAnalysisRecord> => {
  // One after the other, because a transaction has one connection.
  const questions = await listQuestions(db, assignmentId);
  const first = await listFirstScores(db, assignmentId);
  const responses = Map.groupBy(await listFirstResponses(db, assignmentId), ({ attemptId }) => attemptId);
  const keys = await listKeys(db, assignmentId);
  const objectives = await listObjectives(db, assignmentId);
  const labels = labelsOfPaper(await readLayout(db, assignmentId));
  const items = questions.map(({ id, possibleMilli }) => ({ id, possibleMilli, objective: objectives.get(id) ?? '' }));
  const scored = first.filter(({ unscored }) => unscored === 0);
  const analysis = analyzePaper(
    items,
    // A paper with drawn questions has no score for the others.
    scored.map(({ scores }) => items.map(({ id }) => scores[id] ?? undefined)),
    possibleMilli,
  );
  /** Returns the responses to a question of those whose paper had it; an empty one if the question was left out. */
  const responsesTo = (questionId: string) =>
    scored
      .filter(({ scores }) => typeof scores[questionId] === 'number')
      .map(({ id }) => responses.get(id)?.find((one) => one.questionId === questionId)?.response ?? {});
  return {
    ...analysis,
    waiting: first.length - scored.length,
    items: analysis.items.map((item, index) => ({
      ...item,
      label: labels.get(item.id) ?? item.id,
      objective: items[index]?.objective ?? '',
      possibleMilli: items[index]?.possibleMilli ?? 0,
      options: questions.slice(index, index + 1).flatMap(({ id, view }) => analyzeOptions(view, keys.get(id), responsesTo(id))),
    })),
    objectives: analysis.objectives.map(({ itemIds, ...one }) => ({ ...one, questionIds: [...itemIds] })),
    bands: [...analysis.bands],
  };
};
