import type { BlueprintRow } from '@shufang/contract';
import { expect, it } from 'vitest';
import { type BlueprintQuestion, blueprintCounts, questionsOutsideOf } from './blueprint-counts.ts';

const row = (more: Partial<BlueprintRow>): BlueprintRow => ({ knowledgePoint: '', type: null, difficulty: null, wanted: 2, ...more });
const one = (type: BlueprintQuestion['type'], points: string[], difficulty?: number): BlueprintQuestion => ({
  type,
  knowledgePoints: points,
  ...(difficulty === undefined ? {} : { difficulty }),
});

const QUESTIONS = [one('single', ['循环'], 2), one('single', ['循环', '列表'], 3), one('blank', ['列表'])];

it.each([
  ['a kind with as many as wanted', row({ type: 'single' }), 2, 0, 'met'],
  ['a question with two knowledge points in both', row({ knowledgePoint: '列表' }), 2, 0, 'met'],
  ['too many of any kind', row({ wanted: 1 }), 3, 0, 'tooMany'],
  ['a difficulty that no question has', row({ difficulty: 5 }), 0, 0, 'missing'],
  ['all three at once', row({ type: 'single', knowledgePoint: '循环', difficulty: 3, wanted: 1 }), 1, 0, 'met'],
] as const)('counts %s', (_name, each, present, possible, verdict) => {
  expect(blueprintCounts([each], QUESTIONS, [])).toEqual([{ row: each, present, possible, verdict }]);
});

it('counts drawn questions for sure where the filter is as narrow as the row, and as possible where it is wider', () => {
  const draws = [{ filter: { type: 'single' as const, knowledgePoint: '函数' }, count: 3 }];
  const rows = [
    row({ type: 'single', knowledgePoint: '函数', wanted: 3 }),
    row({ type: 'single', knowledgePoint: '函数', difficulty: 4, wanted: 1 }),
    row({ knowledgePoint: '循环', wanted: 4 }),
    row({ type: 'blank', wanted: 1 }),
  ];
  expect(blueprintCounts(rows, QUESTIONS, draws).map(({ present, possible, verdict }) => [present, possible, verdict])).toEqual([
    [3, 0, 'met'],
    [0, 3, 'uncertain'],
    [2, 3, 'uncertain'],
    [1, 0, 'met'],
  ]);
});

it('names the number of questions outside of all rows, and none without a blueprint', () => {
  expect(questionsOutsideOf([row({ type: 'single' })], QUESTIONS)).toBe(1);
  expect(questionsOutsideOf([], QUESTIONS)).toBe(0);
});
