import { describe, expect, it } from 'vitest';
import { readCedictHead, readCedictLine, withTones } from './read-cedict.ts';

// Written for this test in the format of CC-CEDICT.
const HEAD = `# A sample
#! name=样本词典
#! license=https://creativecommons.org/licenses/by-sa/4.0/`;

describe('a dictionary in the format of CC-CEDICT', () => {
  it('states its name and terms', () => {
    expect(readCedictHead(HEAD)).toEqual({ name: '样本词典', license: 'https://creativecommons.org/licenses/by-sa/4.0/' });
    expect(readCedictHead('# A sample')).toEqual({ name: 'CC-CEDICT', license: undefined });
  });

  it.each([
    ['綠 绿 [lu:4] /green/', { words: ['绿', '綠'], headword: '绿（綠）', pinyin: 'lǜ', definitions: ['green'] }],
    ['人 人 [ren2] /person/people/', { words: ['人', '人'], headword: '人', pinyin: 'rén', definitions: ['person', 'people'] }],
    ['# 綠 绿 [lu:4] /green/', undefined],
    ['not a line', undefined],
    ['綠 绿 lu:4 green', undefined],
  ])('the line %s is read', (line, entry) => expect(readCedictLine(line)).toEqual(entry));

  it.each([
    ['xue2 er2', 'xué ér'],
    ['gou3 nu:3 liu2 gui4', 'gǒu nǚ liú guì'],
    ['Bei3 jing1', 'Běi jīng'],
    ['E4 luo2 si1', 'È luó sī'],
    ['de5 r5 hm4', 'de r hm'],
    ['xx5', 'xx'],
  ])('%s is written %s', (numbered, marked) => expect(withTones(numbered)).toBe(marked));
});
