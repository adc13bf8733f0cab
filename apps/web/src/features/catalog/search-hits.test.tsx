import type { FormulaNode, SearchHit } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
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
const locator = { href: 'a.xhtml', locations: { block: { blockId: 'b1', offset: 3 } } };
const show = (hit: SearchHit, ...others: SearchHit[]) =>
  renderInApp(
    <ul>
      <HitsInBook hits={[hit, ...others]} />
    </ul>,
  );

describe('hits in the text of one chapter', () => {
  const hitAt = (offset: number, text: string, part: Partial<SearchHit> = {}): SearchHit => ({
    book,
    kind: 'body',
    chapter: '光学',
    locked: false,
    snippet: { text, matchRanges: [[0, 1]] },
    locator: { href: 'a.xhtml', locations: { block: { blockId: 'b1', offset } } },
    ...part,
  });

  it('share one row, which names the chapter once and links each sentence to its own position', async () => {
    const others = { chapter: '力学', locator: { ...locator, href: 'b.xhtml' } };
    show(hitAt(3, '光的折射'), hitAt(9, '光速不变', others), hitAt(2_000, '光路可逆', { page: '12' }));
    expect(screen.getAllByText('光学')).toHaveLength(1);
    expect(screen.getByText('2 处')).toBeVisible();
    const urls = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')?.includes('?at=')]);
    expect(urls.filter(([, isPosition]) => isPosition).map(([text]) => text)).toEqual(['光学', '光的折射', '光路可逆', '力学']);
    const [first, second] = ['光的折射', '光路可逆'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(first).not.toBe(second);
    expect(screen.getByText('纸书第 12 页')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('name the chapter once where its title matches too, with the match in it', () => {
    const title: SearchHit = { book, kind: 'chapter', field: { text: '光学', matchRanges: [[0, 1]] }, locator, locked: false };
    const { unmount } = show(title, hitAt(3, '光的折射'));
    expect(screen.getAllByRole('link', { name: '光学' }).map((link) => link.querySelector('mark')?.textContent)).toEqual(['光']);
    unmount();
    show(title, hitAt(3, '光的折射'), hitAt(2_000, '光路可逆'));
    expect(screen.getAllByRole('link', { name: '光学' })).toHaveLength(1);
    expect(screen.queryByText('章节')).toBeNull();
  });

  it('are not combined with hits in a closed chapter of the same name', () => {
    show(hitAt(3, '光的折射'), hitAt(9, '光速不变', { locked: true, hits: 1 }));
    expect(screen.getAllByText('光学')).toHaveLength(2);
  });
});

describe('a hit in a chapter title', () => {
  const chapter = { book, kind: 'chapter', field: { text: '第二章 光学', matchRanges: [[4, 6]] }, locator } satisfies Partial<SearchHit>;

  it('shows the title with the matches highlighted, and opens the chapter', () => {
    show({ ...chapter, locked: false });
    const link = screen.getByRole('link', { name: '第二章 光学' });
    expect([link.getAttribute('href'), link.querySelector('mark')?.textContent]).toEqual([
      expect.stringContaining(`/course/learning/${book.id}?at=`),
      '光学',
    ]);
    expect(screen.getByText('章节')).toBeTruthy();
  });

  it('opens the page of the book where the chapter is closed, and shows no chapter where no single title matches', () => {
    const { unmount } = show({ ...chapter, locked: true });
    expect(screen.getByRole('link', { name: '第二章 光学' }).getAttribute('href')).toBe(`/course/info/${book.id}`);
    unmount();
    show({ book, kind: 'chapter', locked: false });
    expect(screen.queryByText('正文')).toBeNull();
  });
});

describe('a hit outside the text', () => {
  it('shows a formula, and opens its position', async () => {
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
      locator,
      locked: false,
    });
    expect(container.querySelector('math > msup > mi')).toHaveTextContent('x');
    expect(container.querySelector('math')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
    expect(screen.queryByText('x^2')).toBeNull();
    expect(screen.getByRole('link', { name: '力学' }).getAttribute('href')).toContain(`/course/learning/${book.id}?at=`);
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows a locked formula as TeX, and opens the page of the book', () => {
    const { container } = show({ book, kind: 'formula', chapter: '力学', formula: { latex: 'x^{2}+' }, locator, locked: true });
    expect(container.querySelector('math')).toBeNull();
    expect(screen.getByText('x^{2}+')).toBeVisible();
    expect(screen.getByText('开通后可打开')).toBeVisible();
    expect(screen.getByRole('link', { name: '力学' })).toHaveAttribute('href', `/course/info/${book.id}`);
  });

  it('shows the kind of a resource, with the matches in its title highlighted', () => {
    const snippet = { text: '可见光的波长', matchRanges: [[4, 6]] as [number, number][] };
    const { container } = show({ book, kind: 'resource', resource: 'table', chapter: '光学', snippet, locator, locked: false });
    expect(screen.getByText('表格')).toBeVisible();
    expect(container.querySelector('mark')).toHaveTextContent('波长');
  });
});
