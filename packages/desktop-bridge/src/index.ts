export {
  BOOK_SCHEME,
  type DesktopBridge,
  type DesktopFacts,
  FACTS_CHANNEL,
  findDesktop,
  fromBookUrl,
  OPEN_PATH_CHANNEL,
  toBookUrl,
  WINDOW_STATE_CHANNEL,
  type WindowState,
} from './desktop-bridge.ts';
