import type { Interaction, Question, QuestionOption, ResponseKey } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { findQuestionProblems, type QuestionProblem } from './find-question-problems.ts';
import { questionType } from './question-type.ts';

const optionsOf = (...ids: string[]): QuestionOption[] => ids.map((id) => ({ id, content: [`选项 ${id}`] }));
const choiceOf = (maximumChoices: number, ...ids: string[]): Interaction => ({
  type: 'choice',
  options: optionsOf(...ids),
  maximumChoices,
  isShuffled: false,
});
const BLANK: Interaction = { type: 'textEntry' };
const INLINE: Interaction = { type: 'inlineChoice', options: optionsOf('A', 'B'), isShuffled: false };
const ESSAY: Interaction = { type: 'extendedText' };
const right = (...correct: string[]): ResponseKey => ({ rule: 'choice', milli: 1000, correct, incompleteMilli: 0 });
const TEXT: ResponseKey = { rule: 'text', milli: 1000, accepted: [{ text: '春', milli: 1000 }], isCaseSensitive: false };
const NUMBER: ResponseKey = {
  rule: 'number',
  milli: 1000,
  value: '6',
  tolerance: { kind: 'absolute', amount: '0' },
  units: [],
  withoutUnitMilli: 1000,
};
const MANUAL: ResponseKey = { rule: 'manual', milli: 5000 };

const questionOf = (...parts: (readonly [Interaction, ResponseKey])[]): Question => ({
  view: {
    id: 'q',
    title: '',
    body: ['题干', ...parts.map((_part, index) => ({ name: 'slot' as const, attributes: { interaction: `R${index + 1}` } }))],
    interactions: Object.fromEntries(parts.map(([interaction], index) => [`R${index + 1}`, interaction])),
  },
  key: { responses: Object.fromEntries(parts.map(([, key], index) => [`R${index + 1}`, key])), explanation: [] },
});

describe('type of a question', () => {
  it.each([
    ['single', questionOf([choiceOf(1, 'A', 'B', 'C'), right('A')])],
    ['multiple', questionOf([choiceOf(0, 'A', 'B', 'C'), right('A', 'B')])],
    ['trueFalse', questionOf([choiceOf(1, 'true', 'false'), right('true')])],
    ['blank', questionOf([BLANK, TEXT])],
    ['blank', questionOf([BLANK, TEXT], [BLANK, NUMBER])],
    ['numeric', questionOf([BLANK, NUMBER])],
    ['cloze', questionOf([INLINE, right('A')], [INLINE, right('B')])],
    ['cloze', questionOf([INLINE, right('A')], [BLANK, TEXT])],
    ['shortAnswer', questionOf([ESSAY, MANUAL])],
    ['composite', questionOf([choiceOf(1, 'A', 'B'), right('A')], [ESSAY, MANUAL])],
    ['composite', questionOf([choiceOf(1, 'A', 'B'), right('A')], [choiceOf(1, 'A', 'B'), right('B')])],
  ] as const)('is %s', (type, question) => {
    expect(questionType(question)).toBe(type);
  });
});

const SOUND = questionOf([choiceOf(1, 'A', 'B'), right('A')]);
const problemRows: readonly (readonly [QuestionProblem, Question])[] = [
  ['noText', { ...SOUND, view: { ...SOUND.view, body: SOUND.view.body.slice(1) } }],
  ['noInteraction', questionOf()],
  ['noKey', { ...SOUND, key: { responses: {}, explanation: [] } }],
  [
    'slotWithoutInteraction',
    { ...SOUND, view: { ...SOUND.view, body: [...SOUND.view.body, { name: 'slot', attributes: { interaction: 'R7' } }] } },
  ],
  ['interactionWithoutSlot', { ...SOUND, view: { ...SOUND.view, body: ['题干'] } }],
  ['repeatedOption', questionOf([choiceOf(1, 'A', 'A'), right('A')])],
  ['emptyOption', questionOf([{ ...INLINE, options: [{ id: 'A', content: [' '] }] }, right('A')])],
  ['unknownOption', questionOf([choiceOf(1, 'A', 'B'), right('C')])],
  ['nothingCorrect', questionOf([choiceOf(1, 'A', 'B'), right()])],
  ['tooManyCorrect', questionOf([choiceOf(1, 'A', 'B'), right('A', 'B')])],
  ['keyOfAnotherType', questionOf([choiceOf(1, 'A', 'B'), TEXT])],
  ['pointsAboveMaximum', questionOf([choiceOf(2, 'A', 'B'), { ...right('A'), incompleteMilli: 2000 } as ResponseKey])],
];

describe('problems of a question', () => {
  it('has none when its parts fit together', () => {
    expect(findQuestionProblems(SOUND)).toEqual([]);
    expect(findQuestionProblems(questionOf([BLANK, TEXT], [BLANK, NUMBER], [ESSAY, MANUAL]))).toEqual([]);
  });

  it.each(problemRows)('has %s', (problem, question) => {
    expect(findQuestionProblems(question)).toContain(problem);
  });
});
