import { expect, test } from 'vitest';
import { belowOf, shareOf } from './trial-share.ts';

const chapters = {
  items: [
    { title: '上编', depth: 0, chars: 0 },
    { title: '第一章', depth: 1, key: 'b1', rank: 0, chars: 100 },
    { title: '第一节', depth: 2, key: 'b2', rank: 1, chars: 200 },
    { title: '第二章', depth: 1, key: 'b3', rank: 2, chars: 300 },
    { title: '附录', depth: 0, key: 'b4', rank: 3, chars: 350 },
  ],
  frontChars: 50,
  totalChars: 1_000,
};

test('a part contains the chapters below it, not those after it', () => {
  expect(belowOf(chapters.items, 0)).toEqual({ keys: ['b1', 'b2', 'b3'], chars: 600 });
  expect(belowOf(chapters.items, 1)).toEqual({ keys: ['b1', 'b2'], chars: 300 });
  expect(belowOf(chapters.items, 4)).toEqual({ keys: ['b4'], chars: 350 });
});

test('the share includes the content before the first chapter, unless there is no trial', () => {
  expect(shareOf(chapters, { first: 2 })).toEqual({ count: 2, chars: 300, share: 0.35 });
  expect(shareOf(chapters, { chosen: new Set(['b3', 'gone']) })).toEqual({ count: 1, chars: 300, share: 0.35 });
  expect(shareOf(chapters, { first: 0 })).toEqual({ count: 0, chars: 0, share: 0 });
});
