import { matchRoutes, type RouteObject } from 'react-router';

/** Loads the code of the screen at an address into the route table, so that a router can show it at once. */
export const loadScreen = async (routes: RouteObject[], pathname: string): Promise<readonly RouteObject[]> => {
  const matched = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route);
  for (const route of matched) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
  return matched;
};
