/** Tests that an edited rubric is the rubric again, and what is wrong with one that cannot be stored. */
import type { Rubric } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import { editedMilli, editedRubricOf, levelMilli, newRubric, readRubric } from './edited-rubric.ts';

const rubric: Rubric = {
  title: '论述题量规',
  isShown: true,
  criteria: [
    {
      id: 'view',
      title: '观点',
      levels: [
        { id: 'a', milli: 6500, description: '明确' },
        { id: 'b', milli: 0, description: '没有' },
      ],
    },
  ],
};

describe('an edited rubric', () => {
  it('without an edit is the rubric', () => {
    expect(readRubric(editedRubricOf(rubric))).toEqual({ rubric, problems: new Map() });
  });

  it.each([
    ['6.5', 6500],
    ['0', 0],
    [' 1000 ', 1_000_000],
    ['1001', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1.2345', undefined],
  ])('reads the points %j as %s', (typed, milli) => {
    expect(levelMilli(typed)).toBe(milli);
  });

  it('starts with a criterion of all points of the question', () => {
    expect(editedMilli(newRubric(10_000))).toBe(10_000);
  });

  it('says at each part what is missing', () => {
    const edited = editedRubricOf(rubric);
    const [criterion] = edited.criteria;
    const levels = [
      { id: 'a', points: '0', description: '' },
      { id: 'b', points: 'x', description: '没有' },
    ];
    const broken = { ...edited, title: ' ', criteria: criterion === undefined ? [] : [{ ...criterion, levels }] };
    expect([...readRubric(broken).problems]).toEqual([
      ['title', text.emptyName],
      ['view', text.noPoints],
      ['a description', text.emptyLevel],
      ['b points', text.levelWrong],
    ]);
  });
});
