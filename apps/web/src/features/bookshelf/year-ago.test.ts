import { expect, test } from 'vitest';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { marksOfThisDay } from './year-ago.ts';

const at = (year: number, month: number, day: number, hour = 9): number => new Date(year, month - 1, day, hour).getTime();
const now = at(2026, 11, 21);

test('are those of this day in earlier years, the nearest year first', () => {
  const marks = [
    aMark({ createdAt: at(2023, 11, 21), body: '三年前' }),
    aMark({ createdAt: at(2025, 11, 21, 23), body: '去年晚上' }),
    aMark({ createdAt: at(2025, 11, 21, 0), body: '去年清早' }),
    aMark({ createdAt: at(2025, 11, 22), body: '第二天' }),
    aMark({ createdAt: at(2026, 11, 21, 1), body: '今天' }),
  ];
  expect(marksOfThisDay(marks, now, 5).map(({ years, mark }) => [years, mark.body])).toEqual([
    [1, '去年清早'],
    [1, '去年晚上'],
    [3, '三年前'],
  ]);
  expect(marksOfThisDay(marks, now, 1)).toHaveLength(1);
});

test('are not what lies in the bin, nor bookmarks, which say nothing', () => {
  const marks = [aMark({ createdAt: at(2025, 11, 21), deletedAt: 1 }), aMark({ createdAt: at(2025, 11, 21), kind: 'bookmark' })];
  expect(marksOfThisDay(marks, now, 5)).toEqual([]);
});
