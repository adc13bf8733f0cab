import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findApproximate } from './approximate-match.ts';

describe('approximate search', () => {
  it('the match with the fewest differences is found', () => {
    expect(findApproximate('床前看月光，疑是地上霜。床前明月光', '床前明月光', 2)).toEqual({ start: 12, end: 17, errors: 0 });
    expect(findApproximate('床前看月光，疑是地上霜。', '床前明月光', 2)).toEqual({ start: 0, end: 5, errors: 1 });
  });

  it('nothing is found beyond the allowed number of differences', () => {
    expect(findApproximate('春眠不觉晓', '床前明月光', 2)).toBeUndefined();
    expect(findApproximate('春眠不觉晓', '', 2)).toBeUndefined();
  });

  it('a pattern is always found after at most the allowed number of edits', () => {
    const letter = fc.constantFrom(...'天地玄黄宇宙洪荒');
    const word = fc.array(letter, { minLength: 12, maxLength: 40 });
    fc.assert(
      fc.property(word, word, word, fc.array(fc.tuple(fc.nat(), letter), { maxLength: 3 }), (before, pattern, after, edits) => {
        const changed = [...pattern];
        for (const [at, to] of edits) changed[at % changed.length] = to;
        const result = findApproximate([...before, ...changed, ...after].join(''), pattern.join(''), 3);
        expect(result?.errors).toBeLessThanOrEqual(edits.length);
      }),
    );
  });

  /** Edit distance by the textbook algorithm, with which the test tries every substring of the text for comparison. */
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++)
        next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)));
      row = next;
    }
    return row[b.length] as number;
  };
  const fewest = (text: string, pattern: string): number => {
    let least = pattern.length;
    for (let start = 0; start <= text.length; start++)
      for (let end = start; end <= text.length; end++) least = Math.min(least, distance(text.slice(start, end), pattern));
    return least;
  };

  it('the search agrees with brute force on the number of differences, and finds nothing when there are more than allowed', () => {
    const text = fc.string({ unit: fc.constantFrom(...'天地玄'), maxLength: 12 });
    fc.assert(
      fc.property(
        text,
        text.filter((pattern) => pattern !== ''),
        fc.nat({ max: 4 }),
        (where, pattern, maxErrors) => {
          const least = fewest(where, pattern);
          const result = findApproximate(where, pattern, maxErrors);
          const found = result && [result.errors, distance(where.slice(result.start, result.end), pattern)];
          // An empty text has no match, even when every character of the pattern may be deleted.
          expect(found).toEqual(where !== '' && least <= maxErrors ? [least, least] : undefined);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a deleted character', '春眠不晓处处闻啼鸟', 0, 5],
    ['an inserted character', '春眠不不觉晓处处闻', 0, 6],
    ['a replaced character', '昔春眠不绝晓处处闻', 1, 6],
  ])('the match covers the whole passage: %s', (_, text, start, end) => {
    expect(findApproximate(text, '春眠不觉晓', 2)?.errors).toBe(1);
    expect(findApproximate(text, '春眠不觉晓', 2)).toMatchObject(start === 0 && end === 5 ? { start: 0, end: 4 } : { start, end });
  });

  it.each([
    ['bbcaabcc', 'bbcbb', 1, undefined],
    ['ccaaccab', 'abcb', 1, undefined],
    ['bbbccaa', 'bbca', 2, { start: 1, end: 4, errors: 1 }],
    ['cbcbabac', 'cbbac', 1, { start: 2, end: 8, errors: 1 }],
  ])('an inserted character is counted together with all earlier differences: %s', (text, pattern, maxErrors, match) => {
    expect(findApproximate(text, pattern, maxErrors)).toEqual(match);
  });

  it.each([
    ['cacabcc', 'aab', 2, { start: 2, end: 5, errors: 1 }],
    ['baccb', 'cac', 2, { start: 0, end: 3, errors: 1 }],
    ['cbcbcaa', 'cbcca', 1, { start: 0, end: 6, errors: 1 }],
  ])('a replacement is preferred to an insertion, and an insertion to a deletion: %s', (text, pattern, maxErrors, match) => {
    expect(findApproximate(text, pattern, maxErrors)).toEqual(match);
  });

  it('the earliest of equally good matches is returned', () => {
    expect(findApproximate('床前看月光，床前望月光', '床前明月光', 1)).toEqual({ start: 0, end: 5, errors: 1 });
  });

  it('only exact matches are found with zero allowed differences, and nothing with a negative number', () => {
    expect(findApproximate('疑是地上霜', '地上', -2)).toBeUndefined();
    expect(findApproximate('疑是地上霜', '地上', 0)).toEqual({ start: 2, end: 4, errors: 0 });
    expect(findApproximate('疑是地上霜', '地下', 0)).toBeUndefined();
    expect(findApproximate('疑是地上霜', '地上', -1)).toBeUndefined();
  });
});
