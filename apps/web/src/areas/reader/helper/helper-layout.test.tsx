import { voteArticle } from '@shufang/contract';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { accessibilityViolations } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as Layout } from './helper-layout.tsx';
import { Component as StudentManual } from './student-manual-screen.tsx';

const open = (address = '/helper/student-manual') => {
  const router = createMemoryRouter([{ Component: Layout, children: [{ path: '/helper/student-manual', Component: StudentManual }] }], {
    initialEntries: [address],
  });
  return {
    router,
    ...render(
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    ),
  };
};

afterEach(() => vi.unstubAllGlobals());

describe('the help pages', () => {
  it('have a navigation, the articles of the current manual, and no accessibility violations', async () => {
    const { container } = open();
    const list = screen.getByRole('navigation', { name: '帮助目录' });
    expect(within(list).getByRole('link', { name: '学生手册' })).toHaveAttribute('aria-current', 'page');
    expect(within(list).getByRole('link', { name: '登录与注册' })).toHaveAttribute('href', '/helper/student-manual#sign-in');
    expect(screen.getByText(/^本手册对应书房 \d+\.\d+\.\d+ 版$/)).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: '带我去：我的笔记' })) expect(link).toHaveAttribute('href', '/user/myNotes');
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('are searched while typing, and a hit opens its article', async () => {
    const { router } = open();
    await userEvent.type(screen.getByRole('searchbox', { name: '在帮助里搜索' }), '导出');
    expect(screen.getByRole('heading', { name: /^“导出”：\d+ 篇$/ })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '整理和导出笔记' }));
    expect(router.state.location).toMatchObject({ pathname: '/helper/student-manual', hash: '#my-notes', search: '' });
    expect(screen.getByRole('heading', { name: '整理和导出笔记' })).toHaveFocus();
  });

  it('show what to do when nothing was found', async () => {
    open('/helper/student-manual?q=量子色动力学');
    expect(screen.getByRole('heading', { name: '没有找到“量子色动力学”' })).toBeVisible();
    expect(screen.getByRole('link', { name: '去提问' })).toHaveAttribute('href', '/helper/contact#ask');
  });

  it('record whether an article helped, once', async () => {
    const { asked } = stubCalls(succeed(voteArticle, {}));
    open();
    const article = within(screen.getByRole('article', { name: '看书' }));
    await userEvent.click(article.getByRole('button', { name: '没用' }));
    expect(await article.findByRole('link', { name: '写给我们' })).toBeVisible();
    expect(article.queryByRole('button', { name: '有用' })).toBeNull();
    expect(asked.map(({ fields }) => fields)).toEqual([{ manual: 'student', article: 'reading', useful: false }]);
  });

  it('can be printed from a manual', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    open();
    await userEvent.click(screen.getByRole('button', { name: '打印或存为 PDF' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
