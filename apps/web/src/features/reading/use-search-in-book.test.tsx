import { type Locator, searchInBook } from '@shufang/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { SearchPanel } from './search-panel.tsx';
import { groupHits, useSearchInBook } from './use-search-in-book.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hit = (href: string, title?: string): Locator => ({ href, locations: {}, ...(title === undefined ? {} : { title }) });

test('hits are grouped by chapter in reading order, with their index in the whole book', () => {
  const groups = groupHits([hit('a', '甲'), hit('a', '甲'), hit('b'), hit('a', '乙')], (href) => `文档 ${href}`);
  expect(groups.map((group) => [group.title, group.rows.map((entry) => entry.index)])).toEqual([
    ['甲', [0, 1]],
    ['文档 b', [2]],
    ['乙', [3]],
  ]);
});

test('the first text is searched for at once, and while the user types at most one request is sent in each interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { asked } = stubCalls(succeed(searchInBook, { hits: [], total: 0 }));
  const client = createQueryClient();
  const { rerender } = renderHook(({ text }) => useSearchInBook('book', text), {
    initialProps: { text: '书' },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const texts = () => asked.map(({ fields }) => fields['q']);
  await pass(0);
  expect(texts()).toEqual(['书']);
  for (const text of ['书房', '书房里', '书房里的']) {
    rerender({ text });
    await pass(50);
  }
  expect(texts()).toEqual(['书']);
  await pass(100);
  expect(texts()).toEqual(['书', '书房里的']);
  await pass(1_000);
  rerender({ text: '窗' });
  await pass(0);
  expect(texts()).toEqual(['书', '书房里的', '窗']);
});

test('a search in a book whose text is still being indexed is repeated until it is indexed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  stubCalls(succeed(searchInBook, { hits: [], total: 0, isIndexing: true }));
  const client = createQueryClient();
  const { result } = renderHook(() => useSearchInBook('book', '书'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(0);
  expect(result.current).toMatchObject({ isIndexing: true, total: 0 });
  const { asked } = stubCalls(succeed(searchInBook, { hits: [hit('a')], total: 1 }));
  await pass(2_100);
  expect(result.current).toMatchObject({ isIndexing: false, total: 1 });
  await pass(10_000);
  expect(asked).toHaveLength(1);
});

test('a search in a book whose text could not be indexed ends and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const { asked } = stubCalls(succeed(searchInBook, { hits: [], total: 0, isUnsearchable: true }));
  const client = createQueryClient();
  const { getByRole } = render(
    <QueryClientProvider client={client}>
      <SearchPanel
        bookId="book"
        state={{ text: '书', current: undefined }}
        titleOf={() => ''}
        onChange={() => undefined}
        onPress={() => undefined}
        onOpen={() => undefined}
      />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(getByRole('status').textContent).toBe(readingText.unsearchable);
  expect(asked).toHaveLength(1);
});
