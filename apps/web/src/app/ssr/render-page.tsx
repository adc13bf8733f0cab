/** Server-side rendering of pages with the client's routes and components (contract, `server-rendering.ts`; decision 0013). */
import { documentTitle, type ServerRenderer } from '@shufang/contract';
import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { adminPages } from '../../areas/admin/admin-pages.ts';
import { bookInfoQuery } from '../../features/catalog/queries.ts';
import { setDehydratedState } from '../../platform/api/dehydrated-state.ts';
import { queryDefaults } from '../../platform/api/query-client.ts';
import { Providers } from '../providers.tsx';
import { routes } from '../routes.tsx';
import type { RouteHandle } from '../shell/route-handle.ts';
import { inlineHeadScript } from './head-script.ts';
import { loadLazyRoutes } from './load-lazy-routes.ts';
import { prefetchFor } from './prefetch-queries.ts';

export const headScript: ServerRenderer['headScript'] = inlineHeadScript;

const handleOf = ({ handle }: RouteObject): Partial<RouteHandle> => (handle as RouteHandle | undefined) ?? {};

/** All pages, including those of the admin area, which the route table of the client loads lazily. */
const allRoutes: RouteObject[] = [...routes, ...adminPages.map(({ path, title }) => ({ path, handle: { title } satisfies RouteHandle }))];

export const findRoute: ServerRenderer['findRoute'] = (pathname) => {
  const { route, params = {} } = matchRoutes(allRoutes, pathname)?.at(-1) ?? {};
  if (route?.path === undefined || route.path.endsWith('*')) return undefined;
  const { title = '', isIndexed = false } = handleOf(route);
  return { pattern: route.path, params, title, isIndexed };
};

const withChildren = (table: readonly RouteObject[]): readonly RouteObject[] =>
  table.flatMap((route) => [route, ...withChildren(route.children ?? [])]);

export const indexedPaths: ServerRenderer['indexedPaths'] = withChildren(routes).flatMap((route) =>
  route.path !== undefined && !route.path.includes(':') && handleOf(route).isIndexed === true ? [route.path] : [],
);

const render: ServerRenderer['renderPage'] = async (url, responses) => {
  const prefetch = prefetchFor(url);
  if (prefetch === undefined) return undefined;
  const { pathname } = new URL(url, 'http://localhost');
  const matched = await loadLazyRoutes(routes, pathname);
  const queryClient = new QueryClient({ defaultOptions: queryDefaults });
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  try {
    setDehydratedState(responses);
    await Promise.all(prefetch(queryClient));
    const html = renderToString(
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>,
    );
    const book = queryClient.getQueryData(bookInfoQuery(/\w*$/.exec(pathname)?.[0] ?? '').queryKey)?.book;
    const handle = matched.at(-1)?.handle as RouteHandle | undefined;
    return { html, title: documentTitle(book?.title ?? handle?.title ?? '') };
  } finally {
    router.dispose();
    // The query client is cleared, because its timers would otherwise retain the data in memory.
    queryClient.clear();
    setDehydratedState({});
  }
};

let previous: Promise<unknown> = Promise.resolve();

/** Renders pages sequentially, because the dehydrated state is a module variable. */
export const renderPage: ServerRenderer['renderPage'] = (url, responses) => {
  const rendered = previous.then(() => render(url, responses));
  previous = rendered.catch(() => undefined);
  return rendered;
};
