import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RecordList, type RecordPages } from './record-list.tsx';

const labels = { loading: '正在加载', retry: '重试', more: '加载更多' };

const show = (state: Partial<RecordPages<string>>) => {
  const pages = { rows: undefined, hasMore: false, isLoadingMore: false, onMore: vi.fn(), onRetry: vi.fn(), labels, ...state };
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

it('the filters stay visible while the list loads', () => {
  show({});
  expect(screen.getByRole('status', { name: '正在加载' })).toBeVisible();
  expect(screen.getByLabelText('筛选')).toBeVisible();
  expect(screen.queryByText('共 2 本')).toBeNull();
});

it('a failed list shows the error with the request id, and can be retried', async () => {
  const { onRetry } = show({ failure: { text: '图书没有加载出来', trace: '请求编号：7' } });
  expect(screen.getByRole('alert')).toHaveTextContent('图书没有加载出来请求编号：7');
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.getByLabelText('筛选')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('an empty list says why it is empty and what the user can do', () => {
  show({ rows: [] });
  expect(screen.getByRole('heading', { name: '没有图书' })).toBeVisible();
  expect(screen.getByRole('link', { name: '导入图书' })).toBeVisible();
  expect(screen.queryByText('共 2 本')).toBeNull();
});

it('the list shows the records and a button for the next page, which is busy while that page loads', async () => {
  const { onMore } = show({ rows: ['论语', '孟子'], hasMore: true });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['论语', '孟子']);
  expect(screen.getByText('共 2 本')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '加载更多' }));
  expect(onMore).toHaveBeenCalledOnce();
});

it('only one page is requested at a time', async () => {
  const { onMore } = show({ rows: ['论语'], hasMore: true, isLoadingMore: true });
  await userEvent.click(screen.getByRole('button', { name: '正在加载' }));
  expect(onMore).not.toHaveBeenCalled();
});

it('the records stay visible when the next page fails, with the error below them', async () => {
  const { onRetry } = show({ rows: ['论语'], hasMore: true, failure: { text: '图书没有加载出来' } });
  expect(screen.getByText('论语')).toBeVisible();
  expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
