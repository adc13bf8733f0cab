import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findApproximate } from './approximate-match.ts';

describe('approximate search', () => {
  it('finds the place with the fewest differences', () => {
    expect(findApproximate('床前看月光，疑是地上霜。床前明月光', '床前明月光', 2)).toEqual({ start: 12, end: 17, errors: 0 });
    expect(findApproximate('床前看月光，疑是地上霜。', '床前明月光', 2)).toEqual({ start: 0, end: 5, errors: 1 });
  });

  it('finds nothing past the number of differences allowed', () => {
    expect(findApproximate('春眠不觉晓', '床前明月光', 2)).toBeUndefined();
    expect(findApproximate('春眠不觉晓', '', 2)).toBeUndefined();
  });

  it('always finds a pattern after up to as many edits as are allowed', () => {
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
});
