import { describe, expect, it } from 'vitest';
import { nextBoundary } from './reader-selection.ts';

const text = '学而时习之，不亦说乎？“有朋自远方来。”乐乎！\n巧言令色。𠮷';

describe('steps of a keyboard selection', () => {
  it('go by sentences, the closing quotation mark with its sentence', () => {
    const ends: string[] = [];
    for (let at = 0; at < text.length; at = nextBoundary(text, at, 'sentence', 'forward'))
      ends.push(text.slice(at, nextBoundary(text, at, 'sentence', 'forward')));
    expect(ends).toEqual(['学而时习之，不亦说乎？', '“有朋自远方来。”', '乐乎！', '\n', '巧言令色。', '𠮷']);
  });

  it('go back the way they came', () => {
    expect(nextBoundary(text, 19, 'sentence', 'backward')).toBe(11);
    expect(nextBoundary(text, 5, 'sentence', 'backward')).toBe(0);
  });

  it('never part a surrogate pair', () => {
    const at = text.indexOf('𠮷');
    expect(nextBoundary(text, at, 'character', 'forward')).toBe(at + 2);
    expect(nextBoundary(text, at + 2, 'character', 'backward')).toBe(at);
  });

  it('go by paragraphs', () => {
    expect(nextBoundary(text, 0, 'block', 'forward')).toBe(text.indexOf('\n') + 1);
  });
});
