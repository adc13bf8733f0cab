import { expect, it } from 'vitest';
import { pageOfMark } from './use-paper-pages.ts';

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
  ['before the first page', 'c1.xhtml', 9, undefined],
  ['where a page begins', 'c1.xhtml', 10, '12'],
  ['at the end of a page', 'c1.xhtml', 39, '12'],
  ['on the last page of a chapter', 'c1.xhtml', 400, '13'],
  ['on a page that goes on in the next chapter', 'c2.xhtml', 0, '13'],
  ['in a chapter without pages', 'c3.xhtml', 5, undefined],
] as const)('a mark %s', (_, href, start, page) => expect(pageOfMark(pages, at(href, start))).toBe(page));
