import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { WaitingWork } from './waiting-work.tsx';

afterEach(() => vi.unstubAllGlobals());

const answering = (...answers: readonly (object | 'fault')[]): void => {
  const left = [...answers];
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

it('leads from each count to what waits, and leaves out where nothing does', async () => {
  answering({ refunds: 2, invoices: 0, authors: 1 });
  show();
  expect(screen.getByRole('status', { name: '正在加载' })).toBeVisible();
  expect(await screen.findByRole('link', { name: '退款申请：2' })).toHaveAttribute('href', '/admin/refunds');
  expect(screen.getByRole('link', { name: '作者申请：1' })).toHaveAttribute('href', '/admin/requests?kind=author');
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

it('says that nothing waits', async () => {
  answering({ tickets: 0 });
  show();
  expect(await screen.findByText('没有等待处理的工作')).toBeVisible();
});

it('says that it failed and asks again', async () => {
  answering('fault', { tickets: 3 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: '重试' }));
  expect(await screen.findByRole('link', { name: '读者问题：3' })).toBeVisible();
});
