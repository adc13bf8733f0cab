import { listAdminBooks, setBookShelf } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminBooks } from './admin-books.tsx';

afterEach(() => vi.unstubAllGlobals());

const bookOf = (digit: number, title: string, state: 'draft' | 'published') => ({
  bookId: `${digit}`.repeat(26),
  title,
  authors: '先秦诸子',
  isbn: '',
  publisher: '',
  accessModel: 'free' as const,
  priceFen: 0,
  state,
  updatedAt: 1,
});

it('takes the selected books off the shelf with one reason, and publishes only those that are not', async () => {
  const [lunyu, mengzi] = [bookOf(1, '论语', 'published'), bookOf(2, '孟子', 'draft')];
  const { asked } = stubCalls(
    succeed(listAdminBooks, { items: [lunyu, mengzi] }),
    succeed(setBookShelf, { bookId: lunyu.bookId, title: '论语', authors: '先秦诸子', state: 'offShelf' }),
  );
  renderInApp(<AdminBooks />, '/admin/books');
  const changes = () => asked.filter(({ name }) => name === setBookShelf.path).map(({ fields }) => fields);
  await userEvent.click(await screen.findByRole('button', { name: '批量操作' }));
  await userEvent.click(screen.getByRole('button', { name: '全选' }));
  expect(screen.getByText('已选 2 本')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '下架' }));
  const dialog = await screen.findByRole('dialog', { name: '下架 1 本图书' });
  await userEvent.type(within(dialog).getByRole('textbox'), '内容有误');
  await userEvent.click(within(dialog).getByRole('button', { name: '下架' }));
  await waitFor(() => expect(changes()).toEqual([{ bookId: lunyu.bookId, state: 'offShelf', reason: '内容有误' }]));
  await waitFor(() => expect(screen.queryByText('已选 2 本')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: '批量操作' }));
  await userEvent.click(screen.getByRole('checkbox', { name: '选择《孟子》' }));
  await userEvent.click(screen.getByRole('button', { name: '上架' }));
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()[1]).toEqual({ bookId: mengzi.bookId, state: 'published' });
});
