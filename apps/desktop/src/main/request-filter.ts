/** Which requests the pages of the client's window may make; all others are canceled before they reach the network. */
import { DESKTOP_ORIGIN } from '@shufang/contract';
import { BOOK_SCHEME } from '@shufang/desktop-bridge';

/** A request of a page: its URL, its kind as Electron names it, and the URL of the frame that makes it. */
export interface PageRequest {
  readonly url: string;
  readonly resourceType: string;
  readonly frameUrl: string | undefined;
}

const isUnder = (url: string, origin: string): boolean => url.startsWith(`${origin}/`);
const bookOriginOf = (url: string): string | undefined => new RegExp(`^${BOOK_SCHEME}://[0-9a-z]+(?=/)`).exec(url)?.[0];

/**
 * Returns whether a request is allowed. The window shows only the client's page, its frames only books. A book loads only from its own
 * origin; the client's page also calls its server, and plays the narrations of books.
 */
export const isRequestAllowed = ({ url, resourceType, frameUrl = '' }: PageRequest, serverOrigin: string): boolean => {
  // Data and blob URLs are content that the page already has; the content policies say where they may be used.
  if (/^(?:data|blob):/.test(url)) return true;
  if (resourceType === 'mainFrame') return isUnder(url, DESKTOP_ORIGIN);
  if (resourceType === 'subFrame') return bookOriginOf(url) !== undefined;
  const book = bookOriginOf(frameUrl);
  if (book !== undefined) return isUnder(url, book);
  return isUnder(url, DESKTOP_ORIGIN) || isUnder(url, serverOrigin) || bookOriginOf(url) !== undefined;
};
