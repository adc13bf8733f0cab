/** Decides what the service worker does with a request. A pure function, so that what is never cached can be tested. */

/**
 * How the service worker responds to a request. `page`: from the network; without a network, the cached shell. `file`: our own built files,
 * from the cache first, because their names contain a hash of their content. `cover`: public cover images, also named by a hash. `asset`:
 * one of these files from the CDN, if the server names one. `network`:
 * not handled by the service worker. That applies above all to API calls: a response to one user is never cached where another user could
 * read it.
 */
export type WayOfRequest = 'page' | 'file' | 'asset' | 'cover' | 'network';

interface AskedRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** Paths of the app origin that are not pages of the client. */
const NOT_PAGES = /^\/(?:api|apiv2|docs|test)(?:\/|$)|^\/(?:healthz|readyz|metrics)$|\.[A-Za-z0-9]+$/;
const COVER = /^\/api\/media\/cover\/[^/]+\/[0-9a-f]{64}\.webp$/;
const FILE = /^\/(?:assets|icons)\/|^\/(?:favicon\.svg|manifest\.webmanifest)$/;

const ASSET = /^\/assets\//;

/** `assetsUrl`: origin of the CDN; undefined if there is none. */
export const wayOfRequest = ({ method, mode, url }: AskedRequest, ownOrigin: string, assetsUrl?: string): WayOfRequest => {
  const { origin, pathname } = new URL(url);
  if (method === 'GET' && mode !== 'navigate' && origin === assetsUrl && ASSET.test(pathname)) return 'asset';
  if (method !== 'GET' || origin !== ownOrigin) return 'network';
  if (mode === 'navigate') return NOT_PAGES.test(pathname) ? 'network' : 'page';
  if (FILE.test(pathname)) return 'file';
  return COVER.test(pathname) ? 'cover' : 'network';
};
