/** Tests that an edited key is the key again, and what each edit makes of it. */
import { findQuestionProblems, scoreQuestion } from '@shufang/assessment';
import type { Question } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { correctedKey, editedKeyOf } from './edited-key.ts';

const slot = { name: 'slot' as const, attributes: { interaction: 'R' } };
const options = ['A', 'B', 'C'].map((id) => ({ id, content: [id] }));
const body = [{ name: 'p' as const, children: ['题干'] }, slot];

const choice = (maximumChoices: number, correct: string[]): Question => ({
  view: { id: 'q', title: '', body, interactions: { R: { type: 'choice', options, maximumChoices, isShuffled: false } } },
  key: { responses: { R: { rule: 'choice', milli: 2000, correct, incompleteMilli: 0 } }, explanation: ['解析'] },
});
const blank: Question = {
  view: { id: 'q', title: '', body, interactions: { R: { type: 'textEntry' } } },
  key: {
    responses: {
      R: {
        rule: 'text',
        milli: 2000,
        accepted: [
          { text: '孔子', milli: 2000 },
          { text: '仲尼', milli: 1000 },
        ],
        isCaseSensitive: false,
      },
    },
    explanation: [],
  },
};
const numeric: Question = {
  view: { id: 'q', title: '', body, interactions: { R: { type: 'textEntry' } } },
  key: {
    responses: {
      R: { rule: 'number', milli: 2000, value: '3.14', tolerance: { kind: 'absolute', amount: '0.01' }, units: [], withoutUnitMilli: 2000 },
    },
    explanation: [],
  },
};

describe('an edited key', () => {
  it.each([choice(1, ['A']), choice(0, ['A', 'B']), blank, numeric])('without an edit is the key', ({ view, key }) => {
    expect(correctedKey(key, view, editedKeyOf(key, view), false)).toEqual(key);
  });

  it('accepts each of several options of a single choice, and is edited again as they were chosen', () => {
    const { view, key } = choice(1, ['A']);
    const corrected = correctedKey(key, view, { R: { kind: 'options', chosen: ['A', 'C'] } }, false);
    expect(findQuestionProblems({ view, key: corrected })).toEqual([]);
    expect(['A', 'B', 'C'].map((id) => scoreQuestion(corrected, { R: [id] }).earnedMilli)).toEqual([2000, 0, 2000]);
    expect(editedKeyOf(corrected, view)).toEqual({ R: { kind: 'options', chosen: ['A', 'C'] } });
  });

  it('asks for all options of a multiple choice together', () => {
    const { view, key } = choice(0, ['A', 'B']);
    const corrected = correctedKey(key, view, { R: { kind: 'options', chosen: ['B', 'C'] } }, false);
    expect([['B', 'C'], ['B'], ['A', 'B']].map((ids) => scoreQuestion(corrected, { R: ids }).earnedMilli)).toEqual([2000, 0, 0]);
  });

  it('accepts further texts, and an accepted one with a part of the points can get all', () => {
    const { view, key } = blank;
    const corrected = correctedKey(key, view, { R: { kind: 'texts', lines: '孔子\n仲尼\n\n孔丘 ' } }, false);
    expect(['孔子', '仲尼', '孔丘', '孟子'].map((text) => scoreQuestion(corrected, { R: [text] }).earnedMilli)).toEqual([
      2000, 2000, 2000, 0,
    ]);
  });

  it('changes a number and its tolerance', () => {
    const { view, key } = numeric;
    const corrected = correctedKey(key, view, { R: { kind: 'number', value: '3.2', tolerance: '0.1' } }, false);
    expect(['3.14', '3.3', '3.0'].map((text) => scoreQuestion(corrected, { R: [text] }).earnedMilli)).toEqual([2000, 2000, 0]);
  });

  it('gives everyone full marks, also without a response', () => {
    const { view, key } = choice(1, ['A']);
    expect(scoreQuestion(correctedKey(key, view, editedKeyOf(key, view), true), {})).toMatchObject({
      verdict: 'correct',
      earnedMilli: 2000,
    });
  });
});
