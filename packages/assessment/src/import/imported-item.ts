/** What an import of questions finds: each item with its source, and whether a person must look at it before it is stored. Pure. */

import type { Question } from '@shufang/contract';
import { findQuestionProblems, type QuestionProblem } from '../question/find-question-problems.ts';

/** What is said about an item. `refuse`: it cannot be a question; `check`: it may be read wrongly; `note`: nothing to decide. */
export const IMPORT_FINDINGS = {
  noResponse: 'refuse',
  brokenSyntax: 'refuse',
  unfinished: 'refuse',
  questionProblem: 'refuse',
  markup: 'check',
  formula: 'check',
  wildcard: 'check',
  severalNumbers: 'check',
  unusualPoints: 'check',
  severalLines: 'check',
  feedback: 'note',
} as const;
export type ImportFinding = keyof typeof IMPORT_FINDINGS;

export type ImportVerdict = 'certain' | 'check' | 'refused';

export type ImportedItem = {
  /** Line of the file at which the item starts, from 1. */
  readonly line: number;
  /** The item as it is written in the file. */
  readonly source: string;
  readonly verdict: ImportVerdict;
  readonly findings: readonly ImportFinding[];
  /** What is wrong with the question, if a finding is `questionProblem`. */
  readonly problems: readonly QuestionProblem[];
  /** Absent if the item was refused. */
  readonly question?: Question;
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
