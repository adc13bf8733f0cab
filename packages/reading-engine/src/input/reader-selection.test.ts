import { describe, expect, it } from 'vitest';
import { nextBoundary } from './reader-selection.ts';

const text = '学而时习之，不亦说乎？“有朋自远方来。”乐乎！\n巧言令色。𠮷';

describe('steps of a keyboard selection', () => {
  it('a selection grows by sentences, including the closing quotation mark', () => {
    const ends: string[] = [];
    for (let at = 0; at < text.length; at = nextBoundary(text, at, 'sentence', 'forward'))
      ends.push(text.slice(at, nextBoundary(text, at, 'sentence', 'forward')));
    expect(ends).toEqual(['学而时习之，不亦说乎？', '“有朋自远方来。”', '乐乎！', '\n', '巧言令色。', '𠮷']);
  });

  it('a selection shrinks by the same steps', () => {
    expect(nextBoundary(text, 19, 'sentence', 'backward')).toBe(11);
    expect(nextBoundary(text, 5, 'sentence', 'backward')).toBe(0);
  });

  it('a step never splits a surrogate pair', () => {
    const at = text.indexOf('𠮷');
    expect(nextBoundary(text, at, 'character', 'forward')).toBe(at + 2);
    expect(nextBoundary(text, at + 2, 'character', 'backward')).toBe(at);
  });

  it('a selection grows by paragraphs', () => {
    expect(nextBoundary(text, 0, 'block', 'forward')).toBe(text.indexOf('\n') + 1);
  });
});
