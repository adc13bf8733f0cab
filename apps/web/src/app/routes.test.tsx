import { getCaptcha, getHome, getSignInOptions, listAuthRoles, permission, queryBooks } from '@shufang/contract';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dropRoles } from '../features/account/queries.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { catalogText } from '../platform/messages/zh-cn/catalog.ts';
import { endSession } from '../platform/session/session.ts';
import { accessibilityViolations } from '../testing/render-in-app.tsx';
import { serveEmpty } from '../testing/serve-operations.ts';
import { signInHere } from '../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../testing/stub-calls.ts';
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

// Loads the lazy screens first, so that the time to compile them does not count towards the time limit of a test.
beforeAll(
  () =>
    Promise.all([
      import('../areas/reader/home/home-screen.tsx'),
      import('../areas/reader/not-found/not-found-screen.tsx'),
      import('../areas/admin/screens/overview-screen.tsx'),
      import('../areas/admin/screens/categories-screen.tsx'),
    ]),
  60_000,
);
afterEach(() => vi.unstubAllGlobals());

describe('the client as a whole', () => {
  it('recovers from a network failure within the same shell', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    open('/');
    const confirm = await screen.findByRole('button', { name: '确定' });
    expect(screen.getByRole('alertdialog', { name: '错误' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeVisible();
    stubCalls(...emptyHome);
    await userEvent.click(confirm);
    expect(await screen.findByRole('heading', { name: '开卷有益' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows the empty library without accessibility violations', async () => {
    stubCalls(...emptyHome);
    const { container } = open('/');
    expect(await screen.findByText(catalogText.emptyLibraryReader)).toBeVisible();
    expect(document.title).toBe('首页 · 书房');
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows 页面不存在 for an unknown path, then moves the focus to the next view', async () => {
    stubCalls(...emptyHome);
    open('/nowhere?to=go');
    expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
    expect(screen.getByText('/nowhere?to=go')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '回首页' }));
    expect(await screen.findByRole('heading', { name: '开卷有益' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(await screen.findByText('已打开：首页')).toBeInTheDocument();
  });

  it('redirects anonymous users from guarded routes to the login route with a return path', async () => {
    stubCalls(
      succeed(getSignInOptions, { providers: [], slider: { provider: 'local' }, termsVersion: 1 }),
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

  it('loads the admin area on its first page, announces the title of each page, and knows no other page under its path', async () => {
    // jsdom does not define `isSecureContext`, so the test sets it.
    vi.stubGlobal('isSecureContext', true);
    signInHere();
    serveEmpty(succeed(listAuthRoles, { roles: [{ role: 'admin', scope: '' }], permissions: [...permission.options] }));
    const router = createMemoryRouter(routes, { initialEntries: ['/admin'] });
    render(
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    );
    expect(await screen.findByRole('heading', { level: 1, name: '工作台' })).toBeVisible();
    expect(document.title).toBe('工作台 · 书房');
    // The entries appear when the permissions are loaded.
    const navigation = within(await screen.findByRole('navigation', { name: '工作台' }));
    await userEvent.click(await navigation.findByRole('link', { name: '学科分类' }));
    expect(await screen.findByRole('heading', { level: 1, name: '学科分类' })).toBeVisible();
    expect(document.title).toBe('学科分类 · 书房');
    expect(await screen.findByText('已打开：学科分类')).toBeInTheDocument();
    await act(() => router.navigate('/admin/nowhere?to=go'));
    expect(await screen.findByText('/admin/nowhere?to=go')).toBeVisible();
    expect(router.state.location.pathname).toBe('/404');
    await act(() => dropRoles(createQueryClient()));
    endSession();
  });

  it('has the navigation entries of the specification and marks the current one', async () => {
    stubCalls(...emptyHome);
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
