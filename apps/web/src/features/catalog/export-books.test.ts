import type { BookCard } from '@shufang/contract';
import { expect, test } from 'vitest';
import { bookTable } from './export-books.ts';

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

test('a list opens as a table: commas and quotes stay in their cell, and no title becomes a formula', () => {
  const [head, first, second] = bookTable(
    [book({ title: '“诗”,"书"' }), book({ title: '=1+1', accessModel: 'free', publisher: '书局' })],
    'https://x',
  ).split('\r\n');
  expect(head).toBe('书名,作者,出版社,阅读方式,定价（元）,字数,网址');
  expect(first).toBe('"“诗”,""书""",孔子,,付费,29.50,12,https://x/course/info/01HZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(second).toMatch(/^'=1\+1,孔子,书局,免费,,12,/);
});
