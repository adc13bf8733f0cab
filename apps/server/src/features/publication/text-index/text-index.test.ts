import { blockPointAt, findInText } from '@shufang/contract/find-in-passage';
import { foldLine, foldText } from '@shufang/contract/fold-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexTerms, isOfOneLexeme, type Term, toFieldsLiteral, toPassageLiterals, toTsquery, toTsvectorLiteral } from './index-terms.ts';
import { makePassages, PASSAGE_CHARS_MAX } from './passages.ts';
import { findPinyin, furtherPinyinLiteral, pinyinTerms, pinyinTestOf, toFurtherPinyinTsquery, toPinyinTsquery } from './pinyin-terms.ts';

const lexemes = (text: string): string[] => indexTerms(text).map((term) => term.lexeme);

/** Evaluates `vector @@ query` as PostgreSQL does, for the phrases that `toTsquery` builds. */
const matches = (terms: readonly Term[], query: string): boolean => {
  const parts = (toTsquery(query) ?? '').split(' <-> ').map((part) => /^'(.*)'(:\*)?$/.exec(part));
  const at = new Map(terms.map((term) => [term.position, term.lexeme]));
  return terms.some((term) =>
    parts.every((part, index) => {
      const here = at.get(term.position + index);
      return here !== undefined && part !== null && (part[2] ? here.startsWith(part[1] ?? '') : here === part[1]);
    }),
  );
};
const finds = (text: string, query: string): boolean => {
  const byIndex = matches(indexTerms(text), query);
  expect(findInText(text, query).length > 0).toBe(byIndex);
  return byIndex;
};

describe('indexTerms', () => {
  test('makes overlapping bigrams, and the last character alone', () => {
    expect(lexemes('特征值')).toEqual(['特征', '征值', '值']);
    expect(toTsvectorLiteral(indexTerms('特征,特征'))).toBe("'特征':1,3 '征':2,4");
  });
  test('separates Latin words and digits from the hanzi around them', () => {
    expect(lexemes('C语言与DNA分子2.0版')).toEqual(['c', '语言', '言与', '与', 'dna', '分子', '子', '2', '0', '版']);
  });
  test('normalizes full width, case, traditional characters and rare ones outside the basic plane', () => {
    expect(lexemes('ＣＡＴ學習')).toEqual(['cat', '学习', '习']);
    expect(lexemes('𠮷野')).toEqual(['𠮷野', '野']);
    expect(foldText('a𠮷').map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [1, 3],
    ]);
  });
  test('ignores spaces and invisible characters inside a line, and separates at line ends', () => {
    expect(lexemes('第一章 绪\u200b论\n完')).toEqual(['第一', '一章', '章绪', '绪论', '论', '完']);
  });
  test('escapes special characters of the literal and stays within the limits of PostgreSQL', () => {
    expect(toTsvectorLiteral([{ lexeme: "it's\\", position: 1 }], 'A')).toBe("'it''s\\\\':1A");
    const many = toTsvectorLiteral(indexTerms('甲,'.repeat(20_000)));
    expect(many.match(/\d+/g)?.length).toBeLessThanOrEqual(256);
    expect(Math.max(...(many.match(/\d+/g) ?? []).map(Number))).toBeLessThanOrEqual(16_383);
  });
  test('returns the lexemes that occur more than once, and recognizes queries of one lexeme', () => {
    expect(toPassageLiterals(indexTerms('特征,特征值'))).toEqual({
      tokens: toTsvectorLiteral(indexTerms('特征,特征值')),
      repeats: "'特征':1,3",
    });
    expect(toPassageLiterals(indexTerms('特征')).repeats).toBe('');
    const isOne = (query: string): boolean => isOfOneLexeme(toTsquery(query) ?? '');
    expect(['特征', '學習', '特征值', '特', 'java', '特征 it'].map(isOne)).toEqual([true, true, false, false, false, false]);
    expect(isOfOneLexeme("'it''s'")).toBe(true);
  });
  test('no phrase spans two fields', () => {
    expect(
      toFieldsLiteral([
        { terms: indexTerms('高等'), weight: 'A' },
        { terms: indexTerms('代数'), weight: 'B' },
      ]),
    ).toBe("'高等':1A '等':2A '代数':11B '数':12B");
  });
});

