/** The route table: one line a route. Each screen module exports `Component` and is loaded when its route is opened. */
import { WECHAT_RETURN_PATH } from '@shufang/contract';
import { type RouteObject, redirect } from 'react-router';
import { screenTitle } from '../platform/messages/zh-cn/shell.ts';
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

const screen = (path: string, title: string, load: LoadScreen, more: Omit<RouteHandle, 'title'> = {}): RouteObject => ({
  path,
  lazy: orFail(load),
  handle: { title, ...more } satisfies RouteHandle,
});

export const routes: RouteObject[] = [
  {
    Component: AppShell,
    ErrorBoundary: RootError,
    HydrateFallback: BootSkeleton,
    children: [
      screen('/', screenTitle.home, () => import('../screens/home/home-screen.tsx')),
      screen('/course/list', screenTitle.courseList, () => import('../screens/course-list/course-list-screen.tsx')),
      screen('/course/search', screenTitle.courseSearch, () => import('../screens/course-search/course-search-screen.tsx')),
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
      screen('/user', screenTitle.userCenter, () => import('../screens/user/user-center-screen.tsx')),
      screen('/user/myBooks', screenTitle.myBooks, () => import('../screens/user/my-books-screen.tsx')),
      screen('/user/myNotes', screenTitle.myNotes, () => import('../screens/user/my-notes-screen.tsx')),
      screen('/user/login', screenTitle.login, () => import('../screens/user/login-screen.tsx')),
      screen(WECHAT_RETURN_PATH, screenTitle.wechatReturn, () => import('../screens/lesson-connect/dispatch-screen.tsx')),
      screen('/admin/import', screenTitle.adminImport, () => import('../screens/admin-import/admin-import-screen.tsx')),
      { path: '/helper', loader: () => redirect('/helper/contact') },
      screen('/helper/contact', screenTitle.contact, () => import('../screens/helper/contact-screen.tsx')),
      screen('/pc', screenTitle.pc, () => import('../screens/clients/pc-screen.tsx')),
      screen('/mobile', screenTitle.mobile, () => import('../screens/clients/mobile-screen.tsx')),
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
