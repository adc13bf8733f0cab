export type { BookDownloadEnd, BookProgress, BookRequests } from './book-channels.ts';
export {
  BOOK_PROGRESS_CHANNEL,
  BOOK_SCHEME,
  type DesktopBridge,
  type DesktopFacts,
  FACTS_CHANNEL,
  findDesktop,
  fromBookUrl,
  OPEN_PATH_CHANNEL,
  readStoredBookUrl,
  storedBookUrl,
  toBookUrl,
  UPDATE_STATUS_CHANNEL,
  type UpdateStatus,
  WINDOW_STATE_CHANNEL,
  type WindowState,
} from './desktop-bridge.ts';
