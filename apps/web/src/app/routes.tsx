/** The route table: one line a route. Each screen module exports `Component` and is loaded when its route is opened. */
import { WECHAT_RETURN_PATH } from '@shufang/contract';
import { type LoaderFunction, type RouteObject, redirect } from 'react-router';
import { screenTitle } from '../platform/messages/zh-cn/shell.ts';
import { findSessionToken } from '../platform/session/session.ts';
import { routePaths } from './route-names.ts';
import { AppShell } from './shell/app-shell.tsx';
import { BootSkeleton } from './shell/boot-skeleton.tsx';
import { RootError } from './shell/root-error.tsx';
import type { RouteHandle } from './shell/route-handle.ts';

type LoadScreen = () => Promise<{ Component: React.ComponentType }>;

/** A screen whose code did not come fails like any other screen, inside the frame. */
const orFail =
  (load: LoadScreen): LoadScreen =>
  async () => {
    try {
      return await load();
    } catch (error) {
      return {
        Component: () => {
          throw error;
        },
      };
    }
  };

/** The route guard (product spec, section 2). Routes of the specification ask for nothing: their screens tell strangers what they offer. */
const requireSession: LoaderFunction = ({ request }) => {
  if (findSessionToken() !== undefined) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(`/user/login?redirect=${encodeURIComponent(pathname + search)}`);
};

const screen = (path: string, title: string, load: LoadScreen, more: Omit<RouteHandle, 'title'> = {}): RouteObject => ({
  path,
  lazy: orFail(load),
  ...(more.requiresSession ? { loader: requireSession } : {}),
  handle: { title, ...more } satisfies RouteHandle,
});

/** Pages for those who run the platform: nobody who is not signed in gets there. */
const desk = (path: string, title: string, load: LoadScreen): RouteObject => screen(path, title, load, { requiresSession: true });

