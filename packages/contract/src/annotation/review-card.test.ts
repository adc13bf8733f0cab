import { expect, test } from 'vitest';
import type { Annotation } from './annotation.ts';
import { cardSidesOf } from './review-card.ts';

type Parts = Partial<Pick<Annotation, 'kind' | 'body' | 'deletedAt'>> & { quote?: Partial<Annotation['target']['quote']> };

const aMark = ({ quote, ...parts }: Parts = {}): Parameters<typeof cardSidesOf>[0] => ({
  kind: 'highlight',
  body: '',
  target: {
    href: 'c1.xhtml',
    blocks: { start: { blockId: 'b', offset: 0 }, end: { blockId: 'b', offset: 4 } },
    quote: { exact: '学而时习之', prefix: '子曰：“', suffix: '，不亦说乎？', ...quote },
    position: { start: 4, end: 9 },
    cfi: '',
  },
  ...parts,
});

test('a mark with a note asks for the note', () => {
  expect(cardSidesOf(aMark({ kind: 'note', body: '温习' }))).toEqual({ kind: 'note', passage: '学而时习之', answer: '温习' });
});

test('a highlight asks for its words by those around', () => {
  expect(cardSidesOf(aMark())).toEqual({ kind: 'words', before: '子曰：“', answer: '学而时习之', after: '，不亦说乎？' });
});

const long = '一'.repeat(32);
test.each([
  ['of its own paragraph', '第一章\n子曰：', '，不亦说乎？\n有子曰', '子曰：', '，不亦说乎？'],
  ['of its neighbours where it is a whole paragraph', '学而篇\n', '\n有子曰', '学而篇\n', '\n有子曰'],
  ['of one side alone', '学而篇\n', '，不亦说乎？', '', '，不亦说乎？'],
  ['with a sign where they are cut off', long, long, `……${long}`, `${long}……`],
])('the words around are those %s', (_, prefix, suffix, before, after) => {
  expect(cardSidesOf(aMark({ quote: { prefix, suffix } }))).toMatchObject({ before, after });
});

test('a note of spaces alone is none', () => {
  expect(cardSidesOf(aMark({ kind: 'note', body: ' \n' }))?.kind).toBe('words');
});

test.each([
  ['a bookmark', aMark({ kind: 'bookmark', quote: { exact: '' } })],
  ['a mark in the bin', aMark({ kind: 'note', body: '温习', deletedAt: 1 })],
  ['a highlight with nothing around it', aMark({ quote: { prefix: '\n', suffix: ' ' } })],
  ['a mark without a word', aMark({ kind: 'note', body: '这张图', quote: { exact: ' ' } })],
])('%s makes no card', (_, mark) => {
  expect(cardSidesOf(mark)).toBeUndefined();
});
