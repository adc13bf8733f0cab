import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { WaitingWork } from './waiting-work.tsx';

afterEach(() => vi.unstubAllGlobals());

const respondWith = (...responses: readonly (object | 'fault')[]): void => {
  const left = [...responses];
  vi.stubGlobal('fetch', async () => {
    const next = left.length > 1 ? left.shift() : left[0];
    if (next === 'fault') return new Response('{}', { status: 500 });
    return Response.json({ code: 'success', message: '', payload: { work: next } });
  });
};
const show = (): void => {
  const router = createMemoryRouter([{ path: '/', element: <WaitingWork /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

it('each count of pending work is a link, and kinds without any are left out', async () => {
  respondWith({ refunds: 2, invoices: 0, authors: 1 });
  show();
  expect(screen.getByRole('status', { name: '正在加载' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /^2\s*退款申请$/ })).toHaveAttribute('href', '/admin/refunds');
  expect(screen.getByRole('link', { name: /^1\s*作者申请$/ })).toHaveAttribute('href', '/admin/requests?kind=author');
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

it('a message says that no work is pending', async () => {
  respondWith({ tickets: 0 });
  show();
  expect(await screen.findByText('没有等待处理的工作')).toBeVisible();
});

it('an error is shown and can be retried', async () => {
  respondWith('fault', { tickets: 3 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: '重试' }));
  expect(await screen.findByRole('link', { name: /^3\s*读者问题$/ })).toBeVisible();
});
