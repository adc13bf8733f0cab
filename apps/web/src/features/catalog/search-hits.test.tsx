import type { FormulaNode, SearchHit } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { HitsInBook } from './search-hits.tsx';

const book: SearchHit['book'] = {
  id: '1'.repeat(26),
  title: '物理讲义',
  authors: '牛顿',
  accessModel: 'free',
  priceFen: 0,
  owned: false,
  publishedAt: 1,
  chars: 1,
  categories: [],
};
const place = { href: 'a.xhtml', locations: { block: { blockId: 'b1', offset: 3 } } };
const show = (hit: SearchHit) =>
  renderInApp(
    <ul>
      <HitsInBook hits={[hit]} />
    </ul>,
  );

describe('a hit in a chapter title', () => {
  const chapter = { book, kind: 'chapter', field: { text: '第二章 光学', marks: [[4, 6]] }, locator: place } satisfies Partial<SearchHit>;

  it('shows the title marked, and opens the chapter', () => {
    show({ ...chapter, locked: false });
    const link = screen.getByRole('link', { name: '第二章 光学' });
    expect([link.getAttribute('href'), link.querySelector('mark')?.textContent]).toEqual([
      expect.stringContaining(`/course/learning/${book.id}?at=`),
      '光学',
    ]);
    expect(screen.getByText('章节')).toBeTruthy();
  });

  it('leads to the book where the chapter is closed, and shows none where no one title has the words', () => {
    const { unmount } = show({ ...chapter, locked: true });
    expect(screen.getByRole('link', { name: '第二章 光学' }).getAttribute('href')).toBe(`/course/info/${book.id}`);
    unmount();
    show({ book, kind: 'chapter', locked: false });
    expect(screen.queryByText('正文')).toBeNull();
  });
});

describe('a hit beside the text', () => {
  it('draws a formula, and opens at it', async () => {
    const drawing: FormulaNode = {
      tag: 'math',
      parts: [
        {
          tag: 'msup',
          parts: [
            { tag: 'mi', text: 'x' },
            { tag: 'mn', text: '2' },
          ],
        },
      ],
    };
    const { container } = show({
      book,
      kind: 'formula',
      chapter: '力学',
      formula: { latex: 'x^2', drawing },
      locator: place,
      locked: false,
    });
    expect(container.querySelector('math > msup > mi')).toHaveTextContent('x');
    expect(container.querySelector('math')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
    expect(screen.queryByText('x^2')).toBeNull();
    expect(screen.getByRole('link', { name: '力学' }).getAttribute('href')).toContain(`/course/learning/${book.id}?at=`);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('shows a locked formula as its TeX, and leads to the book', () => {
    const { container } = show({ book, kind: 'formula', chapter: '力学', formula: { latex: 'x^{2}+' }, locator: place, locked: true });
    expect(container.querySelector('math')).toBeNull();
    expect(screen.getByText('x^{2}+')).toBeVisible();
    expect(screen.getByText('开通后可打开')).toBeVisible();
    expect(screen.getByRole('link', { name: '力学' })).toHaveAttribute('href', `/course/info/${book.id}`);
  });

  it('says what a resource is, with the words in its title marked', () => {
    const snippet = { text: '可见光的波长', marks: [[4, 6]] as [number, number][] };
    const { container } = show({ book, kind: 'resource', resource: 'table', chapter: '光学', snippet, locator: place, locked: false });
    expect(screen.getByText('表格')).toBeVisible();
    expect(container.querySelector('mark')).toHaveTextContent('波长');
  });
});
