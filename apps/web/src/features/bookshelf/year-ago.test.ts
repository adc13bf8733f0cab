import { expect, test } from 'vitest';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { annotationsOfThisDay } from './year-ago.ts';

const at = (year: number, month: number, day: number, hour = 9): number => new Date(year, month - 1, day, hour).getTime();
const now = at(2026, 11, 21);

test('the annotations are those of this day in earlier years, the latest year first', () => {
  const annotations = [
    anAnnotation({ createdAt: at(2023, 11, 21), body: '三年前' }),
    anAnnotation({ createdAt: at(2025, 11, 21, 23), body: '去年晚上' }),
    anAnnotation({ createdAt: at(2025, 11, 21, 0), body: '去年清早' }),
    anAnnotation({ createdAt: at(2025, 11, 22), body: '第二天' }),
    anAnnotation({ createdAt: at(2026, 11, 21, 1), body: '今天' }),
  ];
  expect(annotationsOfThisDay(annotations, now, 5).map(({ years, annotation }) => [years, annotation.body])).toEqual([
    [1, '去年清早'],
    [1, '去年晚上'],
    [3, '三年前'],
  ]);
  expect(annotationsOfThisDay(annotations, now, 1)).toHaveLength(1);
});

test('deleted annotations and bookmarks are left out', () => {
  const annotations = [
    anAnnotation({ createdAt: at(2025, 11, 21), deletedAt: 1 }),
    anAnnotation({ createdAt: at(2025, 11, 21), kind: 'bookmark' }),
  ];
  expect(annotationsOfThisDay(annotations, now, 5)).toEqual([]);
});
