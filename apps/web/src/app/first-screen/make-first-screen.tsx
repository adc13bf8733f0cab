/** The first screens as HTML: the client's own routes and components, run by the server (contract, `first-screen.ts`; decision 0013). */
import type { FirstScreenMaker } from '@shufang/contract';
import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { bookInfoQuery } from '../../features/catalog/queries.ts';
import { bringFirstAnswers } from '../../platform/api/first-answers.ts';
import { queryDefaults } from '../../platform/api/query-client.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { Providers } from '../providers.tsx';
import { routes } from '../routes.tsx';
import type { RouteHandle } from '../shell/route-handle.ts';
import { fillOf } from './first-queries.ts';
import { loadScreen } from './load-screen.ts';
import { beginScript } from './page-head.ts';

export const beginPage: FirstScreenMaker['beginPage'] = beginScript;

const make: FirstScreenMaker['makeFirstScreen'] = async (address, answers) => {
  const fill = fillOf(address);
  if (fill === undefined) return undefined;
  const { pathname } = new URL(address, 'http://localhost');
  const matched = await loadScreen(routes, pathname);
  const queryClient = new QueryClient({ defaultOptions: queryDefaults });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  try {
    bringFirstAnswers(answers);
    await Promise.all(fill(queryClient));
    const html = renderToString(
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>,
    );
    const book = queryClient.getQueryData(bookInfoQuery(/\w*$/.exec(pathname)?.[0] ?? '').queryKey)?.book;
    const handle = matched.at(-1)?.handle as RouteHandle | undefined;
    return { html, title: shellText.documentTitle(book?.title ?? handle?.title ?? '') };
  } finally {
    router.dispose();
    // Its timers would keep what it holds.
    queryClient.clear();
    bringFirstAnswers({});
  }
};

let last: Promise<unknown> = Promise.resolve();

/** One after the other: the answers of one page are never in reach of another. */
export const makeFirstScreen: FirstScreenMaker['makeFirstScreen'] = (address, answers) => {
  const made = last.then(() => make(address, answers));
  last = made.catch(() => undefined);
  return made;
};
