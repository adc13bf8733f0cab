/**
 * Tests the states of every page for readers: empty, failed, signed out. `e2e/src/reader-pages.test.ts` tests the pages with data and
 * offline.
 */
import {
  getAssignment,
  getAttendance,
  getAttendanceCode,
  getBookInfo,
  getClass,
  getCollection,
  getMyRoyaltyStatement,
  getOrder,
  getPoll,
  getQuestion,
  getQuestionBank,
  getUserInfo,
  listAccommodations,
  listAuthRoles,
  openBook,
  queryOrder,
  resolveShortLink,
  startAttempt,
} from '@shufang/contract';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { helpPages } from '../areas/reader/helper/help-pages.ts';
import { dropRoles } from '../features/account/queries.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { endSession } from '../platform/session/session.ts';
import { emptyPayload } from '../testing/empty-payload.ts';
import { accessibilityViolations } from '../testing/render-in-app.tsx';
import { serveEmpty, serveFailures } from '../testing/serve-operations.ts';
import { signInHere } from '../testing/sign-in-here.ts';
import { refuse, type stubCalls, succeed } from '../testing/stub-calls.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

const ID = '0'.repeat(26);
const NO = '0'.repeat(20);

type Responses = Parameters<typeof stubCalls>;

interface PageStates {
  /** Text that the page shows when it has nothing to list; absent for pages that are always the same. */
  readonly empty?: string;
  /** Whether the page opens the sign-in dialog for an anonymous user. */
  readonly isPersonal?: true;
  /** Whether the page needs no response of the server and shows its heading when every call fails. */
  readonly isStill?: true;
  /** Whether the page offers a retry at any time, not only after a failure. */
  readonly hasRetry?: true;
}

const PAGES: Readonly<Record<string, PageStates>> = {
  '/': { empty: '书库还没有图书' },
  '/course/list': { empty: '书库还没有图书' },
  '/course/search': { empty: '没有找到与“循环”相关的内容' },
  '/book/list': { empty: '书库还没有图书' },
  '/book/collection/:id': { empty: '没有找到这个专题或书单' },
  '/course/info/:bookId': { empty: '本书已下架' },
  '/course/changes/:bookId': { empty: '您能读的章节没有改动' },
  '/course/learning/:bookId': { empty: '这本书没有打开' },
  '/bookshelf': { empty: '书架还是空的' },
  '/bookshelf/recent': { empty: '还没有读过的书', isStill: true },
  '/bookshelf/owned': { empty: '还没有已拥有的书', isPersonal: true },
  '/bookshelf/collection': { empty: '还没有收藏', isStill: true },
  '/user': { isPersonal: true },
  '/user/myOrders': { empty: '还没有订单', isPersonal: true },
  '/user/myBooks': { empty: '还没有已拥有的书', isPersonal: true },
  '/user/myNotes': { empty: '还没有笔记', isPersonal: true, isStill: true },
  '/user/myFiles': { empty: '还没有上传文件', isPersonal: true },
  '/user/myEditedBook': { empty: '已受邀参编？', isPersonal: true },
  '/user/authorStatic/:bookId': { empty: '您不是这本书的作者', isPersonal: true },
  '/user/teacher': { empty: '提交下面的资料，编辑会人工审核。', isPersonal: true },
  '/user/royalties': { empty: '还没有结算单', isPersonal: true },
  '/user/royalties/:id': { empty: '没有找到这份结算单', isPersonal: true },
  '/user/teacher/adoption': { empty: '教材征订只开放给认证教师', isPersonal: true, isStill: true },
  '/user/teacher/adoption/:id': { empty: '教材征订只开放给认证教师', isPersonal: true, isStill: true },
  '/user/teacher/samples': { empty: '样书只提供给认证教师', isPersonal: true, isStill: true },
  '/user/teacher/materials': { empty: '教学资源只提供给认证教师', isPersonal: true, isStill: true },
  '/class/join': { isStill: true },
  '/class/:id/board': { empty: '没有找到这个班级', isPersonal: true },
  '/class/:id/attendance/:itemId/board': { empty: '只有任课教师和课代表能投屏签到码', isPersonal: true },
  '/class/:id/attendance/:itemId': { empty: '没有找到这次签到', isPersonal: true },
  '/class/:id/poll/:itemId': { empty: '没有找到这个投票', isPersonal: true },
  '/class/:id': { empty: '没有找到这个班级', isPersonal: true },
  '/assignment/:id': { empty: '没有找到这份作业', isPersonal: true },
  '/assignment/:id/answer': { empty: '没有找到这份作业', isPersonal: true },
  '/assignment/:id/paper': { empty: '没有找到这份试卷', isPersonal: true },
  '/assignment/:id/preview': { empty: '没有找到这份试卷', isPersonal: true },
  '/class/:id/accommodations': { empty: '没有找到这个班级', isPersonal: true },
  '/assignment/:id/room': { empty: '班里还没有学生', isPersonal: true },
  '/receipt': { isStill: true },
  '/report': { isStill: true },
  '/bank/:id': { empty: '没有找到这个题库', isPersonal: true },
  '/bank/:id/import': { empty: '没有找到这个题库', isPersonal: true },
  '/bank/:id/question/:questionId': { empty: '没有找到这道题', isPersonal: true },
  '/user/login': { isStill: true },
  '/lesson/connect/dispatch': { isStill: true },
  '/redeem': { isStill: true },
  '/q/:code': { empty: '报告失效的二维码' },
  '/pay/:orderNo': { empty: '没有找到这个订单', isPersonal: true },
  // Help pages consist of text; those that request data have a line of their own below.
  ...Object.fromEntries(helpPages.map(({ path }) => [path, { isStill: true }])),
  '/helper/appUpdater': { empty: '没有发布电脑客户端' },
  '/helper/contact': { empty: '您还没有提过问题。', hasRetry: true },
  '/pc': { empty: '没有发布电脑客户端' },
  '/mobile': {},
  '/404': { isStill: true },
};

