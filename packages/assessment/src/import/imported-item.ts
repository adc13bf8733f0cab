/** What an import of questions finds: each item with its source, and whether a person must look at it before it is stored. Pure. */

import type { Question } from '@shufang/contract';
import { findQuestionProblems, type QuestionProblem } from '../question/find-question-problems.ts';

/** What is said about an item. `refuse`: it cannot be a question; `check`: it may be read wrongly; `note`: nothing to decide. */
export const IMPORT_FINDINGS = {
  noResponse: 'refuse',
  brokenSyntax: 'refuse',
  unfinished: 'refuse',
  questionProblem: 'refuse',
  /** The way to answer is one that questions do not have, such as a drawing. */
  unsupportedType: 'refuse',
  markup: 'check',
  formula: 'check',
  wildcard: 'check',
  severalNumbers: 'check',
  unusualPoints: 'check',
  severalLines: 'check',
  /** The points follow from rules that keys do not have; the correct answer is used instead. */
  customScoring: 'check',
  /** Elements that texts do not have were left out, such as a video. */
  droppedParts: 'check',
  /** A picture is not in the file. */
  missingPicture: 'check',
  /** A formula of an old editor, of which only a picture exists. */
  pictureFormula: 'check',
  /** Only a color or a weight marks the correct option. */
  markedAnswer: 'check',
  /** Two places of the file state different answers. */
  twoAnswers: 'check',
  /** The order of the numbers is broken: an item may have been cut wrongly. */
  numberOrder: 'check',
  /** The text may belong to another item, or has an answer in a form that is not known. */
  unclearParts: 'check',
  feedback: 'note',
  /** Parts that the product does not use; an export contains them again. */
  preservedParts: 'note',
} as const;
export type ImportFinding = keyof typeof IMPORT_FINDINGS;

export type ImportVerdict = 'certain' | 'check' | 'refused';

export type ImportedItem = {
  /** Line of the file at which the item starts, from 1; in a Word document the paragraph, in a table the row, in a package the item. */
  readonly line: number;
  /** File of a package that contains the item. */
  readonly path?: string;
  /** The item as it is written in the file. */
  readonly source: string;
  readonly verdict: ImportVerdict;
  readonly findings: readonly ImportFinding[];
  /** What is wrong with the question, if a finding is `questionProblem`. */
  readonly problems: readonly QuestionProblem[];
  /** Absent if the item was refused. */
  readonly question?: Question;
  /** What the file says about the question. */
  readonly labels?: { readonly difficulty?: number; readonly knowledgePoints: readonly string[] } | undefined;
};

/** An item before its verdict. */
export type ReadItem = { readonly question?: Question | undefined; readonly findings: readonly ImportFinding[] };

/** Returns the item with its verdict. A question whose parts do not fit together is refused. */
export const judgeItem = (line: number, source: string, { question, findings }: ReadItem): ImportedItem => {
  const problems = question === undefined ? [] : findQuestionProblems(question);
  const all = [...new Set(problems.length > 0 ? [...findings, 'questionProblem' as const] : findings)];
  const isRefused = question === undefined || all.some((finding) => IMPORT_FINDINGS[finding] === 'refuse');
  const needsLook = all.some((finding) => IMPORT_FINDINGS[finding] === 'check');
  const verdict: ImportVerdict = isRefused ? 'refused' : needsLook ? 'check' : 'certain';
  return { line, source, verdict, findings: all, problems, ...(isRefused ? {} : { question }) };
};
