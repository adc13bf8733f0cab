import { describe, expect, test } from 'vitest';
import { citeBook, quoteWithCitation } from './cite-book.ts';

const work = {
  title: '动手学深度学习',
  contributors: [{ name: '阿斯顿·张', role: 'author' as const }],
  publisher: '人民邮电出版社',
  published: '2023-02-01',
  languages: ['zh-CN'],
};

describe('a citation by GB/T 7714', () => {
  test('contains author, title, publisher, year, chapter and position', () => {
    expect(citeBook(work, { chapterTitle: '第2章 预备知识', position: 31 })).toBe(
      '阿斯顿·张. 动手学深度学习[M/OL]. 人民邮电出版社, 2023: 第2章 预备知识, 位置 31.',
    );
  });

  test('ends more than three authors with 等 and names the translator after the title', () => {
    const contributors = [
      ...['甲', '乙', '丙', '丁'].map((name) => ({ name, role: 'author' as const })),
      { name: '戊', role: 'translator' as const },
    ];
    expect(citeBook({ ...work, contributors }, { chapterTitle: '' })).toBe(
      '甲, 乙, 丙, 等. 动手学深度学习[M/OL]. 戊, 译. 人民邮电出版社, 2023.',
    );
  });

  test('names the editors of an edited volume', () => {
    const contributors = [{ name: '何炅', role: 'editor' as const }];
    expect(citeBook({ ...work, contributors }, { chapterTitle: '' })).toMatch(/^何炅, 主编\. /);
  });

  test('omits unknown parts with their punctuation', () => {
    const bare = { title: '三字经', contributors: [], languages: [] };
    expect(citeBook(bare, { chapterTitle: '' })).toBe('三字经[M/OL].');
    expect(citeBook(bare, { chapterTitle: '人之初' })).toBe('三字经[M/OL]. 人之初.');
  });

  test('uses English terms for a foreign-language book', () => {
    const foreign = {
      ...work,
      title: 'War and Peace',
      subtitle: 'A Novel',
      publisher: 'Standard Ebooks',
      contributors: ['L. Tolstoy', 'B', 'C', 'D'].map((name) => ({ name, role: 'author' as const })),
      languages: ['en'],
    };
    expect(citeBook(foreign, { chapterTitle: 'Book One', position: 3 })).toBe(
      'L. Tolstoy, B, C, et al. War and Peace: A Novel[M/OL]. Standard Ebooks, 2023: Book One, loc. 3.',
    );
  });

  test('is copied to the clipboard after the passage', () => {
    expect(quoteWithCitation(' 曰：“学而时习之 \n 不亦说乎” ', { ...work, contributors: [] }, { chapterTitle: '' })).toBe(
      '“曰：‘学而时习之\n不亦说乎’”\n动手学深度学习[M/OL]. 人民邮电出版社, 2023.',
    );
  });
});
