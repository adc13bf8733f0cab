/**
 * The engine's interface for the app: the navigator and the message types of its channel, and the store of books on a device. The frame itself is built to `dist` and served
 * from the content origin.
 */
export { widthBeside } from './layout/width-beside.ts';
export { createNavigator, isNavigatorClosed, type Navigator, NavigatorError, type NavigatorOptions } from './navigator/create-navigator.ts';
export {
  type AppRequests,
  type Clip,
  type Decoration,
  type DecorationColor,
  type DecorationKind,
  type FigureReport,
  type FoundSentence,
  type FrameErrorCode,
  type FrameEvent,
  type FrameEventName,
  type FrameEvents,
  type FrameRect,
  type KeyReport,
  type LinkReport,
  type Located,
  type MediaReport,
  PROTOCOL_VERSION,
  type SelectionReport,
  type SelectionUnit,
  type SentenceId,
  type SentenceOrigin,
  type SpokenSentence,
  type TapZone,
  type TranscriptLine,
} from './navigator/protocol.ts';
export { type BookStore, openBookStore, type StoreProgress } from './offline/book-store.ts';
export type { DownloadEnd } from './offline/protocol.ts';
export { offlineBaseUrl } from './offline/stored-book.ts';
export { type BridgeReport, SCRIPT_PORT, type ScriptFrameName } from './scripted/protocol.ts';
export { papers } from './style/apply-preferences.ts';
export { FONT_SHEET, webFontFolders } from './style/web-font-folders.ts';