describe('finding a query in a text', () => {
  test.each([
    ['矩阵的特征值', '特征'],
    ['矩阵的特征值', '值'],
    ['矩阵的特征值', '阵'],
    ['用C语言编程', 'C语言'],
    ['用 C 语言编程', 'c语言'],
    ['双螺旋DNA分子', 'dna分子'],
    ['JavaScript 入门', 'java'],
    ['學而時習之', '学而时习'],
    ['学而时习之', '時習'],
    ['学而时习之,不亦说乎', '习之。不亦'],
    ['𠮷野家', '𠮷'],
    ['第一章\u3000绪论', '第一章绪论'],
  ])('%s contains %s', (text, query) => expect(finds(text, query)).toBe(true));
  test.each([
    ['学而时习之,不亦说乎', '之不'],
    ['学而\n时习', '而时'],
    ['JavaScript', 'script'],
    ['C语言', 'D语言'],
    ['特征', '征特'],
    ['特征', '!?'],
  ])('%s does not contain %s', (text, query) => expect(finds(text, query)).toBe(false));
  test('returns the match ranges in the original text', () => {
    expect(findInText('學習、學習;学', '学习')).toEqual([
      [0, 2],
      [3, 5],
    ]);
    expect(findInText('𠮷C语言', 'C语')).toEqual([[2, 4]]);
    expect(findInText('JavaScript', 'java')).toEqual([[0, 4]]);
  });
  test('finds the same match ranges as a slow search over all units', () => {
    const letters = fc.string({
      unit: fc.constantFrom(
        '甲',
        '乙',
        '學',
        '学',
        'a',
        'b',
        'B',
        'e',
        '\u0301',
        '\u200b',
        '㍿',
        '式',
        '会',
        '1',
        '，',
        ' ',
        '\n',
        '𠮷',
        'ﬀ',
      ),
      maxLength: 14,
    });
    /** Returns the expected ranges, by comparing the units of the query with every run of units in the text. */
    const expectedRanges = (text: string, query: string): [number, number][] => {
      const [units, queryUnits] = [foldText(text), foldText(query)];
      const found: [number, number][] = [];
      for (let at = 0; queryUnits.length > 0 && at + queryUnits.length <= units.length; at++) {
        const unit = units.slice(at, at + queryUnits.length);
        const same = unit.every(({ kind, text: folded, joined }, index) => {
          const other = queryUnits[index];
          const isLast = index === queryUnits.length - 1;
          if (kind !== other?.kind) return false;
          return isLast && kind === 'word' ? folded.startsWith(other.text) : folded === other.text && (isLast || joined === other.joined);
        });
        if (!same) continue;
        const [first, last, lastQueryUnit] = [unit[0], unit.at(-1), queryUnits.at(-1)];
        if (!first || !last || !lastQueryUnit) continue;
        const isPart = last.kind === 'word' && lastQueryUnit.text.length < last.text.length && last.end - last.start === last.text.length;
        found.push([first.start, isPart ? last.start + lastQueryUnit.text.length : last.end]);
        at += queryUnits.length - 1;
      }
      return found;
    };
    fc.assert(
      fc.property(letters, letters, fc.nat(8), fc.integer({ min: 1, max: 4 }), (text, other, from, length) => {
        for (const query of [other, text.slice(from, from + length).toWellFormed()]) {
          const all = expectedRanges(text, query);
          expect(findInText(text, query)).toEqual(all);
          expect(findInText(text, query, 1)).toEqual(all.slice(0, 1));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('the index and the search in the text agree for random texts and queries', () => {
    const letters = fc.string({
      unit: fc.constantFrom('甲', '乙', '丙', '學', '学', 'a', 'B', '1', ',', ' ', '\n', '𠮷', 'か'),
      maxLength: 14,
    });
    fc.assert(
      fc.property(letters, letters, fc.nat(12), fc.nat(4), (text, other, from, length) => {
        expect(findInText(text, other).length > 0).toBe(matches(indexTerms(text), other));
        // Any run of hanzi in the text is found in it.
        const part = /^[甲乙丙學学か]*/.exec(text.slice(from, from + length + 1))?.[0] ?? '';
        expect(part === '' || finds(text, part)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('makePassages', () => {
  const blocks = Array.from({ length: 40 }, (_, index) => ({
    id: `b${index}`,
    text: `${'段落'.repeat(30 + index)}第${index}个𠮷。`,
    heading: index % 10 === 0,
  }));
  test('respects the maximum length, loses no text and knows the block at every offset', () => {
    const long = { id: 'bx', text: '长句,'.repeat(2_000) };
    const all = [...blocks, long, { id: 'empty', text: ' \n ' }, { id: 'last', text: '尾\n声' }];
    const passages = makePassages(all);
    for (const passage of passages) {
      expect(passage.text.length).toBeLessThanOrEqual(PASSAGE_CHARS_MAX);
      expect(passage.blockOffsets[0]?.[0]).toBe(passage.firstBlock);
      for (let at = 0; at < passage.text.length; at += 97) {
        if (passage.text[at] === '\n') continue;
        const point = blockPointAt(passage, at);
        const block = all.find((candidate) => candidate.id === point?.blockId);
        expect(block?.text.replace(/\n/g, ' ')[point?.offset ?? -1]).toBe(passage.text[at]);
      }
    }
    expect(passages.map((passage) => passage.text.replace(/\n/g, '')).join('')).toBe(
      all
        .filter((block) => block.text.trim() !== '')
        .map((block) => block.text.replace(/\n/g, ' '))
        .join(''),
    );
  });
  test('does not separate words at a line break inside a block, and does at the end of a block', () => {
    const [passage] = makePassages([
      { id: 'a', text: '学而\n  时习' },
      { id: 'b', text: '之' },
    ]);
    expect(findInText(passage?.text ?? '', '而时')).toHaveLength(1);
    expect(findInText(passage?.text ?? '', '习之')).toHaveLength(0);
  });
});

describe('searching by pinyin', () => {
  test('finds a title by complete pinyin and by initials, from any character on', () => {
    const found = pinyinTerms('线性代数').map((term) => term.lexeme);
    expect(found).toEqual(expect.arrayContaining(['~xianxingdaishu', '~~xxds', '~daishu', '~~ds']));
    expect(toPinyinTsquery("dai'shu")).toBe("'~daishu':* | '~~daishu':*");
  });
  test('is not used for queries that are not pinyin', () => {
    expect(toPinyinTsquery('代数')).toBeUndefined();
    expect(toPinyinTsquery('x')).toBeUndefined();
    expect(pinyinTerms('Linux 101')).toEqual([]);
  });
  test('in chapter titles requires more than one syllable or two initials, and has a limited index for a dictionary', () => {
    expect(toFurtherPinyinTsquery('tezheng')).toBe("'~tezheng':* | '~~tezheng':*");
    expect(toFurtherPinyinTsquery('wjf')).toBe("'~wjf':* | '~~wjf':*");
    for (const one of ['te', 'er', 'xian', 'zhuang', 'lv']) expect(toFurtherPinyinTsquery(one) ?? '', one).not.toContain("'~" + one);
    for (const none of ['te', 'jx', '特征', 'x1', '']) expect(toFurtherPinyinTsquery(none), none).toBeUndefined();
    expect(furtherPinyinLiteral(['Linux', '特征'])).toBe("'~tezheng' '~~tz' '~zheng' '~~z'");
    const characters = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏';
    const many = Array.from({ length: 20_000 }, (_, n) =>
      [...String(n * 7_919)].map((digit, at) => characters[(Number(digit) + at * 7) % characters.length]).join(''),
    );
    expect(furtherPinyinLiteral(many).split(' ').length).toBeLessThanOrEqual(40_000);
  });
  test('returns the range of the matching characters, across other characters and for every reading of a character', () => {
    const matchOf = (title: string, query: string): string | undefined => {
      const found = findPinyin(title, query);
      return found && title.slice(...found);
    };
    expect(matchOf('第三章 特徵值与特征向量', 'tezhengz')).toBe('特徵值');
    expect(matchOf('第三章 特徵值与特征向量', 'TZXL')).toBe('特征向量');
    expect(matchOf('银行与行为', 'yinhang')).toBe('银行');
    expect(matchOf('银行与行为', 'xingw')).toBe('行为');
    expect(matchOf('《女·书》', 'nvshu')).toBe('女·书');
    expect(matchOf('日の本', 'riben')).toBe('日の本');
    expect(pinyinTerms('日の本').map(({ lexeme }) => lexeme)).toContain('~riben');
    for (const [title, query] of [
      ['特征', 'zhengte'],
      ['特征', 'tezhengz'],
      ['特征', '特'],
      ['Linux', 'li'],
      ['', 'te'],
    ] as const)
      expect(matchOf(title, query), query).toBeUndefined();
  });
  test('in notes matches within a run of characters only', () => {
    const folded = foldLine('梯度下降是沿负梯度走\n学习率');
    for (const q of ['tidu', 'ti du', 'tdxj', 'xuexil', 'xxl']) expect(pinyinTestOf(q)?.(folded), q).toBe(true);
    for (const q of ['zouxue', 'zxx', 'jiangdu']) expect(pinyinTestOf(q)?.(folded), q).toBe(false);
    for (const q of ['ti', 'td', '梯度', '5x']) expect(pinyinTestOf(q), q).toBeUndefined();
  });
});
