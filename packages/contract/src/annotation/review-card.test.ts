import { expect, test } from 'vitest';
import type { Annotation } from './annotation.ts';
import { cardSidesOf } from './review-card.ts';

type Overrides = Partial<Pick<Annotation, 'kind' | 'body' | 'deletedAt'>> & { quote?: Partial<Annotation['target']['quote']> };

const anAnnotation = ({ quote, ...parts }: Overrides = {}): Parameters<typeof cardSidesOf>[0] => ({
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

test('a highlight with a note makes a card that asks for the note', () => {
  expect(cardSidesOf(anAnnotation({ kind: 'note', body: '温习' }))).toEqual({ kind: 'note', passage: '学而时习之', answer: '温习' });
});

test('a highlight without a note makes a cloze card', () => {
  expect(cardSidesOf(anAnnotation())).toEqual({ kind: 'words', before: '子曰：“', answer: '学而时习之', after: '，不亦说乎？' });
});

const long = '一'.repeat(32);
test.each([
  ['limited to its own paragraph', '第一章\n子曰：', '，不亦说乎？\n有子曰', '子曰：', '，不亦说乎？'],
  ['from adjacent paragraphs if the passage is a whole paragraph', '学而篇\n', '\n有子曰', '学而篇\n', '\n有子曰'],
  ['from one side if the other has none', '学而篇\n', '，不亦说乎？', '', '，不亦说乎？'],
  ['marked with an ellipsis where it is truncated', long, long, `……${long}`, `${long}……`],
])('the context of a cloze card is %s', (_, prefix, suffix, before, after) => {
  expect(cardSidesOf(anAnnotation({ quote: { prefix, suffix } }))).toMatchObject({ before, after });
});

test('a note of white space counts as no note', () => {
  expect(cardSidesOf(anAnnotation({ kind: 'note', body: ' \n' }))?.kind).toBe('words');
});

test.each([
  ['a bookmark', anAnnotation({ kind: 'bookmark', quote: { exact: '' } })],
  ['a deleted annotation', anAnnotation({ kind: 'note', body: '温习', deletedAt: 1 })],
  ['a highlight without context', anAnnotation({ quote: { prefix: '\n', suffix: ' ' } })],
  ['an annotation of a passage without text', anAnnotation({ kind: 'note', body: '这张图', quote: { exact: ' ' } })],
])('%s makes no card', (_, annotation) => {
  expect(cardSidesOf(annotation)).toBeUndefined();
});
