import { describe, expect, it } from 'vitest';
import { longestMatches, parseCedict, withTones } from './parse-cedict.ts';

// Written for this test in the format of CC-CEDICT.
const LINES = `# A sample
#! name=样本词典
#! license=https://creativecommons.org/licenses/by-sa/4.0/
學 学 [xue2] /to learn/
學習 学习 [xue2 xi2] /to learn/to study/
學而不厭 学而不厌 [xue2 er2 bu4 yan4] /never tired of learning/
學 学 [Xue2] /surname Xue/
not a line
綠 绿 [lu:4] /green/`.split('\n');

describe('a dictionary in the format of CC-CEDICT', () => {
  it('has a name, terms and entries by simplified and traditional words; other lines are left out', () => {
    const { name, license, entries } = parseCedict(LINES);
    expect([name, license]).toEqual(['样本词典', 'https://creativecommons.org/licenses/by-sa/4.0/']);
    expect(entries.get('绿')).toEqual([{ headword: '绿（綠）', pinyin: 'lǜ', definitions: ['green'] }]);
    expect(entries.get('綠')).toBe(entries.get('綠'));
    expect([...entries.keys()]).toEqual(['学', '學', '学习', '學習', '学而不厌', '學而不厭', '绿', '綠']);
  });

  it.each([
    ['学习成绩', 9, ['学习（學習）', '学（學）', '学（學）']],
    ['學而不厭，诲人不倦', 9, ['学而不厌（學而不厭）', '学（學）', '学（學）']],
    ['学而', 1, ['学（學）']],
    ['成绩', 9, []],
  ])('the words with which %s begins come longest first', (text, max, words) => {
    expect(longestMatches(parseCedict(LINES), text, max).map(({ headword }) => headword)).toEqual(words);
  });

  it.each([
    ['xue2 er2', 'xué ér'],
    ['gou3 nu:3 liu2 gui4', 'gǒu nǚ liú guì'],
    ['Bei3 jing1', 'Běi jīng'],
    ['E4 luo2 si1', 'È luó sī'],
    ['de5 r5 hm4', 'de r hm'],
    ['xx5', 'xx'],
  ])('%s is written %s', (numbered, marked) => expect(withTones(numbered)).toBe(marked));
});
