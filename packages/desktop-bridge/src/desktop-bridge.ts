/** The interface of the desktop client for its page, and the origins of the pages of the desktop client. */
import type { BookProgress, BookRequests } from './book-channels.ts';
import type { ClientRequests } from './channels.ts';

/** Whether the window fills the screen; the page then offers to restore it instead of maximizing it. */
export interface WindowState {
  readonly isMaximized: boolean;
}

/** Values that the page of the desktop client gets when it is loaded: the server, the version and the state of the window. */
export interface DesktopFacts {
  /** Origin of the server that the user or the packager chose, such as `https://books.example.com`. */
  readonly serverOrigin: string;
  /**
   * Setting CONTENT_URL of that server: the origin of book content, in which the id of a book replaces `{book}`. Without `{book}`, all books
   * have one origin.
   */
  readonly contentUrl: string;
  /** Version code of the desktop client (`APP_VERSION`). */
  readonly version: string;
  /** Whether the client was packaged (`APP_PACKAGED`), as opposed to running from source. */
  readonly isPackaged: boolean;
  /** Whether the system has a key store, without which books cannot be stored encrypted. */
  readonly hasKeyStore: boolean;
  readonly window: WindowState;
  /** Status of the update when the page was loaded. */
  readonly update: UpdateStatus;
}

/** Status of the update of the client. */
export interface UpdateStatus {
  /**
   * `prepare`: an update was found. `downloading`, `downloadComplete`: states of the specification. `current`: the user asked, and there is
   * no newer version. `error`: the check that the user asked for, or the download, has failed.
   */
  readonly phase: 'idle' | 'checking' | 'prepare' | 'downloading' | 'downloadComplete' | 'current' | 'error';
  /** What the client does about the version that was found; absent if none was found. */
  readonly decision?: 'background' | 'optional' | 'mandatory' | undefined;
  /** Whether the client was packaged; only such a client updates itself. */
  readonly isPackaged: boolean;
  /** Version codes of the running program and of the newest release; absent before a check. */
  readonly current: string;
  readonly latest?: string | undefined;
  /** Release notes as HTML, whose hash is signed; they are shown in a sandboxed frame. */
  readonly notes?: string | undefined;
  /** Size of the download in bytes. */
  readonly size?: number | undefined;
  /** Progress of the download, 0 to 100. */
  readonly percent: number;
  readonly channel: 'stable' | 'beta';
  /** The version that the user skipped. */
  readonly skipped?: string;
  /** The ends of attempts to update, the oldest first. */
  readonly history: readonly { readonly version: string; readonly at: number; readonly outcome: 'installed' | 'rolledBack' }[];
  /** Lines of the log, the oldest first. */
  readonly log: readonly string[];
}

/**
 * The desktop client as its page sees it. It is absent in a browser (`findDesktop`), so that a feature checks for it or for one of its
 * capabilities. Each function sends one message to the main process, which checks the sender and the arguments.
 */
export interface DesktopBridge extends ClientRequests {
  readonly facts: DesktopFacts;
  /** The books in files of the client. */
  readonly books: BookRequests;
  /** Calls `listener` with the progress of the download. Returns a function that ends this. */
  onBookProgress(listener: (progress: BookProgress) => void): () => void;
  /** Calls `listener` when the window was maximized or restored. Returns a function that ends this. */
  onWindowState(listener: (state: WindowState) => void): () => void;
  /** Calls `listener` with the path of the page that a link from outside asks for. Returns a function that ends this. */
  onOpenPath(listener: (path: string) => void): () => void;
  /** Calls `listener` when the status of the update has changed. Returns a function that ends this. */
  onUpdateStatus(listener: (status: UpdateStatus) => void): () => void;
}

declare global {
  // The bridge that the preload script of the desktop client defines; absent in a browser.
  var shufangDesktop: DesktopBridge | undefined;
}

/** Returns the bridge to the desktop client; undefined in a browser. */
export const findDesktop = (): DesktopBridge | undefined => globalThis.shufangDesktop;

/** Channels on which the main process sends to the client's page. */
export const WINDOW_STATE_CHANNEL = 'window-state';
export const OPEN_PATH_CHANNEL = 'open-path';
export const UPDATE_STATUS_CHANNEL = 'update-status';
/** Channel on which the main process sends the progress of the download of a book. */
export const BOOK_PROGRESS_CHANNEL = 'book-progress';
/** Channel on which the preload script requests the facts, synchronously, before the page is loaded. */
export const FACTS_CHANNEL = 'desktop-facts';

/** Scheme of the origin of a book in the desktop client: `book://<id of the book>`. */
export const BOOK_SCHEME = 'book';

const BOOK_ID = '[0-9a-hjkmnp-tv-z]{26}';
/** Path under which the main process serves stored books, decrypted; the server never sees it. */
const STORED_PATH = '/~o/';
const STORED_URL = new RegExp(`^${BOOK_SCHEME}://(${BOOK_ID})${STORED_PATH}(${BOOK_ID})\\.([\\w-]{43,2000})/([^?#]+)`);
const BOOK_URL = new RegExp(`^${BOOK_SCHEME}://(${BOOK_ID})(/.*)$`, 's');

/** Returns the URL of book content under the book's own origin in the desktop client; any other URL unchanged. */
export const toBookUrl = ({ contentUrl }: Pick<DesktopFacts, 'contentUrl'>, bookId: string, url: string): string => {
  const origin = contentUrl.replace('{book}', bookId);
  return url.startsWith(`${origin}/`) ? `${BOOK_SCHEME}://${bookId}${url.slice(origin.length)}` : url;
};

/** Returns the URL at the server for a URL of the scheme `book`; undefined if it is not one. */
export const fromBookUrl = ({ contentUrl }: Pick<DesktopFacts, 'contentUrl'>, url: string): string | undefined => {
  const [, bookId, rest] = BOOK_URL.exec(url) ?? [];
  return bookId === undefined || rest === undefined ? undefined : contentUrl.replace('{book}', bookId) + rest;
};

/** Returns the base URL of a stored book. `key`: the sealed key of its lease. */
export const storedBookUrl = (bookId: string, { id, key }: { readonly id: string; readonly key: string }): string =>
  `${BOOK_SCHEME}://${bookId}${STORED_PATH}${id}.${key}/`;

/** Returns the book, the lease and the decoded name of the file of such a URL; undefined for other URLs. */
export const readStoredBookUrl = (
  url: string,
): { readonly bookId: string; readonly lease: { readonly id: string; readonly key: string }; readonly href: string } | undefined => {
  const [, bookId, id, key, rest] = STORED_URL.exec(url) ?? [];
  if (bookId === undefined || id === undefined || key === undefined || rest === undefined) return undefined;
  try {
    return { bookId, lease: { id, key }, href: decodeURIComponent(rest) };
  } catch {
    // A malformed escape is no address of a file.
    return undefined;
  }
};
