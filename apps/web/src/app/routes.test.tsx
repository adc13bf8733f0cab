import { getCaptcha, getHome, getSignInOptions, queryBooks } from '@shufang/contract';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../platform/api/query-client.ts';
import { catalogText } from '../platform/messages/zh-cn/catalog.ts';
import { answerCalls, succeed } from '../testing/answer-calls.ts';
import { accessibilityFaults } from '../testing/render-in-app.tsx';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

const emptyHome = [
  succeed(getHome, { banners: [], rows: [], collections: [], categories: [] }),
  succeed(queryBooks, {
    items: [],
    total: 0,
    facets: { categories: [], levels: [], access: [], languages: [], publishers: [], plans: [], media: [], years: [] },
  }),
] as const;

const open = (address: string) =>
  render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </Providers>,
  );

// Screens are loaded when they are opened; compiling them is not what is tested.
beforeAll(() => Promise.all([import('../screens/home/home-screen.tsx'), import('../screens/not-found/not-found-screen.tsx')]), 60_000);
afterEach(() => vi.unstubAllGlobals());

describe('the client as a whole', () => {
  it('comes back after the network failed, in the same frame', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    open('/');
    const confirm = await screen.findByRole('button', { name: '确定' });
    expect(screen.getByRole('alertdialog', { name: '错误' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeVisible();
    answerCalls(...emptyHome);
    await userEvent.click(confirm);
    expect(await screen.findByRole('heading', { name: '开卷有益' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says that the library is empty, without an accessibility fault', async () => {
    answerCalls(...emptyHome);
    const { container } = open('/');
    expect(await screen.findByText(catalogText.emptyLibraryReader)).toBeVisible();
    expect(document.title).toBe('首页 · 书房');
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it('names the address that does not exist, then moves the focus to the next view', async () => {
    answerCalls(...emptyHome);
    open('/nowhere?to=go');
    expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
    expect(screen.getByText('/nowhere?to=go')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '回首页' }));
    expect(await screen.findByRole('heading', { name: '开卷有益' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(await screen.findByText('已打开：首页')).toBeInTheDocument();
  });

  it('sends a stranger to the login route first where a session is required, and knows the way back', async () => {
    answerCalls(
      succeed(getSignInOptions, { wechat: false, slider: { provider: 'local' }, termsVersion: 1 }),
      succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'captcha-key' }),
    );
    const router = createMemoryRouter(routes, { initialEntries: ['/admin/import?from=x'] });
    render(
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/login'), { timeout: 15_000 });
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe('/admin/import?from=x');
  });

  it('has the entries of the specification, and marks where one is', async () => {
    answerCalls(...emptyHome);
    open('/');
    await screen.findByRole('heading', { name: '开卷有益' });
    const links = screen.getByRole('navigation', { name: '主导航' }).querySelectorAll('a');
    expect([...links].map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['首页', '/', 'page'],
      ['书房', '/bookshelf', null],
      ['我的', '/user/myBooks', null],
      ['帮助', '/helper/contact', null],
    ]);
  });
});
