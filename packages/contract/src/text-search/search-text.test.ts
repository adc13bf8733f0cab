/** Tests of the search in a stored text. */
import { describe, expect, it } from 'vitest';
import { prepareSearch, type StoredText, searchText } from './search-text.ts';

const passageOf = (documentIndex: number, text: string): StoredText['passages'][number] => ({
  href: `OEBPS/c${documentIndex}.xhtml`,
  chapterTitle: `第 ${documentIndex} 章`,
  documentIndex,
  startChar: 0,
  text,
  blockOffsets: [[`b${documentIndex}`, 0]],
  formulas: [],
});
const TEXT: StoredText = {
  passages: [passageOf(0, '學而時習之，不亦說乎？'), passageOf(1, '学而不思则罔，思而不学则殆。学而')],
  chars: [11, 100],
};
const all = { offset: 0, limit: 100 };

describe('the search in a stored text', () => {
  it('finds traditional by simplified characters, in reading order, with context and position', () => {
    const { hits, total } = searchText(TEXT, '学而', all);
    expect(total).toBe(3);
    expect(hits.map(({ href, text, locations }) => [href, text?.before, text?.highlight, locations.block?.offset])).toEqual([
      ['OEBPS/c0.xhtml', '', '學而', 0],
      ['OEBPS/c1.xhtml', '', '学而', 0],
      ['OEBPS/c1.xhtml', '学而不思则罔，思而不学则殆。', '学而', 14],
    ]);
    expect(hits[2]?.locations.progression).toBe(0.14);
  });

  it('returns one page of the hits, and the number of all', () => {
    const { hits, total } = searchText(TEXT, '学而', { offset: 1, limit: 1 });
    expect([total, hits.map(({ href }) => href)]).toEqual([3, ['OEBPS/c1.xhtml']]);
  });

  it.each([
    ['Café', 'un Cafe\u0301 noir', 'Cafe\u0301'],
    ['caf', 'un Cafe\u0301 noir', 'Cafe\u0301'],
    ['学 而', '学\u200b而 时', '学\u200b而'],
    ['株式会社', '某㍿东京', '㍿'],
    ['ＡＢＣ', 'abc学', 'abc'],
    ['学而 abc', '学而 abc', '学而 abc'],
  ])('finds “%s” in a text that is written differently', (q, text, highlight) => {
    const { hits } = searchText({ passages: [passageOf(0, '无关'), passageOf(1, text)], chars: [2, text.length] }, q, all);
    expect(hits.map((hit) => hit.text?.highlight)).toEqual([highlight]);
  });

  it('finds the same in a text that was prepared, and lets other work run during the preparation of a long one', async () => {
    const stored = { passages: Array.from({ length: 40 }, (_, n) => passageOf(n, '学而时习之。'.repeat(2_000))), chars: [] };
    const expected = searchText(structuredClone(stored), '而时', all);
    let pauses = 0;
    await prepareSearch(stored, async () => {
      pauses += 1;
    });
    expect(pauses).toBe(3);
    expect(searchText(stored, '而时', all)).toEqual(expected);
    expect(expected.total).toBe(80_000);
  });

  it.each(['', '？', '君子'])('finds nothing for “%s”', (q) => {
    expect(searchText(TEXT, q, all)).toEqual({ hits: [], total: 0 });
  });
});
