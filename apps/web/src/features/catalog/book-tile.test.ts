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
  ['its price', {}, '¥29.50'],
  ['what opens it', { right: 'institution' }, '我校可读'],
  ['that it is one’s own', { owned: true }, '已拥有'],
  ['that it was ordered out of reading, and no price', { removed: true, right: 'none' }, '已停止阅读'],
  ['the same where an institution had it', { removed: true, accessModel: 'institutionOnly', right: 'none' }, '已停止阅读'],
] as const)('a card says %s', (_, part, tag) => expect(accessTag({ ...book, ...part })).toBe(tag));
