/** Finds what prevents a question from being stored, as sentences for its author. */
import { findQuestionProblems, parseWrittenNumber } from '@shufang/assessment';
import type { Question } from '@shufang/contract';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';

const isNumber = (written: string): boolean => parseWrittenNumber(written)?.unit === '';

/** Numbers of the coordinates of an area. */
const COORDINATES = { rect: 4, circle: 3, poly: 6 } as const;

/** Returns the sentences; none if the question can be stored. */
export const findFormProblems = (question: Question): string[] => {
  const found = findQuestionProblems(question).map((problem) => text.problems[problem]);
  for (const key of Object.values(question.key.responses))
    if (key.rule === 'number' && ![key.value, key.tolerance.amount, ...key.units.map(({ factor }) => factor)].every(isNumber))
      found.push(text.numberProblem);
  for (const each of Object.values(question.view.interactions)) {
    if (each.type !== 'hotspot') continue;
    if (each.picture === '') found.push(text.pictureProblem);
    if (each.areas.some(({ shape, coordinates }) => coordinates.length < COORDINATES[shape])) found.push(text.areaProblem);
  }
  return [...new Set(found)];
};
