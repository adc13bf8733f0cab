import type { BookCard } from '@shufang/contract';
import { expect, it } from 'vitest';
import { accessTag } from './book-tile.tsx';

const book: BookCard = {
  id: '1'.repeat(26),
  title: '论语',
  authors: '',
  accessModel: 'paid',
  priceFen: 2_950,
  owned: false,
  publishedAt: 0,
  chars: 1,
  categories: [],
};

it.each([
  ['the price', {}, '¥29.50'],
  ['the source of the right', { right: 'institution' }, '我校可读'],
  ['that it is owned', { owned: true }, '已拥有'],
  ['that it was removed by order, and no price', { removed: true, right: 'none' }, '已停止阅读'],
  ['that it was removed by order, also for institutions', { removed: true, accessModel: 'institutionOnly', right: 'none' }, '已停止阅读'],
] as const)('the badge of a card shows %s', (_, part, tag) => expect(accessTag({ ...book, ...part })).toBe(tag));