const addressOf = (path: string): string => {
  const address = path.replace(':orderNo', NO).replace(':code', 'QZZZZZZ').replaceAll(/:\w+/g, ID);
  return path === '/course/search' ? `${address}?q=${encodeURIComponent('循环')}` : address;
};

const READER: Responses = [
  succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['browse', 'ownAccount', 'buy', 'annotate'] }),
  [getUserInfo.path, () => ({ payload: { ...(emptyPayload(getUserInfo.output) as object), nickname: '孔丘' } })],
];

/** Responses to requests that name an unknown id. */
const UNKNOWN = [
  refuse(getBookInfo, 'catalog.bookNotFound', '本书已下架'),
  refuse(openBook, 'catalog.bookNotFound', '本书已下架'),
  refuse(getAssignment, 'assignment.notFound', '没有找到这份作业，可能已删除或还没有发布'),
  refuse(startAttempt, 'assignment.notFound', '没有找到这份作业，可能已删除或还没有发布'),
  refuse(getQuestionBank, 'question.bankNotFound', '没有找到这个题库，或您没有使用它的权限'),
  refuse(getQuestion, 'question.notFound', '没有找到这道题'),
  refuse(listAccommodations, 'class.notFound', '没有找到这个班级，或您不在班里'),
  refuse(getAttendance, 'attendance.notFound', '没有找到这次签到，请刷新后再试'),
  refuse(getAttendanceCode, 'attendance.notFound', '没有找到这次签到，请刷新后再试'),
  refuse(getMyRoyaltyStatement, 'royalty.notFound', '没有找到这份结算单，请刷新后再试'),
  refuse(getPoll, 'poll.notFound', '没有找到这个投票，可能已删除或还没有开始'),
  refuse(getClass, 'class.notFound', '没有找到这个班级，或您不在班里'),
  refuse(getCollection, 'catalog.collectionNotFound', '没有找到这个专题或书单'),
  refuse(getOrder, 'orders.notFound', '没有找到这个订单'),
  refuse(queryOrder, 'orders.notFound', '没有找到这个订单'),
  refuse(resolveShortLink, 'catalog.shortLinkUnknown', '没有找到这个短码'),
];

const openPage = (path: string) =>
  render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [addressOf(path)] })} />
    </Providers>,
  );

/** The element is looked up again in each attempt, because the page replaces the `main` of the skeleton. */
const main = () => within(screen.getByRole('main'));
/** Waits until the text is visible or, if no text is given, the page's heading. */
const untilText = (text: string | undefined) =>
  waitFor(() =>
    expect(
      (text === undefined ? main().getAllByRole('heading', { level: 1 }) : main().getAllByText(text, { exact: false }))[0],
    ).toBeVisible(),
  );
const untilLoaded = () =>
  waitFor(() => {
    expect(main().getAllByRole('heading', { level: 1 }).length).toBeGreaterThan(0);
    expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).toBeNull();
  });

const flatten = (list: readonly RouteObject[]): readonly RouteObject[] =>
  list.flatMap((route) => [route, ...flatten(route.children ?? [])]);
const shownRoutes = flatten(routes).filter(
  ({ path, lazy }) => path !== undefined && lazy !== undefined && !/^\/(?:admin|org)\b/.test(path),
);

// Loads the modules of all pages first, so that the time to compile them does not count towards the time limit of a test.
beforeAll(() => Promise.all(flatten(routes).map(async ({ lazy }) => (typeof lazy === 'function' ? lazy() : undefined))), 120_000);
afterEach(async () => {
  await act(() => dropRoles(createQueryClient()));
  endSession();
  vi.unstubAllGlobals();
});

it('the table of states contains every page for readers', () => {
  expect(Object.keys(PAGES).toSorted()).toEqual(shownRoutes.map(({ path }) => path).toSorted());
});

const rows = Object.entries(PAGES).map(([path, states]) => ({ path, ...states }));

describe.each(rows)('the page $path', ({ path, empty, isStill, hasRetry }) => {
  // The timeout is long, because the accessibility checker axe reads the whole page, and the pages of the manuals are long.
  it('shows an accessible empty state', { timeout: 60_000 }, async () => {
    signInHere();
    serveEmpty(...READER, ...UNKNOWN);
    openPage(path);
    await untilText(empty);
    await untilLoaded();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows an error when every call fails and recovers on a retry, or does not need the server', async () => {
    signInHere();
    serveFailures(...READER);
    openPage(path);
    const messages = () =>
      isStill === true
        ? main().getAllByRole('heading', { level: 1 })
        : [...main().queryAllByRole('alert'), ...main().queryAllByRole('button', { name: /重试|再试/ })];
    await waitFor(() => expect(messages().length).toBeGreaterThan(0));
    serveEmpty(...READER, ...UNKNOWN);
    // Clicks every retry button until none is left: a page can have several parts, whose requests fail one after another.
    await waitFor(() => {
      for (const retry of main().queryAllByRole('button', { name: '重试' })) fireEvent.click(retry);
      expect(main().queryAllByRole('button', { name: '重试' })).toHaveLength(hasRetry === true ? 1 : 0);
    });
  });
});

describe.each(rows.filter(({ isPersonal }) => isPersonal === true))('the page $path', ({ path }) => {
  it('asks an anonymous user to sign in, and describes its content after the dialog is closed', async () => {
    serveEmpty();
    openPage(path);
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeVisible();
    await waitFor(() => expect(main().getByRole('heading', { name: /^登录后查看/, hidden: true })).toBeInTheDocument());
  });
});
