/** Compares a paper with its blueprint (双向细目表): how many questions of each kind it has, and how many it shall have. Pure. */
import type { BlueprintRow, DrawFilter, QuestionSummary } from '@shufang/contract';

/** What a blueprint counts of a question. */
export type BlueprintQuestion = Pick<QuestionSummary, 'type' | 'knowledgePoints' | 'difficulty'>;

export interface BlueprintDraw {
  readonly filter: DrawFilter;
  readonly count: number;
}

export interface BlueprintCount {
  readonly row: BlueprintRow;
  /** Questions of every paper that fit the row. */
  readonly present: number;
  /** Drawn questions that may fit the row or not, because the filter of their draw is wider. */
  readonly possible: number;
  readonly verdict: 'met' | 'missing' | 'uncertain' | 'tooMany';
}

const fits = (row: BlueprintRow, { type, knowledgePoints, difficulty }: BlueprintQuestion): boolean =>
  (row.type === null || row.type === type) &&
  (row.knowledgePoint === '' || knowledgePoints.includes(row.knowledgePoint)) &&
  (row.difficulty === null || row.difficulty === difficulty);

/** Returns whether every drawn question fits a row, some may, or none does. */
const fitOfDraw = (row: BlueprintRow, { type, knowledgePoint, difficulty }: DrawFilter): 'all' | 'some' | 'none' => {
  if (row.type !== null && type !== undefined && row.type !== type) return 'none';
  if (row.difficulty !== null && difficulty !== undefined && row.difficulty !== difficulty) return 'none';
  const isSure =
    (row.type === null || type === row.type) &&
    (row.difficulty === null || difficulty === row.difficulty) &&
    (row.knowledgePoint === '' || knowledgePoint === row.knowledgePoint);
  return isSure ? 'all' : 'some';
};

const verdictOf = (wanted: number, present: number, possible: number): BlueprintCount['verdict'] => {
  if (present > wanted) return 'tooMany';
  if (present + possible < wanted) return 'missing';
  return possible > 0 ? 'uncertain' : 'met';
};

/** Returns the counts of each row. A question with several knowledge points counts in several rows. */
export const blueprintCounts = (
  rows: readonly BlueprintRow[],
  questions: readonly BlueprintQuestion[],
  draws: readonly BlueprintDraw[],
): BlueprintCount[] =>
  rows.map((row) => {
    let present = questions.filter((question) => fits(row, question)).length;
    let possible = 0;
    for (const { filter, count } of draws) {
      const fit = fitOfDraw(row, filter);
      if (fit === 'all') present += count;
      if (fit === 'some') possible += count;
    }
    return { row, present, possible, verdict: verdictOf(row.wanted, present, possible) };
  });

/** Returns the number of questions that no row counts. */
export const questionsOutsideOf = (rows: readonly BlueprintRow[], questions: readonly BlueprintQuestion[]): number =>
  rows.length === 0 ? 0 : questions.filter((question) => !rows.some((row) => fits(row, question))).length;
