/** Tests how typed text becomes the value of a cell, and back. */

import { GRADE_STATES } from '@shufang/assessment';
import { type GradeSchemeRecord, gradeState } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { orderedColumns, parseGrade, textOfGrade, textOfTotal } from './grade-value.ts';

describe('a typed grade', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['85', { kind: 'points', milli: 85_000 }],
    ['8.125', { kind: 'points', milli: 8_125 }],
    ['９０．５', { kind: 'points', milli: 90_500 }],
    ['缺考', { kind: 'state', state: 'absent' }],
    ['0', { kind: 'points', milli: 0 }],
    ['200', { kind: 'points', milli: 200_000 }],
  ])('"%s" is understood', (typed, value) => {
    expect(parseGrade(typed, 100_000)).toEqual(value);
  });

  it.each(['八十', '85分', '-1', '1e3', '8.1234', '200.001'])('"%s" is refused with a reason', (typed) => {
    expect(parseGrade(typed, 100_000)).toHaveProperty('error');
  });

  it('is the text of its value', () => {
    for (const text of ['', '85', '8.125', '缺考', '免修']) {
      const value = parseGrade(text, 100_000);
      expect('error' in value ? undefined : textOfGrade(value)).toBe(text);
    }
  });
});

it('a total has the digits of the scheme, and no total is not 0', () => {
  expect([textOfTotal(8567, 2), textOfTotal(0, 1), textOfTotal(undefined, 1)]).toEqual(['85.67', '0.0', '—']);
});

it('columns are ordered by category', () => {
  const column = (id: string, categoryId: string) => ({ id, categoryId, title: id, maxMilli: 1, isReleased: false });
  const category = (id: string) => ({ id, name: id, weightBasisPoints: 1, method: 'points' as const, dropLowest: 0 });
  const scheme: GradeSchemeRecord = {
    rev: 1,
    digits: 0,
    categories: [category('a'), category('b')],
    columns: [column('1', 'b'), column('2', 'a'), column('3', 'b')],
  };
  expect(orderedColumns(scheme).map(({ id }) => id)).toEqual(['2', '1', '3']);
});

it('the states of the contract are those that the calculation knows', () => {
  expect([...gradeState.options]).toEqual([...GRADE_STATES]);
});
