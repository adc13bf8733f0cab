/** The one channel between the app and the frame: every message there is, with its version. Types only, plus the guard both ends use. */
import type { AnchorState, AnnotationTarget, Locator, PublicationManifest, ReadingPreferences } from '@shufang/contract';

/** Raised when a message changes its meaning. Frame and app of different versions refuse each other at the handshake. */
export const PROTOCOL_VERSION = 1;

export type DecorationColor = 'yellow' | 'green' | 'blue' | 'pink' | 'red';

/** `highlight` paints the passage, `note` paints and underlines it, `bookmark` draws a ribbon beside its line. */
export type DecorationKind = 'highlight' | 'note' | 'bookmark';

export interface Decoration {
  id: string;
  target: AnnotationTarget;
  style: { color: DecorationColor; kind: DecorationKind };
}

/** CSS pixels, relative to the top left corner of the frame. */
export interface FrameRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the reader is now. `page` is `n` of `of` inside the segment (from 1); in scroll mode it counts screens. */
export interface Located {
  locator: Locator;
  page: { n: number; of: number };
  atStart: boolean;
  atEnd: boolean;
  /** Blocks on the screen, first and last; what bookmarks compare themselves with. */
  visible: { href: string; startChar: number; endChar: number };
  /** `layout`: the reader stayed where they are; the lines moved around them (a window, a font, a preference). */
  cause: 'move' | 'layout';
}

export interface SelectionReport {
  target: AnnotationTarget;
  /** The text without ruby readings, as it goes to the clipboard. */
  text: string;
  locator: Locator;
  rect: FrameRect;
  isCollapsed: boolean;
  /** The selection was made by touch: the toolbar keeps clear of the system's handles. */
  byTouch: boolean;
}

export interface LinkReport {
  kind: 'internal' | 'external' | 'note';
  /** `internal`, `note`: relative to the content base. `external`: the whole address. */
  href: string;
  text: string;
  rect: FrameRect;
  /** `note`: the note as text, for a popover. */
  noteText?: string;
  /** `internal`: where the reader was before the engine followed the link. */
  from?: Locator;
}

/** A picture the reader wants to see large, as plain pixels: nothing of the book's own code is in it. Close `picture` when it is put away. */
export interface FigureReport {
  picture: ImageBitmap;
  alt: string;
  caption: string;
}

/** Keys the engine does not use itself and that the app may want. */
export interface KeyReport {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export type TapZone = 'center' | 'previous' | 'next';

/** `tooMany`: the content address asks for a pause; `setTicket` tries again. */
export type FrameErrorCode = 'badMessage' | 'unknownPlace' | 'segmentMissing' | 'tooMany' | 'network' | 'layout';

/** Unit of a keyboard selection. */
export type SelectionUnit = 'character' | 'sentence' | 'block';

/** What the frame says by itself to who cannot see; the app has them from its catalogue. */
export interface FrameWords {
  /** A document of a book in which nothing has a title. */
  untitled: string;
  /** A picture without a description. */
  picture: string;
}

/** What the app asks. Those with an answer resolve when it is done (`AppRequests`). */
export interface AppRequests {
  open: {
    /** `words`: absent where the app on the device is older than the frame. */
    input: { baseUrl: string; manifest: PublicationManifest; locator?: Locator; preferences: ReadingPreferences; words?: FrameWords };
    output: undefined;
  };
  goTo: { input: { locator: Locator } | { href: string }; output: boolean };
  next: { input: undefined; output: boolean };
  previous: { input: undefined; output: boolean };
  goToProgression: { input: { totalProgression: number }; output: boolean };
  applyPreferences: { input: { preferences: ReadingPreferences }; output: undefined };
  setDecorations: { input: { group: string; items: Decoration[] }; output: undefined };
  showSearchResult: { input: { locator: Locator }; output: boolean };
  clearSearchResult: { input: undefined; output: undefined };
  clearSelection: { input: undefined; output: undefined };
  describeSelection: { input: undefined; output: SelectionReport | null };
  /** Starts or grows a selection without a mouse. */
  extendSelection: { input: { unit: SelectionUnit; direction: 'forward' | 'backward' }; output: SelectionReport | null };
  /** An empty target at the reader's place, for a bookmark. */
  describePlace: { input: undefined; output: AnnotationTarget | null };
  setTicket: { input: { baseUrl: string }; output: undefined };
  focus: { input: undefined; output: undefined };
}
export type AppRequestName = keyof AppRequests;

/** What the frame reports by itself. */
export interface FrameEvents {
  ready: { version: number };
  opened: { segments: number };
  located: Located;
  selection: SelectionReport;
  selectionCleared: Record<string, never>;
  decorationActivated: { id: string; group: string; rect: FrameRect };
  decorationState: { id: string; group: string; matched: AnchorState };
  link: LinkReport;
  figure: FigureReport;
  tap: { zone: TapZone };
  key: KeyReport;
  /** The content address no longer answers: send `setTicket`. */
  contentExpired: { href: string };
  /** The reader came to a document that is not open to them. */
  wall: { href: string; title: string; direction: 'next' | 'previous' | 'jump' };
  error: { code: FrameErrorCode; message: string };
}
export type FrameEventName = keyof FrameEvents;

export interface RequestMessage {
  type: 'request';
  id: number;
  name: AppRequestName;
  input: unknown;
}
export interface AnswerMessage {
  type: 'answer';
  id: number;
  ok: boolean;
  output: unknown;
}
export interface EventMessage {
  type: 'event';
  name: FrameEventName;
  data: unknown;
}
/** Sent once by the app to the frame's window with the port in `transfer`. */
export interface HandshakeMessage {
  type: 'shufang-handshake';
  version: number;
  /** One per navigator: the frame takes the first port of each and drops repeated ones. */
  session: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const requestNames: Record<AppRequestName, true> = {
  open: true,
  goTo: true,
  next: true,
  previous: true,
  goToProgression: true,
  applyPreferences: true,
  setDecorations: true,
  showSearchResult: true,
  clearSearchResult: true,
  clearSelection: true,
  describeSelection: true,
  extendSelection: true,
  describePlace: true,
  setTicket: true,
  focus: true,
};
const eventNames: Record<FrameEventName, true> = {
  ready: true,
  opened: true,
  located: true,
  selection: true,
  selectionCleared: true,
  decorationActivated: true,
  decorationState: true,
  link: true,
  figure: true,
  tap: true,
  key: true,
  contentExpired: true,
  wall: true,
  error: true,
};

export const isHandshake = (value: unknown): value is HandshakeMessage =>
  isRecord(value) && value.type === 'shufang-handshake' && value.version === PROTOCOL_VERSION && typeof value.session === 'string';

export const isRequest = (value: unknown): value is RequestMessage =>
  isRecord(value) &&
  value.type === 'request' &&
  typeof value.id === 'number' &&
  typeof value.name === 'string' &&
  Object.hasOwn(requestNames, value.name);

export const isAnswerOrEvent = (value: unknown): value is AnswerMessage | EventMessage =>
  isRecord(value) &&
  ((value.type === 'answer' && typeof value.id === 'number' && typeof value.ok === 'boolean') ||
    (value.type === 'event' && typeof value.name === 'string' && Object.hasOwn(eventNames, value.name)));
