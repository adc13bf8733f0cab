/** What the routes share: screens whose code fails to load, the session guard, and the redirect for unknown paths. */
import { redirect } from 'react-router';
import { findSessionToken } from '../platform/session/session.ts';

export interface ScreenModule {
  readonly Component: React.ComponentType;
}

/** Wraps a loader so that a failed import throws during rendering, inside the app shell. */
export const withLoadError =
  <Module extends ScreenModule>(load: () => Promise<Module>): (() => Promise<Module | ScreenModule>) =>
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

const addressOf = ({ url }: Request): string => {
  const { pathname, search } = new URL(url);
  return encodeURIComponent(pathname + search);
};

/**
 * Route guard that redirects anonymous users to the sign-in page (specification.md §2). The routes that the specification names do not
 * use it, because their screens have content for anonymous users.
 */
export const requireSession = (request: Request): Response | null =>
  findSessionToken() === undefined ? redirect(`/user/login?redirect=${addressOf(request)}`) : null;

/** Redirects a path without a page to the page that says so. */
export const redirectToNotFound = (request: Request): Response => redirect(`/404?from=${addressOf(request)}`);
