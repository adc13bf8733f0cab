import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Loads the lazy routes that match a path into the route table, so that a router can render them synchronously. Returns the matched routes.
 */
export const loadLazyRoutes = async (routes: RouteObject[], pathname: string): Promise<readonly RouteObject[]> => {
  const matched = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route);
  for (const route of matched) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
  return matched;
};
