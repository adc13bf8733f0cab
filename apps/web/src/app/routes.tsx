/** The route table, one line per route. Each screen module exports `Component` and is loaded lazily. */
import { SIGN_IN_RETURN_PATH } from '@shufang/contract';
import { type RouteObject, redirect } from 'react-router';
import { helpPages } from '../areas/reader/helper/help-pages.ts';
import { screenTitle } from '../platform/messages/zh-cn/shell.ts';
import { redirectToNotFound, type ScreenModule, withLoadError } from './route-guards.tsx';
import { routePaths } from './route-names.ts';
import { AppShell } from './shell/app-shell.tsx';
import { BootSkeleton } from './shell/boot-skeleton.tsx';
import { RootError } from './shell/root-error.tsx';
import type { RouteHandle } from './shell/route-handle.ts';

type LoadScreen = () => Promise<ScreenModule>;

const screen = (path: string, title: string, load: LoadScreen, more: Omit<RouteHandle, 'title'> = {}): RouteObject => ({
  path,
  lazy: withLoadError(load),
  handle: { title, ...more } satisfies RouteHandle,
});

/** Returns a route that search engines may index. */
const publicScreen = (path: string, title: string, load: LoadScreen, more: Omit<RouteHandle, 'title'> = {}): RouteObject =>
  screen(path, title, load, { ...more, isIndexed: true });

