import { expect, it } from 'vitest';
import { pageOfAnnotation } from './use-paper-pages.ts';

const pages = {
  versionId: 'v',
  documents: [
    {
      href: 'c1.xhtml',
      pages: [
        { label: '12', from: 10 },
        { label: '13', from: 40 },
      ],
    },
    { href: 'c2.xhtml', pages: [{ label: '13', from: 0 }] },
  ],
};
const at = (href: string, start: number) => ({
  target: {
    href,
    position: { start, end: start },
    blocks: { start: { blockId: 'b', offset: 0 }, end: { blockId: 'b', offset: 0 } },
    quote: { exact: '', prefix: '', suffix: '' },
    cfi: '',
  },
});

it.each([
  ['before the first page has no page label', 'c1.xhtml', 9, undefined],
  ['at the start of a page has its label', 'c1.xhtml', 10, '12'],
  ['at the end of a page has its label', 'c1.xhtml', 39, '12'],
  ['on the last page of a chapter has its label', 'c1.xhtml', 400, '13'],
  ['on a page that continues in the next chapter has its label', 'c2.xhtml', 0, '13'],
  ['in a chapter without pages has no page label', 'c3.xhtml', 5, undefined],
] as const)('an annotation %s', (_, href, start, page) => expect(pageOfAnnotation(pages, at(href, start))).toBe(page));
