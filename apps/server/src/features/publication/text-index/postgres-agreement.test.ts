import { findInText } from '@shufang/contract/find-in-passage';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { indexTerms, toTsquery, toTsvectorLiteral } from './index-terms.ts';
import { findPinyin, furtherPinyinLiteral, pinyinTerms, toFurtherPinyinTsquery, toPinyinTsquery } from './pinyin-terms.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const queryResults = async (vector: string, query: string): Promise<boolean> => {
  const { rows } = await database.db.orm.execute<{ found: boolean }>(sql`select ${vector}::tsvector @@ ${query}::tsquery as found`);
  return rows[0]?.found === true;
};

describe('PostgreSQL', () => {
  test('finds exactly the phrases that are found in the text', async () => {
    const letters = fc.string({
      unit: fc.constantFrom('甲', '乙', '學', '学', 'a', 'B', '1', "'", '\\', ',', ' ', '\n', '𠮷', '&', ':', '*'),
      maxLength: 12,
    });
    const cases = fc.sample(fc.tuple(letters, letters), { numRuns: 400, seed: 7 });
    const wrong: unknown[] = [];
    for (const [text, other] of [...cases, ['矩阵的特征值', '特征'], ['用C语言编程', 'c语'], ["it's", "it's"]] as const) {
      for (const query of [other, text.slice(1, 4).toWellFormed()]) {
        const phrase = toTsquery(query);
        const found = phrase !== undefined && (await queryResults(toTsvectorLiteral(indexTerms(text)), phrase));
        if (found !== findInText(text, query).length > 0) wrong.push([text, query, phrase]);
      }
    }
    expect(wrong).toEqual([]);
  });
  test('finds titles by pinyin', async () => {
    const title = toTsvectorLiteral(pinyinTerms('高等代数'), 'B');
    const found = await Promise.all(
      ['gaodeng', 'gddaishu', 'gdds', 'daish', 'shu', 'xian'].map((query) => queryResults(title, toPinyinTsquery(query) ?? '')),
    );
    expect(found).toEqual([true, false, true, true, true, false]);
  });
  test('finds chapters by pinyin, each with a match range that can be highlighted', async () => {
    const titles = ['特征值与特征向量', '银行的行为', '重庆的重工业', '长江长了', '女子乐团的快乐', '嗯', '还没还', '《六艺》·乐', '朝阳'];
    const queries = titles.flatMap((title) => {
      const [...sounds] = furtherPinyinLiteral([title]).matchAll(/'~+([a-z]+)'/g);
      return sounds.flatMap(([, letters = '']) => [letters, letters.slice(0, -1), letters.slice(0, 5)]);
    });
    const wrong: unknown[] = [];
    for (const query of new Set(queries)) {
      const queries = toFurtherPinyinTsquery(query);
      for (const title of queries === undefined ? [] : titles) {
        const found = await queryResults(furtherPinyinLiteral([title]), queries ?? '');
        if (found && findPinyin(title, query, true) === undefined) wrong.push([title, query]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await queryResults(furtherPinyinLiteral(titles), toFurtherPinyinTsquery('yinhangdexingw') ?? '')).toBe(true);
    expect(await queryResults(furtherPinyinLiteral(titles), toFurtherPinyinTsquery('zhengyuw') ?? '')).toBe(false);
  });
});
