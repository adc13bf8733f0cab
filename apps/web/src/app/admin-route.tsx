/**
 * The route of the admin area, `/admin/*`, and of the pages of institutions, `/org/*`. It is loaded on the first visit of the area, so that the shell of the readers contains none of
 * its pages. The loader finds the page of a path and loads its screen.
 *
 * The usual forms of React Router do not fit. Routes of the pages in the route table would put the table of all admin pages into the files
 * with which readers start. With `patchRoutesOnNavigation` the router also requests more routes on every page whose path has a parameter,
 * and then its first render is not synchronous, so that the server-rendered page of a book could not be hydrated.
 */
import { type LoaderFunctionArgs, matchPath, Route, Routes, useLoaderData, useLocation } from 'react-router';
import { type AdminPageRoute, adminPages } from '../areas/admin/admin-pages.ts';
import { Component as AdminLayout } from '../areas/admin/screens/admin-layout.tsx';
import { redirectToNotFound, requireSession, withLoadError } from './route-guards.tsx';
import type { RouteHandle } from './shell/route-handle.ts';

const findPage = (pathname: string): AdminPageRoute | undefined => adminPages.find(({ path }) => matchPath(path, pathname) !== null);

/** Returns the element of the screen, or a redirect. */
export const loader = async ({ request }: LoaderFunctionArgs): Promise<Response | React.ReactElement> => {
  const page = findPage(new URL(request.url).pathname);
  if (page === undefined) return redirectToNotFound(request);
  const redirected = requireSession(request);
  if (redirected !== null) return redirected;
  const { Component: Screen } = await withLoadError(page.load)();
  return <Screen />;
};

export const handle: RouteHandle = {
  title: '',
  forPath: (pathname) => {
    const page = findPage(pathname);
    return page === undefined ? { title: '' } : { title: page.title, access: page.access };
  },
};

export const Component = () => {
  const screen = useLoaderData<unknown>() as React.ReactElement;
  const page = findPage(useLocation().pathname);
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path={page?.path.replace(/^\/(?:admin|org)\/?/, '') ?? '*'} element={screen} />
      </Route>
    </Routes>
  );
};
