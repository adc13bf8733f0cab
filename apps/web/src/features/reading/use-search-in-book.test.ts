import type { Locator } from '@shufang/contract';
import { expect, test } from 'vitest';
import { groupHits } from './use-search-in-book.ts';

const hit = (href: string, title?: string): Locator => ({ href, locations: {}, ...(title === undefined ? {} : { title }) });

test('hits are grouped by chapter in reading order, with their index in the whole book', () => {
  const groups = groupHits([hit('a', '甲'), hit('a', '甲'), hit('b'), hit('a', '乙')], (href) => `文档 ${href}`);
  expect(groups.map((group) => [group.title, group.hits.map((entry) => entry.index)])).toEqual([
    ['甲', [0, 1]],
    ['文档 b', [2]],
    ['乙', [3]],
  ]);
});
