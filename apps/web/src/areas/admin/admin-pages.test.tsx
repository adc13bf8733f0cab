/**
 * Tests the states of every page of the admin area: loading, empty, failed, recovered, denied. `e2e/src/admin-pages.test.ts` tests the
 * pages with data.
 */
import {
  getAdminBook,
  getAdminOrder,
  getBookRoyalties,
  getCodeBoxes,
  getRoyaltyStatement,
  listAuthRoles,
  type OutputOf,
  permission as permissions,
} from '@shufang/contract';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { dropRoles } from '../../features/account/queries.ts';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { serveEmpty, serveFailures, serveNothing } from '../../testing/serve-operations.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, succeed } from '../../testing/stub-calls.ts';
import { adminPages } from './admin-pages.ts';

type Roles = OutputOf<typeof listAuthRoles>;

const ID = '0'.repeat(26);
const NO = '0'.repeat(20);

/** The text that each page shows without data. */
const EMPTY_TEXT: Readonly<Record<string, string>> = {
  '/admin': '没有等待处理的工作',
  '/admin/books': '没有符合条件的图书',
  '/admin/books/:bookId': '没有这本书',
  '/admin/categories': '还没有学科',
  '/admin/collections': '还没有专题或书单',
  '/admin/collections/:id': '没有这个专题或书单，可能已删除',
  '/admin/home': '没有轮播图',
  '/admin/links': '还没有短码',
  '/admin/votes': '没有这类反馈',
  '/admin/import': '还没有导入过图书',
  '/admin/requests': '没有符合条件的申请',
  '/admin/tickets': '没有符合条件的问题',
  '/admin/users': '没有符合条件的账号',
  '/admin/settings': '运营者名称',
  '/admin/dictionaries': '还没有导入词典',
  '/admin/versions': '还没有发布过客户端',
  '/admin/codes': '还没有批次',
  '/admin/codes/:batchId/boxes': '没有找到这个批次',
  '/admin/claims': '没有等待处理的申请',
  '/admin/orders': '没有符合条件的订单',
  '/admin/orders/:no': '没有这个订单',
  '/admin/refunds': '没有符合条件的退款',
  '/admin/invoices': '没有符合条件的发票申请',
  '/admin/licenses': '没有符合条件的机构授权',
  '/admin/institutions': '没有符合条件的机构',
  '/admin/adoption': '没有这种状态的征订单',
  '/admin/samples': '没有这种状态的样书申请',
  '/admin/errata': '没有这类勘误',
  '/admin/ratings': '没有这类评价',
  '/admin/royalties': '没有这种状态的结算单',
  '/admin/royalties/:id': '没有找到这份结算单',
  '/admin/royalty-books': '没有符合条件的图书',
  '/admin/royalty-books/:bookId': '没有这本书',
  '/admin/audit': '没有符合条件的记录',
  '/admin/dashboard': '还没有图书有可以公布的数字',
  '/org': '没有您管理的机构',
  '/org/report': '没有您管理的机构',
  '/org/members': '没有您管理的机构',
};

/**
 * Pages that are opened with a filter. With a filter an empty list says that nothing matches; without one it offers to create a first
 * record.
 */
const FILTERED = new Set(['/admin/books', '/admin/licenses', '/admin/institutions']);

/** Responses of a server that does not know the id in the URL. */
const UNKNOWN = [
  refuse(getAdminBook, 'catalog.bookNotFound', '没有找到这本书'),
  refuse(getAdminOrder, 'orders.notFound', '没有找到这个订单'),
  refuse(getRoyaltyStatement, 'royalty.notFound', '没有找到这份结算单'),
  refuse(getBookRoyalties, 'catalog.bookNotFound', '没有找到这本书'),
  refuse(getCodeBoxes, 'activationCode.batchNotFound', '没有找到这个批次'),
];

