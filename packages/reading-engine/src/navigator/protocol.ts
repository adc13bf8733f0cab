/** The message protocol between the app and the frame, with its version: message types and the type guards that both sides use. */
import type {
  AnchorState,
  AnnotationTarget,
  GuidedNavigation,
  HighlightStyle,
  Locator,
  PracticeItem,
  ReadingOrderItem,
  ReadingPreferences,
} from '@shufang/contract';
import type { OpenedPublication } from '../publication/spine.ts';

/**
 * Version of the protocol, incremented when a message changes its meaning. A frame and an app of different versions reject the handshake.
 */
export const PROTOCOL_VERSION = 2;

export type DecorationColor = 'yellow' | 'green' | 'blue' | 'pink' | 'red';

/** What is drawn of an annotation: its passage, for `note` with a sign that it has a text; of a `bookmark` a ribbon beside its line. */
export type DecorationKind = 'highlight' | 'note' | 'bookmark';

export interface Decoration {
  id: string;
  target: AnnotationTarget;
  /** `highlightStyle`: how the passage is drawn, `solid` if absent, because an app that is older than the frame does not send it. */
  style: { color: DecorationColor; kind: DecorationKind; highlightStyle?: HighlightStyle };
}

/** A rectangle in CSS pixels, relative to the top left corner of the frame. */
export interface FrameRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The current location. `page` is `n` of `of` inside the segment (from 1); in scroll mode it counts screens. */
export interface Located {
  locator: Locator;
  page: { n: number; of: number };
  atStart: boolean;
  atEnd: boolean;
  /** The text on the screen, as offsets in the document's text. A bookmark in this range is shown as set. */
  visible: {
    href: string;
    startChar: number;
    endChar: number;
    /** Blocks with text on the screen, in order, with the number of their characters there; absent if the frame is older than the app. */
    blocks?: (readonly [id: string, chars: number])[];
  };
  /** Whether the text is vertical; absent if the frame is older than the app. */
  isVertical?: boolean;
  /**
   * Why the location is reported. `layout`: the position is unchanged, but the layout changed (window, font, preference). `follow`: the view
   * followed the sentence that is read aloud.
   */
  cause: 'move' | 'layout' | 'follow';
}

/**
 * A sentence that can be read aloud: the sentence `n` (from 0) of a segment of the book, or with the unit `phrase` the phrase `n` of its
 * recorded narration.
 */
export interface SentenceId {
  segment: number;
  n: number;
  unit?: 'phrase';
}

/** A clip of a recorded narration in seconds. `href` is relative to the content base; without `end` it lasts until the end of the file. */
export interface Clip {
  href: string;
  begin: number;
  end?: number;
}

export interface SpokenSentence extends SentenceId {
  /** What is said: formulas by their Chinese reading, pictures by their alternative text. */
  text: string;
  /** Language of the text as a BCP 47 tag. */
  language: string;
  locator: Locator;
  /** The recording of a phrase; absent if a voice must read its text. */
  clip?: Clip;
}

/** Where the search for a sentence starts: at a position, at the top of the screen, or beside another sentence. */
export type SentenceOrigin = { locator: Locator } | 'screen' | (SentenceId & { step: 1 | -1 });

/**
 * The sentence that was searched for; `end`: there is none before the end of the book; `closed`: it is in a closed document;
 * `narrationNeeded`: the search must be repeated after `setNarration` with the narration at this address.
 */
export type FoundSentence =
  | { kind: 'sentence'; sentence: SpokenSentence }
  | { kind: 'end' }
  | { kind: 'closed'; href: string; title: string }
  | { kind: 'narrationNeeded'; href: string };

export interface SelectionReport {
  target: AnnotationTarget;
  /** The selected text without ruby readings, as it is copied to the clipboard. */
  text: string;
  /** The same without the marks of footnotes, as it is cited. */
  citedText: string;
  locator: Locator;
  rect: FrameRect;
  isCollapsed: boolean;
  /** Whether the selection was made by touch; the toolbar must then not cover the system's selection handles. */
  byTouch: boolean;
}