export const routes: RouteObject[] = [
  {
    Component: AppShell,
    ErrorBoundary: RootError,
    HydrateFallback: BootSkeleton,
    children: [
      screen('/', screenTitle.home, () => import('../screens/home/home-screen.tsx')),
      screen('/course/list', screenTitle.courseList, () => import('../screens/course-list/course-list-screen.tsx')),
      screen('/course/search', screenTitle.courseSearch, () => import('../screens/course-search/course-search-screen.tsx')),
      screen('/book/list', screenTitle.bookList, () => import('../screens/book-list/book-list-screen.tsx'), { keptAlive: true }),
      screen('/book/collection/:id', screenTitle.bookCollection, () => import('../screens/book-collection/book-collection-screen.tsx')),
      screen('/course/info/:bookId', screenTitle.courseInfo, () => import('../screens/course-info/course-info-screen.tsx')),
      screen(
        '/course/learning/:bookId',
        screenTitle.courseLearning,
        () => import('../screens/course-learning/course-learning-screen.tsx'),
        {
          fullBleed: true,
        },
      ),
      screen('/bookshelf', screenTitle.bookshelf, () => import('../screens/bookshelf/bookshelf-screen.tsx')),
      screen('/bookshelf/recent', screenTitle.recent, () => import('../screens/bookshelf/recent-screen.tsx')),
      screen('/bookshelf/owned', screenTitle.owned, () => import('../screens/bookshelf/owned-screen.tsx')),
      screen('/bookshelf/collection', screenTitle.favorites, () => import('../screens/bookshelf/favorites-screen.tsx')),
      { id: 'user', ...screen(routePaths.user, screenTitle.userCenter, () => import('../screens/user/user-center-screen.tsx')) },
      screen('/user/myOrders', screenTitle.myOrders, () => import('../screens/user/my-orders-screen.tsx')),
      screen('/user/myBooks', screenTitle.myBooks, () => import('../screens/user/my-books-screen.tsx')),
      screen('/user/myNotes', screenTitle.myNotes, () => import('../screens/user/my-notes-screen.tsx')),
      screen('/user/myFiles', screenTitle.myFiles, () => import('../screens/user/my-files-screen.tsx')),
      screen('/user/myEditedBook', screenTitle.myEditedBook, () => import('../screens/user/my-edited-book-screen.tsx')),
      screen('/user/authorStatic/:bookId', screenTitle.authorStatic, () => import('../screens/user/author-static-screen.tsx')),
      screen('/user/teacher', screenTitle.teacher, () => import('../screens/user/teacher-screen.tsx')),
      screen('/user/login', screenTitle.login, () => import('../screens/user/login-screen.tsx')),
      screen(WECHAT_RETURN_PATH, screenTitle.wechatReturn, () => import('../screens/lesson-connect/dispatch-screen.tsx')),
      screen('/redeem', screenTitle.redeem, () => import('../screens/redeem/redeem-screen.tsx')),
      screen('/q/:code', screenTitle.shortCode, () => import('../screens/short-code/short-code-screen.tsx')),
      screen('/pay/:orderNo', screenTitle.pay, () => import('../screens/pay/pay-screen.tsx')),
      {
        lazy: orFail(() => import('../screens/admin/admin-layout.tsx')),
        children: [
          desk('/admin', screenTitle.desk, () => import('../screens/admin/overview-screen.tsx')),
          desk('/admin/books', screenTitle.adminBooks, () => import('../screens/admin/books-screen.tsx')),
          desk('/admin/books/:bookId', screenTitle.adminBook, () => import('../screens/admin/book-screen.tsx')),
          desk('/admin/categories', screenTitle.adminCategories, () => import('../screens/admin/categories-screen.tsx')),
          desk('/admin/collections', screenTitle.adminCollections, () => import('../screens/admin/collections-screen.tsx')),
          desk('/admin/collections/:id', screenTitle.adminCollection, () => import('../screens/admin/collection-screen.tsx')),
          desk('/admin/home', screenTitle.adminHome, () => import('../screens/admin/home-screen.tsx')),
          desk('/admin/links', screenTitle.adminLinks, () => import('../screens/admin/links-screen.tsx')),
          desk('/admin/votes', screenTitle.adminVotes, () => import('../screens/admin/votes-screen.tsx')),
          desk('/admin/import', screenTitle.adminImport, () => import('../screens/admin/import-screen.tsx')),
          desk('/admin/requests', screenTitle.adminRequests, () => import('../screens/admin/requests-screen.tsx')),
          desk('/admin/tickets', screenTitle.adminTickets, () => import('../screens/admin/tickets-screen.tsx')),
          desk('/admin/users', screenTitle.adminUsers, () => import('../screens/admin/users-screen.tsx')),
          desk('/admin/versions', screenTitle.adminVersions, () => import('../screens/admin/versions-screen.tsx')),
          desk('/admin/codes', screenTitle.adminCodes, () => import('../screens/admin/codes-screen.tsx')),
          desk('/admin/codes/:batchId/boxes', screenTitle.adminCodeBoxes, () => import('../screens/admin/code-boxes-screen.tsx')),
          desk('/admin/claims', screenTitle.adminClaims, () => import('../screens/admin/claims-screen.tsx')),
          desk('/admin/orders', screenTitle.adminOrders, () => import('../screens/admin/orders-screen.tsx')),
          desk('/admin/orders/:no', screenTitle.adminOrder, () => import('../screens/admin/order-screen.tsx')),
          desk('/admin/refunds', screenTitle.adminRefunds, () => import('../screens/admin/refunds-screen.tsx')),
          desk('/admin/invoices', screenTitle.adminInvoices, () => import('../screens/admin/invoices-screen.tsx')),
          desk('/admin/licences', screenTitle.adminLicences, () => import('../screens/admin/licences-screen.tsx')),
          desk('/admin/institutions', screenTitle.adminInstitutions, () => import('../screens/admin/institutions-screen.tsx')),
          desk('/admin/errata', screenTitle.adminErrata, () => import('../screens/admin/errata-screen.tsx')),
          desk('/admin/ratings', screenTitle.adminRatings, () => import('../screens/admin/ratings-screen.tsx')),
          desk('/admin/audit', screenTitle.adminAudit, () => import('../screens/admin/audit-screen.tsx')),
        ],
      },
      { path: '/helper', loader: () => redirect('/helper/contact') },
      {
        lazy: orFail(() => import('../screens/helper/helper-layout.tsx')),
        children: [
          screen('/helper/student-manual', screenTitle.studentManual, () => import('../screens/helper/student-manual-screen.tsx')),
          screen('/helper/teacher-manual', screenTitle.teacherManual, () => import('../screens/helper/teacher-manual-screen.tsx')),
          screen('/helper/appUpdater', screenTitle.appUpdater, () => import('../screens/helper/app-updater-screen.tsx')),
          screen('/helper/contact', screenTitle.contact, () => import('../screens/helper/contact-screen.tsx')),
        ],
      },
      { id: 'pc-app', ...screen(routePaths['pc-app'], screenTitle.pc, () => import('../screens/clients/pc-screen.tsx')) },
      { id: 'mobile-app', ...screen(routePaths['mobile-app'], screenTitle.mobile, () => import('../screens/clients/mobile-screen.tsx')) },
      screen('/404', screenTitle.notFound, () => import('../screens/not-found/not-found-screen.tsx')),
      {
        path: '*',
        loader: ({ request }) => {
          const { pathname, search } = new URL(request.url);
          return redirect(`/404?from=${encodeURIComponent(pathname + search)}`);
        },
      },
    ],
  },
];