const ADMIN: Roles = { roles: [{ role: 'admin', scope: '' }], permissions: [...permissions.options] };
const READER: Roles = { roles: [{ role: 'reader', scope: '' }], permissions: ['browse', 'ownAccount'] };
const ADMIN_OF_PUBLISHER: Roles = {
  roles: [{ role: 'admin', scope: 'publisher:甲出版社' }],
  permissions: [...permissions.options],
  boundPermissions: [...permissions.options],
};
const rolesOf = (roles: Roles) => succeed(listAuthRoles, roles);

const addressOf = (path: string): string => path.replace(':no', NO).replace(/:\w+/, ID) + (FILTERED.has(path) ? '?q=%E6%97%A0' : '');

const openPage = (path: string) => {
  const lazy = () => import('../../app/admin-route.tsx');
  const router = createMemoryRouter(
    [
      { path: '/admin/*', lazy },
      { path: '/org/*', lazy },
    ],
    { initialEntries: [addressOf(path)] },
  );
  return render(
    <Providers queryClient={createQueryClient()}>
      <main>
        <RouterProvider router={router} />
      </main>
    </Providers>,
  );
};

const main = () => within(screen.getByRole('main'));
const heading = () => screen.findByRole('heading', { level: 1 });

// Loads the modules of all pages first, so that the time to compile them does not count towards the time limit of a test.
beforeAll(() => Promise.all(adminPages.map(({ load }) => load())), 120_000);
beforeEach(() => {
  // jsdom does not define `isSecureContext`, so the test sets it.
  vi.stubGlobal('isSecureContext', true);
  signInHere();
});
afterEach(async () => {
  await act(() => dropRoles(createQueryClient()));
  endSession();
  vi.unstubAllGlobals();
});

it('the table of empty states contains every page of the admin area', () => {
  expect(Object.keys(EMPTY_TEXT).toSorted()).toEqual(adminPages.map(({ path }) => path).toSorted());
});

describe.each(adminPages.map(({ path }) => ({ path })))('the page $path', ({ path }) => {
  it('shows a loading state', async () => {
    serveNothing(rolesOf(ADMIN));
    openPage(path);
    await heading();
    await waitFor(() => expect(main().queryAllByRole('status').length).toBeGreaterThan(0));
    expect(main().queryByRole('alert')).toBeNull();
  });

  it('shows an accessible empty state', async () => {
    serveEmpty(rolesOf(ADMIN), ...UNKNOWN);
    openPage(path);
    expect((await main().findAllByText(EMPTY_TEXT[path] ?? ''))[0]).toBeVisible();
    await heading();
    await waitFor(() =>
      expect(
        main()
          .queryAllByRole('status')
          .filter((one) => one.getAttribute('aria-busy') === 'true'),
      ).toEqual([]),
    );
    expect(main().queryByRole('button', { name: '重试' })).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows an error, and recovers on a retry', async () => {
    serveFailures(rolesOf(ADMIN));
    openPage(path);
    await main().findAllByRole('button', { name: /重试|再试/ });
    expect(main().getAllByRole('alert').length).toBeGreaterThan(0);
    serveEmpty(rolesOf(ADMIN), ...UNKNOWN);
    // Clicks every retry button until none is left: a page can have several parts, whose requests fail one after another.
    await waitFor(() => {
      for (const retry of main().queryAllByRole('button', { name: /重试|再试/ })) fireEvent.click(retry);
      expect(main().queryByRole('button', { name: /重试|再试/ })).toBeNull();
    });
    expect(await heading()).toBeVisible();
  });

  it('is denied to a reader', async () => {
    serveEmpty(rolesOf(READER));
    openPage(path);
    expect(await main().findByRole('heading', { name: '这里由本站的工作人员使用' })).toBeVisible();
    expect(main().queryByRole('button', { name: '重试' })).toBeNull();
  });
});

describe.each(adminPages.flatMap(({ path, access }) => (access.isWhole === true ? [{ path }] : [])))('the page $path', ({ path }) => {
  it('is denied to an operator whose permissions are limited to a publisher', async () => {
    serveEmpty(rolesOf(ADMIN_OF_PUBLISHER));
    openPage(path);
    expect(await main().findByRole('heading', { name: '这一页关系到整个平台' })).toBeVisible();
  });
});
