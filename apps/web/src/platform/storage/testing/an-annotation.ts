/** Creates a highlight for tests; fields can be overridden. */
import { type Annotation, newId } from '@shufang/contract';

export const BOOK_ID = '01jcqz4b6v0000000000000001';

export const anAnnotation = (overrides: Partial<Annotation> = {}): Annotation => ({
  id: newId(),
  bookId: BOOK_ID,
  versionId: '01jcqz4b6v0000000000000002',
  kind: 'highlight',
  color: 'yellow',
  highlightStyle: 'solid',
  body: '',
  tags: [],
  target: {
    href: 'text/ch1.xhtml',
    blocks: { start: { blockId: 'b1', offset: 0 }, end: { blockId: 'b1', offset: 4 } },
    quote: { exact: '学而时习', prefix: '子曰：“', suffix: '之，不亦说乎' },
    position: { start: 4, end: 8 },
    cfi: '',
  },
  anchor: 'exact',
  chapterTitle: '学而第一',
  totalProgression: 0.1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...overrides,
});
