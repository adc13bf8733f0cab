import type { BookCard } from '@shufang/contract';
import { expect, test } from 'vitest';
import { bookSheet } from './export-books.ts';

const book = (changes: Partial<BookCard>): BookCard => ({
  id: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  title: '论语',
  authors: '孔子',
  accessModel: 'paid',
  priceFen: 2_950,
  owned: false,
  publishedAt: 0,
  chars: 12,
  categories: [],
  ...changes,
});

test('a list is exported as a sheet in which texts stay texts, also one that looks like a formula, and numbers are numbers', () => {
  const [head, first, second] = bookSheet(
    [
      book({ title: '“诗”,\u0007"书"', isbn: '9787101003079', plan: '“十四五”规划教材' }),
      book({ title: '=1+1', accessModel: 'free', publisher: '书局' }),
    ],
    'https://x',
  );
  const values = (row: typeof first) => row?.map((cell) => cell?.value ?? null);
  expect(values(head)).toEqual(['书名', '作者', '出版社', 'ISBN', '规划教材', '阅读方式', '定价（元）', '字数', '网址']);
  expect(values(first)).toEqual([
    '“诗”,"书"',
    '孔子',
    '',
    '9787101003079',
    '“十四五”规划教材',
    '付费',
    29.5,
    12,
    'https://x/course/info/01HZZZZZZZZZZZZZZZZZZZZZZZ',
  ]);
  expect(second?.[0]).toEqual({ value: '=1+1', type: String });
  expect(values(second)?.slice(1, 7)).toEqual(['孔子', '书局', '', '', '免费', null]);
});