export interface LinkReport {
  kind: 'internal' | 'external' | 'note';
  /** Target of the link: for `internal` and `note` (a footnote) relative to the content base, for `external` the absolute URL. */
  href: string;
  text: string;
  rect: FrameRect;
  /** Text of the footnote for a popover; only for a link of the kind `note`. */
  noteText?: string;
  /** Position of the reader before the engine followed the link; only for a link of the kind `internal`. */
  from?: Locator;
}

/** A picture to show large, as a bitmap without any code of the book. The receiver must close `picture` after use. */
export interface FigureReport {
  picture: ImageBitmap;
  alt: string;
  caption: string;
}

/** The player of a sound or video that was started last. `href`: its file, relative to the content base. */
export interface MediaReport {
  href: string;
  kind: 'audio' | 'video';
  /** Name of the player or the caption of its figure; empty if it has none. */
  title: string;
  isPlaying: boolean;
  seconds: number;
  /** 0 if unknown. */
  durationSeconds: number;
  /** Speed; 1 is that of the recording. */
  rate: number;
  captions: readonly { label: string; language: string; isShown: boolean }[];
}

/** `toggle` starts or pauses. `captions` shows the captions with the number `n`, or none. `close` pauses and ends the reports. */
export type MediaCommand =
  | { action: 'toggle' | 'close' }
  | { action: 'rate'; rate: number }
  | { action: 'captions'; n?: number }
  | { action: 'seek'; seconds: number };

/** A line of a transcript with the time at which it is said. */
export interface TranscriptLine {
  seconds: number;
  text: string;
}

