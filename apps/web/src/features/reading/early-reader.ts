/**
 * The reader that the inline script of the reading page starts (`early-open/`): it shows the text before the client's code is loaded.
 * `ReadingFrame` then takes over the frame, the navigator and the events so far.
 */
import type { Locator } from '@shufang/contract';
import { type AppRequests, createNavigator, type FrameEvent, type FrameEventName, type Navigator } from '@shufang/reading-engine';
import { readingFrameText } from '../../platform/messages/zh-cn/reading-frame.ts';
import { addEarlyButtons } from './early-buttons.ts';
import { frameUrlFor, loadEarlyFrame, removeEarlyFrame, showEarlyFrame } from './frame-element.ts';
import { commandOfPress } from './reader-commands.ts';
import { reportUnlessClosed } from './report-unless-closed.ts';

type OpenInput = Omit<AppRequests['open']['input'], 'texts'>;

export interface EarlyReader {
  /** URL of the frame. */
  readonly url: string;
  /** The input with which the book was opened. The response and the stored values from which it was made are not validated. */
  readonly input: OpenInput;
  readonly navigator: Navigator;
  /** Rejects if the engine does not open the book. */
  readonly opened: Promise<unknown>;
  /** Passes the events so far and all following ones to `receive`, and ends the handling of keys. */
  connect(receive: (event: FrameEvent) => void): void;
  /** Closes the navigator. The frame remains. */
  close(): void;
}

declare global {
  // Defined by the inline script of the reading page; absent on other pages.
  var shufangEarlyReader: EarlyReader | undefined;
}

/** Turns pages by keys, which the client does after it is loaded. Returns a function that ends this. */
const turnByKeys = (navigator: Navigator, isLeftForward: boolean): (() => void) => {
  const handle = (event: KeyboardEvent): void => {
    const command = commandOfPress(event, isLeftForward);
    if (command !== 'next' && command !== 'previous') return;
    event.preventDefault();
    void reportUnlessClosed(navigator[command]());
  };
  document.addEventListener('keydown', handle);
  return () => document.removeEventListener('keydown', handle);
};

/** The first of these events ends the wait for the text. The frame sends `located` after it has passed the text on for painting. */
const SHOWN: ReadonlySet<FrameEventName> = new Set(['located', 'wall', 'error', 'contentExpired']);

/** Calls `then` two frames later, so that the browser draws the text before the client uses the processor. */
const afterPaint = (then: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(then));

/**
 * Shows a book in a frame over the page. Returns false in browsers that cannot move the frame into the client's page later. `onShown`: the
 * text is shown, or cannot be shown.
 */
export const startEarlyReader = (frameUrl: string, input: OpenInput, onShown: () => void): boolean => {
  const url = frameUrlFor(frameUrl);
  const iframe = loadEarlyFrame(url);
  if (iframe === undefined) return false;
  showEarlyFrame();
  iframe.title = readingFrameText.region;
  const events: FrameEvent[] = [];
  let receive = (event: FrameEvent): void => {
    events.push(event);
    if (SHOWN.has(event.name)) afterPaint(onShown);
  };
  const navigator = createNavigator(iframe, {
    contentOrigin: new URL(url).origin,
    onEvent: (event) => receive(event),
    texts: readingFrameText.frame,
  });
  const opened = navigator.open(input);
  // The client reports the error after it has taken over the reader.
  opened.catch(onShown);
  const isLeftForward = input.publication.metadata.readingProgression === 'rtl';
  const stopKeys = turnByKeys(navigator, isLeftForward);
  if (iframe.parentElement) addEarlyButtons(iframe.parentElement, isLeftForward, (turn) => void reportUnlessClosed(navigator[turn]()));
  globalThis.shufangEarlyReader = {
    url,
    input,
    navigator,
    opened,
    connect: (next) => {
      stopKeys();
      receive = next;
      for (const event of events.splice(0)) next(event);
    },
    close: () => {
      stopKeys();
      navigator.close();
    },
  };
  return true;
};

/** Removes the early reader with its frame if the page has not used it. */
export const removeEarlyReader = (): void => {
  globalThis.shufangEarlyReader?.close();
  globalThis.shufangEarlyReader = undefined;
  removeEarlyFrame();
};

/** Returns and forgets the early reader if it shows this book at this position; otherwise closes it and returns undefined. */
export const takeEarlyReader = (book: {
  readonly url: string;
  readonly baseUrl: string;
  readonly locator: Locator | undefined;
  /** Validates the locator of the early reader. */
  readonly parse: (locator: unknown) => Locator | undefined;
}): EarlyReader | undefined => {
  const early = globalThis.shufangEarlyReader;
  globalThis.shufangEarlyReader = undefined;
  if (early === undefined) return undefined;
  const { baseUrl } = early.input;
  const locator = early.input.locator && book.parse(early.input.locator);
  const isValid = locator !== undefined || early.input.locator === undefined;
  const isSame = early.url === book.url && baseUrl === book.baseUrl && JSON.stringify(locator) === JSON.stringify(book.locator);
  if (isValid && isSame) return early;
  early.close();
  return undefined;
};
