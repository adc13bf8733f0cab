import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RecordList, type RecordPages } from './record-list.tsx';

const words = { loading: '正在加载', retry: '重试', more: '加载更多' };

const show = (state: Partial<RecordPages<string>>) => {
  const pages = { rows: undefined, hasMore: false, isLoadingMore: false, onMore: vi.fn(), onRetry: vi.fn(), words, ...state };
  render(
    <RecordList
      pages={pages}
      filters={{ label: '筛选', fields: <input aria-label="书名" /> }}
      summary="共 2 本"
      empty={{ title: '没有图书', children: <a href="/import">导入图书</a> }}
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
      )}
    </RecordList>,
  );
  return pages;
};

it('keeps the filters while it loads', () => {
  show({});
  expect(screen.getByRole('status', { name: '正在加载' })).toBeVisible();
  expect(screen.getByLabelText('筛选')).toBeVisible();
  expect(screen.queryByText('共 2 本')).toBeNull();
});

it('says that it failed, with the number of the request, and asks again', async () => {
  const { onRetry } = show({ failure: { text: '图书没有加载出来', trace: '请求编号：7' } });
  expect(screen.getByRole('alert')).toHaveTextContent('图书没有加载出来请求编号：7');
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.getByLabelText('筛选')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('says why nothing is there and what to do', () => {
  show({ rows: [] });
  expect(screen.getByRole('heading', { name: '没有图书' })).toBeVisible();
  expect(screen.getByRole('link', { name: '导入图书' })).toBeVisible();
  expect(screen.queryByText('共 2 本')).toBeNull();
});

it('shows the records and the way on, which waits while a page is coming', async () => {
  const { onMore } = show({ rows: ['论语', '孟子'], hasMore: true });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['论语', '孟子']);
  expect(screen.getByText('共 2 本')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '加载更多' }));
  expect(onMore).toHaveBeenCalledOnce();
});

it('asks for one page at a time', async () => {
  const { onMore } = show({ rows: ['论语'], hasMore: true, isLoadingMore: true });
  await userEvent.click(screen.getByRole('button', { name: '正在加载' }));
  expect(onMore).not.toHaveBeenCalled();
});

it('keeps the records when the next page fails, and says so under them', async () => {
  const { onRetry } = show({ rows: ['论语'], hasMore: true, failure: { text: '图书没有加载出来' } });
  expect(screen.getByText('论语')).toBeVisible();
  expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