/** A key that the engine does not handle and that the app may use. */
export interface KeyReport {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export type TapZone = 'center' | 'previous' | 'next';

/**
 * Why a request failed. `tooMany`: the content server's rate limit was exceeded; after `setTicket` the navigation is retried.
 * `unknownPlace`: the requested position is not in the book.
 */
export type FrameErrorCode = 'badMessage' | 'unknownPlace' | 'segmentMissing' | 'tooMany' | 'network' | 'layout';

/** Unit of a keyboard selection. */
export type SelectionUnit = 'character' | 'sentence' | 'block';

/** Texts of the frame for assistive technology; the app provides them from its message catalog. */
export interface FrameTexts {
  /** Title of a document for which the book gives no title. */
  untitled: string;
  /** Accessible name of a picture without a description. */
  picture: string;
  /** Label of the button that opens a practice question; without it questions have no button. */
  practice?: string;
}

/** Where a jump ends. */
export type Target = { locator: Locator } | { href: string };

/** Requests of the app to the frame. A request resolves with its output when it is done. */
export interface AppRequests {
  open: {
    /** Opens a book. `texts`: texts of the frame for assistive technology; absent when the app on the device is older than the frame. */
    input: { baseUrl: string; publication: OpenedPublication; locator?: Locator; preferences: ReadingPreferences; texts?: FrameTexts };
    output: undefined;
  };
  /** Adds the documents that `open` did not have. `items`: the whole reading order. */
  completeReadingOrder: { input: { items: readonly ReadingOrderItem[] }; output: undefined };
  goTo: { input: Target; output: boolean };
  /** Loads the document of a target that the reader is about to open, so that `goTo` is faster. */
  prepare: { input: Target; output: undefined };
  next: { input: undefined; output: boolean };
  previous: { input: undefined; output: boolean };
  goToProgression: { input: { totalProgression: number }; output: boolean };
  applyPreferences: { input: { preferences: ReadingPreferences }; output: undefined };
  /** Sets the reader's own font; without `bytes` there is none. Returns whether the browser accepts the file. */
  setOwnFont: { input: { bytes?: ArrayBuffer }; output: boolean };
  setDecorations: { input: { group: string; items: Decoration[] }; output: undefined };
  /** Draws a strip beside blocks: their shades from 1 to 5 by id. Replaces the strips before; an empty record removes them. */
  setBlockShades: { input: { shades: Readonly<Record<string, number>> }; output: undefined };
  showSearchResult: { input: { locator: Locator }; output: boolean };
  clearSearchResult: { input: undefined; output: undefined };
  clearSelection: { input: undefined; output: undefined };
  describeSelection: { input: undefined; output: SelectionReport | null };
  /** Starts or extends a selection by keyboard. */
  extendSelection: { input: { unit: SelectionUnit; direction: 'forward' | 'backward' }; output: SelectionReport | null };
  /** Returns a collapsed target at the current position, for a bookmark. */
  describePosition: { input: undefined; output: AnnotationTarget | null };
  setTicket: { input: { baseUrl: string }; output: undefined };
  focus: { input: undefined; output: undefined };
  /** `unit`: `phrase` searches the recorded narration. Footnotes and page numbers are skipped unless `readsNotes`. */
  findSentence: { input: { from: SentenceOrigin; unit?: 'phrase'; readsNotes?: boolean }; output: FoundSentence };
  /** Adds the narration of one document. */
  setNarration: { input: { href: string; guided: GuidedNavigation['guided'] }; output: undefined };
  /**
   * Marks the sentence that is read aloud. `progress`: share of the sentence that has been said, 0 to 1; if it is given, the view turns to
   * that part. Returns whether the sentence, or a part of it, is on the screen.
   */
  showSentence: { input: SentenceId & { progress?: number }; output: boolean };
  clearSentence: { input: undefined; output: undefined };
  /** Sets the positions in seconds, by file, at which players go on when they are started for the first time. */
  setMediaPositions: { input: { positions: Readonly<Record<string, number>> }; output: undefined };
  /** Operates the player of the last `media` event. */
  controlMedia: { input: MediaCommand; output: undefined };
  /** Returns the text of the captions of this player. */
  readTranscript: { input: undefined; output: TranscriptLine[] };
}
export type AppRequestName = keyof AppRequests;

/** Events of the frame. */
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
  /** The reader opens a practice question of the book. Its answer is not yet shown. */
  practice: PracticeItem;
  /** A player was started, paused, moved or changed; `null`: its document was removed, or the player was closed. */
  media: { player: MediaReport | null };
  tap: { zone: TapZone };
  key: KeyReport;
  /** The content URL has expired; the app must send `setTicket` with a new one. */
  contentExpired: { href: string };
  /** The reader reached a document that they may not open. */
  wall: { href: string; title: string; direction: 'next' | 'previous' | 'jump' };
  error: { code: FrameErrorCode; message: string };
}
export type FrameEventName = keyof FrameEvents;
export type FrameEvent = { [K in FrameEventName]: { readonly name: K; readonly data: FrameEvents[K] } }[FrameEventName];

export interface RequestMessage {
  type: 'request';
  id: number;
  name: AppRequestName;
  input: unknown;
}
export interface ResponseMessage {
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
/** Message that the app sends once to the frame's window, with the message port in `transfer`. */
export interface HandshakeMessage {
  type: 'shufang-handshake';
  version: number;
  /** Unique id of the navigator's session: the frame accepts the first port of each session and ignores repeated ones. */
  session: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const requestNames: Record<AppRequestName, true> = {
  open: true,
  completeReadingOrder: true,
  goTo: true,
  prepare: true,
  next: true,
  previous: true,
  goToProgression: true,
  applyPreferences: true,
  setOwnFont: true,
  setDecorations: true,
  setBlockShades: true,
  showSearchResult: true,
  clearSearchResult: true,
  clearSelection: true,
  describeSelection: true,
  extendSelection: true,
  describePosition: true,
  setTicket: true,
  focus: true,
  findSentence: true,
  setNarration: true,
  showSentence: true,
  clearSentence: true,
  setMediaPositions: true,
  controlMedia: true,
  readTranscript: true,
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
  practice: true,
  media: true,
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

export const isResponseOrEvent = (value: unknown): value is ResponseMessage | EventMessage =>
  isRecord(value) &&
  ((value.type === 'answer' && typeof value.id === 'number' && typeof value.ok === 'boolean') ||
    (value.type === 'event' && typeof value.name === 'string' && Object.hasOwn(eventNames, value.name)));
