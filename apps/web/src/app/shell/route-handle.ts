import type { PageAccess } from '../../areas/admin/admin-pages.ts';

/** Properties of a route for the app shell. */
export interface RouteHandle {
  /** Title of the document, also announced to screen readers; the screen may replace it once its data is loaded. */
  readonly title: string;
  /** Whether the screen fills the content area, without main navigation and without scrolling by the shell. */
  readonly fullBleed?: boolean;
  /** Whether the title bar is not on the screen in browsers, and appears over it on request; only with `fullBleed`. */
  readonly immersive?: boolean;
  /** Whether the screen stays as it is (state, loaded pages, scroll position, focus) while others are visible (specification.md §2). */
  readonly keepAlive?: boolean;
  /** Permissions that a page of the admin area requires. */
  readonly access?: PageAccess;
  /** Returns the properties of one page, in a route that holds several pages. */
  readonly forPath?: (pathname: string) => RouteHandle;
  /** Whether search engines may index the page; other pages have `noindex`. */
  readonly isIndexed?: boolean;
}

/** Returns the properties of the page at a path. `handle`: that of its route; undefined if the route has none. */
export const handleForPath = (handle: RouteHandle | undefined, pathname: string): RouteHandle =>
  handle?.forPath?.(pathname) ?? handle ?? { title: '' };
