/** Prepares hydration of the server-rendered page. */
import { SERVER_RENDERED_ATTRIBUTE } from '@shufang/contract';
import { adoptPhrases } from '@shufang/ui';
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { hasDehydratedState } from '../../platform/api/dehydrated-state.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import { loadLazyRoutes } from './load-lazy-routes.ts';
import { prefetchFor } from './prefetch-queries.ts';

/**
 * Fills the query cache from the dehydrated state and loads the code of the route, so that `root` can be hydrated. Returns false if `root`
 * must be rendered from scratch: the user is signed in, the state is too old, or the page was not server-rendered.
 */
export const prepareHydration = async (root: Element, queryClient: QueryClient, routes: RouteObject[]): Promise<boolean> => {
  const url = location.pathname + location.search;
  if (root.getAttribute(SERVER_RENDERED_ATTRIBUTE) !== url || findSessionToken() !== undefined || !hasDehydratedState()) return false;
  const prefetch = prefetchFor(url);
  if (prefetch === undefined) return false;
  adoptPhrases(root);
  // If a query has failed, the page is rendered from scratch, so that the error is shown.
  const [results] = await Promise.all([Promise.allSettled(prefetch(queryClient)), loadLazyRoutes(routes, location.pathname)]);
  return results.every(({ status }) => status === 'fulfilled');
};
