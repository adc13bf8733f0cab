import { LIMITS } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { joinAnnotations } from './join-annotations.ts';

const bookId = '01K00000000000000000000000';
const annotationAt = (exact: string, totalProgression: number, part: Parameters<typeof anAnnotation>[0] = {}) => {
  const annotation = anAnnotation({ bookId, totalProgression, ...part });
  return { ...annotation, target: { ...annotation.target, quote: { ...annotation.target.quote, exact } } };
};

describe('joining annotations', () => {
  test('joined annotations have the first position in the book, all texts and each tag once', () => {
    const late = annotationAt('后文', 0.9, { kind: 'note', body: '后面的想法', tags: ['考点', '背诵'] });
    const first = annotationAt('前文', 0.1, { kind: 'note', body: '前面的想法', tags: ['考点'] });
    const middle = annotationAt('中间', 0.5);
    expect(joinAnnotations([late, middle, first])).toEqual({
      remaining: first,
      body: '前面的想法\n\n「中间」\n\n「后文」\n后面的想法',
      tags: ['考点', '背诵'],
      removed: [middle, late],
    });
  });

  test.each([
    ['fewer than two', [annotationAt('甲', 0.1)], 'fewerThanTwo'],
    ['of several books', [annotationAt('甲', 0.1), annotationAt('乙', 0.2, { bookId: '01K00000000000000000000009' })], 'severalBooks'],
    ['with a bookmark', [annotationAt('甲', 0.1), annotationAt('', 0.2, { kind: 'bookmark' })], 'bookmark'],
    [
      'longer than a note together',
      [annotationAt('甲', 0.1, { body: '长'.repeat(LIMITS.noteBodyChars) }), annotationAt('乙', 0.2)],
      'tooLong',
    ],
  ] as const)('annotations are not joined when they are %s', (_, annotations, refusal) =>
    expect(joinAnnotations(annotations)).toBe(refusal),
  );
});
