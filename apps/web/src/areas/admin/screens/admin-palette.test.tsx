import { listAdminBooks } from '@shufang/contract';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminPalette } from './admin-palette.tsx';
import { adminGroups } from './use-admin-groups.ts';

afterEach(() => vi.unstubAllGlobals());

const book = {
  bookId: '1'.repeat(26),
  title: '论语选读',
  authors: '孔子弟子',
  isbn: '',
  publisher: '',
  accessModel: 'free' as const,
  priceFen: 0,
  state: 'published' as const,
  updatedAt: 1,
};

it('finds pages by name and books by title, and opens the selected one by keyboard', async () => {
  const { asked } = stubCalls(succeed(listAdminBooks, { items: [book] }));
  const onClose = vi.fn();
  const { router } = renderInApp(<AdminPalette groups={adminGroups} onClose={onClose} />, '/admin');
  const field = screen.getByRole('combobox', { name: '页面和图书' });
  const pages = adminGroups.flatMap(({ entries }) => entries);
  expect(screen.getAllByRole('option')).toHaveLength(pages.length);
  await userEvent.type(field, '退款');
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('退款');
  expect(await screen.findByRole('option', { name: /论语选读/ })).toBeInTheDocument();
  expect(asked.at(-1)?.fields).toMatchObject({ q: '退款' });
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(router.state.location.pathname).toBe(`/admin/books/${book.bookId}`);
});

it('opens no book of an earlier query, and stays open while another window has the focus', async () => {
  stubCalls(succeed(listAdminBooks, { items: [book] }));
  const onClose = vi.fn();
  renderInApp(<AdminPalette groups={adminGroups} onClose={onClose} />, '/admin');
  const field = screen.getByRole('combobox');
  await userEvent.type(field, '论语');
  expect(await screen.findByRole('option', { name: /论语选读/ })).toBeInTheDocument();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await userEvent.type(field, '不存在');
  expect(screen.getByRole('option', { name: /论语选读/ })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  fireEvent.blur(field);
  focus.mockRestore();
  expect(onClose).not.toHaveBeenCalled();
});

it('says that the books could not be searched, and still finds pages', async () => {
  stubCalls();
  renderInApp(<AdminPalette groups={adminGroups} onClose={vi.fn()} />, '/admin');
  await userEvent.type(screen.getByRole('combobox'), '退款');
  expect(await screen.findByText('图书没有查到，请再试一次', {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('退款');
});

it('searches no books for a user who may not open their page, and says when nothing is found', async () => {
  const { asked } = stubCalls();
  renderInApp(<AdminPalette groups={adminGroups.filter(({ label }) => label === '平台')} onClose={vi.fn()} />, '/admin');
  await userEvent.type(screen.getByRole('combobox'), '不存在的页');
  expect(await screen.findByText('没有找到')).toBeVisible();
  expect(screen.queryByRole('option')).toBeNull();
  expect(asked).toEqual([]);
});
