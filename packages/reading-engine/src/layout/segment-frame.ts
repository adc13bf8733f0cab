/** One loaded segment: an inner iframe in which no script runs, its parsed and styled document, and its text index. */

import { indexText, type TextIndex } from '../locator/text-index.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { isOwnFace } from '../style/faces.ts';
import { treatForNight } from '../style/night-paper.ts';
import { flagFirstBlocks, flagPlainParagraphs, plateOf, prepareDocument } from '../style/prepare-document.ts';
import { takeFrame } from './spare-frame.ts';

export type SegmentErrorKind = 'expired' | 'tooMany' | 'missing' | 'network' | 'aborted';

export class SegmentError extends Error {
  readonly kind: SegmentErrorKind;
  readonly href: string;
  constructor(kind: SegmentErrorKind, href: string) {
    super(`${kind}: ${href}`);
    this.kind = kind;
    this.href = href;
  }
}

export interface SegmentFrame {
  spine: SpineSegment;
  iframe: HTMLIFrameElement;
  window: Window;
  document: Document;
  root: HTMLElement;
  body: HTMLElement;
  isVertical: boolean;
  /** Whether the document has vertical text whose lines run left to right (Mongolian). */
  isVerticalLeftToRight: boolean;
  isRightToLeft: boolean;
  /** Present when the document is a single picture (a cover, a plate) with at most a short caption. */
  plate: { hasCaption: boolean } | undefined;
  /** The text index of the segment, created on first use. */
  readonly text: TextIndex;
}

/** Returns whether the next page is to the left. */
export const isLeftForward = (frame: SegmentFrame): boolean => (frame.isVertical ? !frame.isVerticalLeftToRight : frame.isRightToLeft);

/** Maximum time to wait for style sheets and fonts; after it the page is shown without them. */
const styleWaitMs = 2_000;
const fontWaitMs = 600;
/** Time to wait for our own font faces, which only look up installed fonts: a short wait avoids a second layout. */
const localFontWaitMs = 60;
const loadWaitMs = 15_000;

const untilParsed = (doc: Document) =>
  new Promise<void>((resolve) => doc.addEventListener('readystatechange', () => resolve(), { once: true }));

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Waits until the document of the iframe is parsed. Polls, because the iframe's own window cannot report it: no script runs there, and WebKit
 * calls no listeners in it. Where listeners are called, the wait ends as soon as the document is parsed: it then has its geometry before the
 * browser lays it out for its `load` event.
 */
const waitForDocument = async (iframe: HTMLIFrameElement, href: string, signal: AbortSignal): Promise<Document> => {
  let loaded = false;
  let parsed: Promise<void> | undefined;
  iframe.addEventListener('load', () => (loaded = true), { once: true });
  const deadline = performance.now() + loadWaitMs;
  for (;;) {
    if (signal.aborted) throw new SegmentError('aborted', href);
    const doc = iframe.contentDocument;
    const isCommitted = doc !== null && doc.URL !== 'about:blank';
    if (isCommitted && doc.readyState !== 'loading') return doc;
    // The browser's own error page has another origin, so its document cannot be read.
    if ((loaded && !doc) || performance.now() > deadline) throw new SegmentError('network', href);
    if (isCommitted) parsed ??= untilParsed(doc);
    await Promise.race([pause(2), ...(parsed ? [parsed] : [])]);
  }
};

const checkStatus = (doc: Document, href: string): void => {
  const entry = doc.defaultView?.performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const status = entry?.responseStatus ?? 0;
  if (status === 401 || status === 403 || status === 410) throw new SegmentError('expired', href);
  if (status === 429) throw new SegmentError('tooMany', href);
  // A status of 500 or more means that the server is temporarily unavailable, not that the document is missing.
  if (status >= 500) throw new SegmentError('network', href);
  if (status >= 400) throw new SegmentError('missing', href);
};

const waitForStyles = async (doc: Document, signal: AbortSignal): Promise<void> => {
  const deadline = performance.now() + styleWaitMs;
  const isPending = () => {
    for (const link of doc.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]'))
      if (!link.sheet && !link.disabled) return true;
    return false;
  };
  while (doc.readyState !== 'complete' && isPending() && performance.now() < deadline && !signal.aborted) await pause(2);
};

/** Returns whether a font file of the book is loading. The font faces that the engine itself adds do not count. */
const waitsForBookFont = (doc: Document): boolean => {
  for (const face of doc.fonts) if (face.status === 'loading' && !isOwnFace(face.family)) return true;
  return false;
};

export interface LoadInput {
  spine: SpineSegment;
  baseUrl: string;
  stage: HTMLElement;
  title: string;
  signal: AbortSignal;
  /** Called when the document has been requested; the document is styled when the promise is resolved. */
  whileLoading(): Promise<void>;
  /** Called when the document can be styled, before waiting for fonts. */
  onParsed(root: HTMLElement): void;
}

/** Loads a segment into a new iframe. Throws `SegmentError` after removing the iframe. */
export const loadSegmentFrame = async (input: LoadInput): Promise<SegmentFrame> => {
  const { spine, signal } = input;
  const { href } = spine.segment;
  const iframe = takeFrame(input.stage);
  iframe.title = input.title;
  iframe.dataset.segment = String(spine.index);
  iframe.style.width = `${input.stage.clientWidth}px`;
  iframe.style.height = `${input.stage.clientHeight}px`;
  iframe.src = input.baseUrl + href.split('/').map(encodeURIComponent).join('/');
  const waiting = input.whileLoading();
  try {
    const doc = await waitForDocument(iframe, href, signal);
    checkStatus(doc, href);
    await waiting;
    const view = doc.defaultView;
    const body = doc.body ?? doc.documentElement;
    if (!view) throw new SegmentError('network', href);
    const isFixed = spine.item.layout === 'fixed';
    prepareDocument(doc, isFixed);
    input.onParsed(doc.documentElement);
    await waitForStyles(doc, signal);
    if (signal.aborted) throw new SegmentError('aborted', href);
    if (!isFixed) treatForNight(doc.documentElement);
    const computed = view.getComputedStyle(body);
    const { writingMode, direction } = computed;
    if (!isFixed) {
      flagPlainParagraphs(doc);
      flagFirstBlocks(body, spine.segment.startChar > 0);
    }
    const isWhole = spine.item.segments.length === 1;
    const plate = isFixed || !isWhole ? undefined : plateOf(body);
    doc.documentElement.toggleAttribute('data-sf-plate', plate !== undefined);
    const isVertical = !isFixed && writingMode.startsWith('vertical');
    if (isVertical) doc.documentElement.style.setProperty('writing-mode', writingMode, 'important');
    if (direction === 'rtl') doc.documentElement.style.setProperty('direction', 'rtl', 'important');
    // Reading the status of the fonts forces a layout, which starts loading them.
    if (doc.fonts.status === 'loading') await Promise.race([doc.fonts.ready, pause(waitsForBookFont(doc) ? fontWaitMs : localFontWaitMs)]);
    if (signal.aborted) throw new SegmentError('aborted', href);
    let text: TextIndex | undefined;
    return {
      spine,
      iframe,
      window: view,
      document: doc,
      root: doc.documentElement,
      body,
      isVertical,
      isVerticalLeftToRight: writingMode === 'vertical-lr',
      isRightToLeft: direction === 'rtl',
      plate,
      get text() {
        text ??= indexText(body);
        return text;
      },
    };
  } catch (error) {
    iframe.remove();
    throw error;
  }
};
