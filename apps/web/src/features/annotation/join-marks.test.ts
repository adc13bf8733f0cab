import { LIMITS } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { joinMarks } from './join-marks.ts';

const bookId = '01K00000000000000000000000';
const marked = (exact: string, totalProgression: number, part: Parameters<typeof aMark>[0] = {}) => {
  const mark = aMark({ bookId, totalProgression, ...part });
  return { ...mark, target: { ...mark.target, quote: { ...mark.target.quote, exact } } };
};

describe('marks made one', () => {
  test('keep the first place in the book, all their words and each tag once', () => {
    const late = marked('后文', 0.9, { kind: 'note', body: '后面的想法', tags: ['考点', '背诵'] });
    const first = marked('前文', 0.1, { kind: 'note', body: '前面的想法', tags: ['考点'] });
    const middle = marked('中间', 0.5);
    expect(joinMarks([late, middle, first])).toEqual({
      kept: first,
      body: '前面的想法\n\n「中间」\n\n「后文」\n后面的想法',
      tags: ['考点', '背诵'],
      gone: [middle, late],
    });
  });

  test.each([
    ['fewer than two', [marked('甲', 0.1)], 'fewerThanTwo'],
    ['of several books', [marked('甲', 0.1), marked('乙', 0.2, { bookId: '01K00000000000000000000009' })], 'severalBooks'],
    ['with a bookmark', [marked('甲', 0.1), marked('', 0.2, { kind: 'bookmark' })], 'bookmark'],
    ['longer than a note', [marked('甲', 0.1, { body: '长'.repeat(LIMITS.noteBodyChars) }), marked('乙', 0.2)], 'tooLong'],
  ] as const)('are refused when they are %s', (_, marks, refusal) => expect(joinMarks(marks)).toBe(refusal));
});
