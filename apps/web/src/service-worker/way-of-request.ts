/** What the service worker does with a request: a pure rule, so that what is never kept can be read and tested. */

/**
 * `page`: asked from the network, and answered with the kept shell when there is none. `file`: our own built files, from the disk
 * first: their names carry their content. `cover`: pictures of books, open to everybody, named by content. `network`: not touched,
 * above all every call: what the server answers one person is never kept where another could get it.
 */
export type WayOfRequest = 'page' | 'file' | 'cover' | 'network';

interface AskedRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** Addresses of the app origin that are not pages of the client. */
const NOT_PAGES = /^\/(?:api|apiv2|docs|test)(?:\/|$)|^\/(?:healthz|readyz|metrics)$|\.[A-Za-z0-9]+$/;
const COVER = /^\/api\/media\/cover\/[^/]+\/[0-9a-f]{64}\.webp$/;
const FILE = /^\/(?:assets|icons)\/|^\/(?:favicon\.svg|manifest\.webmanifest)$/;

export const wayOfRequest = ({ method, mode, url }: AskedRequest, ownOrigin: string): WayOfRequest => {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== ownOrigin) return 'network';
  if (mode === 'navigate') return NOT_PAGES.test(pathname) ? 'network' : 'page';
  if (FILE.test(pathname)) return 'file';
  return COVER.test(pathname) ? 'cover' : 'network';
};
