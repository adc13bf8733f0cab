/**
 * Server-side rendering (SSR): the server renders a page with the client's components and the responses that the page embeds
 * (`dehydrated-state.ts`). The client hydrates that HTML for anonymous users.
 */

/** Attribute of the client's root element with the URL (path and query) for which the element was rendered. */
export const SERVER_RENDERED_ATTRIBUTE = 'data-server-rendered';

/** Name of the `meta` element that lists the client's files (code, or code and style sheets), separated by spaces; each file follows its imports. */
export const CLIENT_FILES_META = 'client-files';

/** Name of the `meta` element with the URL of the client's entry, on pages whose inline script decides when the client is loaded. */
export const CLIENT_ENTRY_META = 'client-entry';

/** Name of the `meta` element with the URL of the reading engine's frame, on the reading page of a book. */
export const READING_FRAME_META = 'reading-frame';

/** Name of the `meta` element with the origin of a CDN, on pages that load the client's files from it. */
export const ASSETS_URL_META = 'assets-url';

/** Name of the cookie with which a page loads the client's files from its own origin for a while, because the CDN could not be reached. */
export const OWN_ASSETS_COOKIE = 'own-assets';

/** Name in the `dataset` of the root element of the page once the client has rendered. */
export const CLIENT_STARTED_MARKER = 'clientStarted';

/** Exports of the SSR build (`apps/web/dist-server`). */
export interface ServerRenderer {
  /**
   * Returns the rendered page of a URL, or undefined when the URL is not rendered on the server, e.g. one with filters. `responses` is the
   * dehydrated state and must contain every query of the page. Throws when rendering fails.
   */
  renderPage: (address: string, responses: Readonly<Record<string, unknown>>) => Promise<RenderedPage | undefined>;
  /**
   * Inline script for the `head`, after `CLIENT_FILES_META`, run before the first paint. If a session seems to exist, it marks the page and
   * preloads the client's files. For anonymous users the client loads them later.
   */
  readonly headScript: string;
  /** Returns the client route that matches a path; undefined when none does, in which case the client redirects to `/404`. */
  findRoute: (pathname: string) => ClientRoute | undefined;
  /** Paths of all indexable routes without parameters. */
  readonly indexedPaths: readonly string[];
}

/** One route of the client's route table. */
export interface ClientRoute {
  /** Path pattern, e.g. `/course/info/:bookId`. */
  readonly pattern: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Title of the route; empty when it has none. */
  readonly title: string;
  /** Whether search engines may index the page; only a page whose content does not depend on the user may be indexed. */
  readonly isIndexed: boolean;
}

export interface RenderedPage {
  /** HTML of the client's root element. */
  readonly html: string;
  /** Title of the document. */
  readonly title: string;
}
