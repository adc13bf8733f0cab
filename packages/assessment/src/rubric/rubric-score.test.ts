/** Tests the points of rubrics, the sum of chosen levels, and which rubric marks a question. */
import type { QuestionKey, Rubric } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { isScoredByTeacher, rubricMilli, rubricOf, rubricScore } from './rubric-score.ts';

const rubricWith = (title: string, ...criteria: readonly (readonly number[])[]): Rubric => ({
  title,
  isShown: false,
  criteria: criteria.map((levels, index) => ({
    id: `c${index + 1}`,
    title: `评分项 ${index + 1}`,
    levels: levels.map((milli, at) => ({ id: `l${at + 1}`, milli, description: `第 ${at + 1} 档` })),
  })),
});

const manual: QuestionKey = { responses: { R: { rule: 'manual', milli: 10_000 } }, explanation: [] };
const choice: QuestionKey = { responses: { R: { rule: 'choice', milli: 10_000, correct: ['A'], incompleteMilli: 0 } }, explanation: [] };

const argument = rubricWith('论述', [6000, 3000, 0], [4000, 2500, 0]);

describe('a rubric', () => {
  it('has the points of the highest level of each criterion, in whatever order the levels are', () => {
    expect(rubricMilli(argument)).toBe(10_000);
    expect(rubricMilli(rubricWith('倒序', [0, 3000, 6000], [0, 4000]))).toBe(10_000);
  });

  it.each([
    [{ c1: 'l1', c2: 'l1' }, 10_000],
    [{ c1: 'l2', c2: 'l2' }, 5500],
    [{ c1: 'l3', c2: 'l3' }, 0],
    [{ c1: 'l1' }, undefined],
    [{ c1: 'l1', c2: 'l9' }, undefined],
    [{ c1: 'l1', c2: 'l1', c3: 'l1' }, undefined],
    [{}, undefined],
  ])('gives for the levels %j the sum %s', (levels, sum) => {
    expect(rubricScore(argument, levels)).toBe(sum);
  });
});

describe('the rubric of a question', () => {
  const question = { id: 'q1', key: manual, possibleMilli: 10_000 };
  const own = rubricWith('本题', [8000, 0]);

  it('is its own before that of the whole assignment', () => {
    expect(rubricOf([{ rubric: argument }, { questionId: 'q1', rubric: own }], question)).toBe(own);
    expect(rubricOf([{ rubric: argument }, { questionId: 'q2', rubric: own }], question)).toBe(argument);
  });

  it('is that of the whole assignment only if the points are the same', () => {
    expect(rubricOf([{ rubric: argument }], { ...question, possibleMilli: 8000 })).toBeUndefined();
  });

  it('is none where no person marks', () => {
    expect([isScoredByTeacher(manual), isScoredByTeacher(choice)]).toEqual([true, false]);
    expect(rubricOf([{ questionId: 'q1', rubric: own }], { ...question, key: choice })).toBeUndefined();
  });
});
