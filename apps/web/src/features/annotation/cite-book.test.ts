import { describe, expect, test } from 'vitest';
import { cityOf } from '../../platform/messages/zh-cn/publisher-cities.ts';
import { citeBook, quoteWithCitation } from './cite-book.ts';

const access = { at: new Date(2026, 0, 2, 12).getTime(), address: 'https://shufang.example/course/info/b1' };
const SEEN = '[2026-01-02]. https://shufang.example/course/info/b1.';

const work = {
  title: '动手学深度学习',
  contributors: [{ name: '阿斯顿·张', role: 'author' as const }],
  publisher: '人民邮电出版社',
  published: '2023-02-01',
  languages: ['zh-CN'],
};

describe('a citation by GB/T 7714', () => {
  test('contains author, title, publisher, year, chapter and position', () => {
    expect(citeBook(work, { chapterTitle: '第2章 预备知识', position: 31 }, access)).toBe(
      `阿斯顿·张. 动手学深度学习[M/OL]. 北京: 人民邮电出版社, 2023: 第2章 预备知识, 位置 31${SEEN}`,
    );
  });

  test('ends more than three authors with 等 and names the translator after the title', () => {
    const contributors = [
      ...['甲', '乙', '丙', '丁'].map((name) => ({ name, role: 'author' as const })),
      { name: '戊', role: 'translator' as const },
    ];
    expect(citeBook({ ...work, contributors }, { chapterTitle: '' }, access)).toBe(
      `甲, 乙, 丙, 等. 动手学深度学习[M/OL]. 戊, 译. 北京: 人民邮电出版社, 2023${SEEN}`,
    );
  });

  test('names the editors of an edited volume', () => {
    const contributors = [{ name: '何炅', role: 'editor' as const }];
    expect(citeBook({ ...work, contributors }, { chapterTitle: '' }, access)).toMatch(/^何炅, 主编\. /);
  });

  test('omits unknown parts with their punctuation', () => {
    const bare = { title: '三字经', contributors: [], languages: [] };
    expect(citeBook(bare, { chapterTitle: '' }, access)).toBe(`三字经[M/OL]. ${SEEN}`);
    expect(citeBook(bare, { chapterTitle: '人之初' }, access)).toBe(`三字经[M/OL]. 人之初${SEEN}`);
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
    expect(citeBook(foreign, { chapterTitle: 'Book One', position: 3 }, access)).toBe(
      `L. Tolstoy, B, C, et al. War and Peace: A Novel[M/OL]. Standard Ebooks, 2023: Book One, loc. 3${SEEN}`,
    );
  });

  test('names the edition after the first, and the place that the publication gives', () => {
    const second = { ...work, edition: 2, publisher: '台北：联经', contributors: [] };
    expect(citeBook(second, { chapterTitle: '' }, access)).toBe(`动手学深度学习[M/OL]. 2版. 台北: 联经, 2023${SEEN}`);
    expect(citeBook({ ...second, edition: 1 }, { chapterTitle: '' }, access)).not.toContain('版.');
    expect(citeBook({ ...second, edition: 3, languages: ['en'] }, { chapterTitle: '' }, access)).toContain('. 3rd ed. ');
  });

  test('names the place of the work before that in the name of the publisher and that of the list', () => {
    const placed = { ...work, contributors: [], placeOfPublication: '雄安' };
    for (const publisher of ['人民邮电出版社', '台北：人民邮电出版社'])
      expect(citeBook({ ...placed, publisher }, { chapterTitle: '' }, access)).toBe(
        `动手学深度学习[M/OL]. 雄安: 人民邮电出版社, 2023${SEEN}`,
      );
    expect(citeBook({ ...placed, publisher: undefined }, { chapterTitle: '' }, access)).toContain('[M/OL]. 雄安, 2023[');
  });

  test.each([
    ['人民邮电出版社', '北京'],
    ['上海三联书店', '上海'],
    ['广西师范大学出版社', '桂林'],
    ['广西人民出版社', '南宁'],
    ['中国海洋大学出版社', '青岛'],
    ['中国电力出版社', '北京'],
    ['岳麓书社', '长沙'],
    ['江苏大学出版社', '镇江'],
    ['河北大学出版社', undefined],
    ['某某工作室', undefined],
    ['Standard Ebooks', undefined],
  ])('the city of %s is %s', (publisher, city) => expect(cityOf(publisher)).toBe(city));

  test('marks of footnotes in brackets are removed from a passage, and other brackets stay', () => {
    const [passage] = quoteWithCitation('学而时习之[1]，不亦说乎？〔注2〕取 a[1] 与（2）', work, { chapterTitle: '' }, access).split('\n');
    expect(passage).toBe('“学而时习之，不亦说乎？取 a[1] 与（2）”');
  });

  test('is copied to the clipboard after the passage', () => {
    expect(quoteWithCitation(' 曰：“学而时习之 \n 不亦说乎” ', { ...work, contributors: [] }, { chapterTitle: '' }, access)).toBe(
      `“曰：‘学而时习之\n不亦说乎’”\n动手学深度学习[M/OL]. 北京: 人民邮电出版社, 2023${SEEN}`,
    );
  });
});