export const routes: RouteObject[] = [
  {
    Component: AppShell,
    ErrorBoundary: RootError,
    HydrateFallback: BootSkeleton,
    children: [
      publicScreen('/', screenTitle.home, () => import('../areas/reader/home/home-screen.tsx')),
      publicScreen('/course/list', screenTitle.courseList, () => import('../areas/reader/course-list/course-list-screen.tsx')),
      screen('/course/search', screenTitle.courseSearch, () => import('../areas/reader/course-search/course-search-screen.tsx')),
      publicScreen('/book/list', screenTitle.bookList, () => import('../areas/reader/book-list/book-list-screen.tsx'), { keepAlive: true }),
      publicScreen(
        '/book/collection/:id',
        screenTitle.bookCollection,
        () => import('../areas/reader/book-collection/book-collection-screen.tsx'),
      ),
      publicScreen('/course/info/:bookId', screenTitle.courseInfo, () => import('../areas/reader/course-info/course-info-screen.tsx')),
      screen('/course/changes/:bookId', screenTitle.bookChanges, () => import('../areas/reader/book-changes/book-changes-screen.tsx')),
      screen(
        '/course/learning/:bookId',
        screenTitle.courseLearning,
        () => import('../areas/reader/course-learning/course-learning-screen.tsx'),
        {
          fullBleed: true,
          immersive: true,
        },
      ),
      screen('/bookshelf', screenTitle.bookshelf, () => import('../areas/reader/bookshelf/bookshelf-screen.tsx')),
      screen('/bookshelf/recent', screenTitle.recent, () => import('../areas/reader/bookshelf/recent-screen.tsx')),
      screen('/bookshelf/owned', screenTitle.owned, () => import('../areas/reader/bookshelf/owned-screen.tsx')),
      screen('/bookshelf/collection', screenTitle.favorites, () => import('../areas/reader/bookshelf/favorites-screen.tsx')),
      { id: 'user', ...screen(routePaths.user, screenTitle.userCenter, () => import('../areas/reader/user/user-center-screen.tsx')) },
      screen('/user/myOrders', screenTitle.myOrders, () => import('../areas/reader/user/my-orders-screen.tsx')),
      screen('/user/myBooks', screenTitle.myBooks, () => import('../areas/reader/user/my-books-screen.tsx')),
      screen('/user/myNotes', screenTitle.myNotes, () => import('../areas/reader/user/my-notes-screen.tsx')),
      screen('/user/myFiles', screenTitle.myFiles, () => import('../areas/reader/user/my-files-screen.tsx')),
      screen('/user/myEditedBook', screenTitle.myEditedBook, () => import('../areas/reader/user/my-edited-book-screen.tsx')),
      screen('/user/authorStatic/:bookId', screenTitle.authorStatic, () => import('../areas/reader/user/author-static-screen.tsx')),
      screen('/user/royalties', screenTitle.royalties, () => import('../areas/reader/user/royalties-screen.tsx')),
      screen('/user/royalties/:id', screenTitle.royalty, () => import('../areas/reader/user/royalty-screen.tsx')),
      screen('/user/teacher', screenTitle.teacher, () => import('../areas/teaching/teacher-screen.tsx')),
      screen('/user/teacher/adoption', screenTitle.teacherAdoptions, () => import('../areas/teaching/adoption/adoptions-screen.tsx')),
      screen('/user/teacher/adoption/:id', screenTitle.teacherAdoption, () => import('../areas/teaching/adoption/adoption-screen.tsx')),
      screen('/user/teacher/samples', screenTitle.teacherSamples, () => import('../areas/teaching/samples-screen.tsx')),
      screen('/user/teacher/materials', screenTitle.teacherMaterials, () => import('../areas/teaching/materials-screen.tsx')),
      screen('/class/join', screenTitle.joinClass, () => import('../areas/teaching/join-class-screen.tsx')),
      screen('/class/:id/board', screenTitle.classBoard, () => import('../areas/teaching/class-board-screen.tsx')),
      screen('/assignment/:id', screenTitle.assignment, () => import('../areas/teaching/assignment/assignment-screen.tsx')),
      screen('/assignment/:id/answer', screenTitle.answering, () => import('../areas/teaching/assignment/answer-screen.tsx')),
      screen('/assignment/:id/paper', screenTitle.paper, () => import('../areas/teaching/paper/paper-screen.tsx')),
      screen('/assignment/:id/preview', screenTitle.paperPreview, () => import('../areas/teaching/paper/preview-screen.tsx')),
      screen(
        '/class/:id/accommodations',
        screenTitle.accommodations,
        () => import('../areas/teaching/accommodation/accommodations-screen.tsx'),
      ),
      screen('/assignment/:id/room', screenTitle.examRoom, () => import('../areas/teaching/assignment/exam/room-screen.tsx')),
      screen('/report', screenTitle.report, () => import('../areas/reader/report/report-screen.tsx')),
      screen('/receipt', screenTitle.receipt, () => import('../areas/teaching/assignment/receipt-screen.tsx')),
      screen(
        '/class/:id/attendance/:itemId/board',
        screenTitle.attendanceBoard,
        () => import('../areas/teaching/classroom/attendance-board-screen.tsx'),
      ),
      screen('/class/:id/attendance/:itemId', screenTitle.attendance, () => import('../areas/teaching/classroom/attendance-screen.tsx')),
      screen('/class/:id/poll/:itemId', screenTitle.poll, () => import('../areas/teaching/classroom/poll-board-screen.tsx')),
      { path: '/class/:id/grades', loader: ({ params }) => redirect(`/class/${params['id']}?tab=grades`) },
      screen('/class/:id', screenTitle.class, () => import('../areas/teaching/class-screen.tsx')),
      screen('/bank/:id', screenTitle.questionBank, () => import('../areas/teaching/questions/bank-screen.tsx')),
      screen('/bank/:id/import', screenTitle.questionImport, () => import('../areas/teaching/questions/import-screen.tsx')),
      screen('/bank/:id/question/:questionId', screenTitle.question, () => import('../areas/teaching/questions/question-screen.tsx')),
      screen('/user/login', screenTitle.login, () => import('../areas/reader/user/login-screen.tsx')),
      screen(SIGN_IN_RETURN_PATH, screenTitle.signInReturn, () => import('../areas/reader/lesson-connect/dispatch-screen.tsx')),
      screen('/redeem', screenTitle.redeem, () => import('../areas/reader/redeem/redeem-screen.tsx')),
      screen('/q/:code', screenTitle.shortCode, () => import('../areas/reader/short-code/short-code-screen.tsx')),
      screen('/pay/:orderNo', screenTitle.pay, () => import('../areas/reader/pay/pay-screen.tsx')),
      { path: '/admin/*', lazy: withLoadError(() => import('./admin-route.tsx')) },
      { path: '/org/*', lazy: withLoadError(() => import('./admin-route.tsx')) },
      { path: '/helper', loader: () => redirect('/helper/contact') },
      {
        lazy: withLoadError(() => import('../areas/reader/helper/helper-layout.tsx')),
        children: helpPages.map(({ path, title, load }) => publicScreen(path, title, load)),
      },
      { id: 'pc-app', ...publicScreen(routePaths['pc-app'], screenTitle.pc, () => import('../areas/reader/clients/pc-screen.tsx')) },
      {
        id: 'mobile-app',
        ...publicScreen(routePaths['mobile-app'], screenTitle.mobile, () => import('../areas/reader/clients/mobile-screen.tsx')),
      },
      screen('/404', screenTitle.notFound, () => import('../areas/reader/not-found/not-found-screen.tsx')),
      {
        path: '*',
        loader: ({ request }) => redirectToNotFound(request),
      },
    ],
  },
];
