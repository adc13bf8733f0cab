import { describe, expect, it } from 'vitest';
import { wrapLines } from './wrap-lines.ts';

/** A Chinese character has a width of 2, any other of 1. */
const widthOf = (text: string): number => [...text].reduce((sum, each) => sum + (/[\u2e80-\uffff]/.test(each) ? 2 : 1), 0);

describe('the lines of a passage on a card', () => {
  it.each<[name: string, text: string, width: number, lines: string[]]>([
    ['are full', '学而时习之', 4, ['学而', '时习', '之']],
    ['do not begin with a closing mark', '学而时习，不亦', 8, ['学而时', '习，不亦']],
    ['do not end with an opening mark', '子曰：“学而', 8, ['子曰：', '“学而']],
    ['do not divide a word', '用 Python 写', 8, ['用', 'Python', '写']],
    ['keep paragraphs and drop empty ones', '学而\n\n时习', 20, ['学而', '时习']],
    ['are never shorter than a character, however narrow', '学而', 1, ['学', '而']],
    ['keep a mark that alone is too wide', '。。。', 2, ['。', '。', '。']],
    ['keep rare characters whole', '𠮷野家', 2, ['𠮷', '野', '家']],
  ])('%s', (_name, text, width, lines) => expect(wrapLines(text, width, widthOf)).toEqual(lines));
});
