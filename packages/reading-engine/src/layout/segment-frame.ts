/** One loaded segment: an inner iframe without scripts, its document once parsed and styled, and its text index. */

import { indexText, type TextIndex } from '../locator/text-index.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { isOwnFace } from '../style/faces.ts';
import { markFirstBlocks, markPlainParagraphs, plateOf, prepareDocument } from '../style/prepare-document.ts';
import { sandboxFlags } from './sandbox.ts';

export type SegmentFaultKind = 'expired' | 'tooMany' | 'missing' | 'network' | 'aborted';

export class SegmentFault extends Error {
  readonly kind: SegmentFaultKind;
  readonly href: string;
  constructor(kind: SegmentFaultKind, href: string) {
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
  /** Vertical text whose lines run left to right (Mongolian). */
  isVerticalLeftToRight: boolean;
  isRightToLeft: boolean;
  /** The document is one picture (a cover, a plate), with a few words at most. */
  plate: { hasCaption: boolean } | undefined;
  /** Built on first use. */
  readonly text: TextIndex;
}

/** Does reading go on to the left? */
export const isLeftForward = (frame: SegmentFrame): boolean => (frame.isVertical ? !frame.isVerticalLeftToRight : frame.isRightToLeft);

/** Style sheets and fonts are waited for so long, then the page shows without them. */
const styleWaitMs = 2_000;
const fontWaitMs = 600;
/** Our own faces only look for installed fonts: a short wait saves the reader a second layout. */
const localFontWaitMs = 60;
const loadWaitMs = 15_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Document of the iframe once it is parsed; polls, because nothing in the iframe may run a script that would tell. */
const waitForDocument = async (iframe: HTMLIFrameElement, href: string, signal: AbortSignal): Promise<Document> => {
  let loaded = false;
  iframe.addEventListener('load', () => (loaded = true), { once: true });
  const deadline = performance.now() + loadWaitMs;
  for (;;) {
    if (signal.aborted) throw new SegmentFault('aborted', href);
    const doc = iframe.contentDocument;
    if (doc && doc.URL !== 'about:blank' && doc.readyState !== 'loading') return doc;
    // A browser's own error page has another origin: its document cannot be read.
    if ((loaded && !doc) || performance.now() > deadline) throw new SegmentFault('network', href);
    await pause(2);
  }
};

const checkStatus = (doc: Document, href: string): void => {
  const entry = doc.defaultView?.performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const status = entry?.responseStatus ?? 0;
  if (status === 401 || status === 403 || status === 410) throw new SegmentFault('expired', href);
  if (status === 429) throw new SegmentFault('tooMany', href);
  if (status >= 400) throw new SegmentFault('missing', href);
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

/** A font file of the book is under way: its face has a family we did not name. */
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
  /** Called when the document can be styled, before fonts are waited for. */
  onParsed(root: HTMLElement): void;
}

/** Throws `SegmentFault`; the iframe is taken away then. */
export const loadSegmentFrame = async (input: LoadInput): Promise<SegmentFrame> => {
  const { spine, signal } = input;
  const { href } = spine.segment;
  const iframe = document.createElement('iframe');
  iframe.setAttribute('sandbox', sandboxFlags());
  iframe.title = input.title;
  iframe.style.visibility = 'hidden';
  iframe.setAttribute('aria-hidden', 'true');
  iframe.tabIndex = -1;
  iframe.dataset.segment = String(spine.index);
  iframe.style.width = `${input.stage.clientWidth}px`;
  iframe.style.height = `${input.stage.clientHeight}px`;
  iframe.src = input.baseUrl + href.split('/').map(encodeURIComponent).join('/');
  input.stage.append(iframe);
  try {
    const doc = await waitForDocument(iframe, href, signal);
    checkStatus(doc, href);
    const view = doc.defaultView;
    const body = doc.body ?? doc.documentElement;
    if (!view) throw new SegmentFault('network', href);
    const isFixed = spine.item.layout === 'fixed';
    prepareDocument(doc, isFixed);
    input.onParsed(doc.documentElement);
    await waitForStyles(doc, signal);
    if (signal.aborted) throw new SegmentFault('aborted', href);
    const computed = view.getComputedStyle(body);
    const { writingMode, direction } = computed;
    if (!isFixed) {
      markPlainParagraphs(doc);
      markFirstBlocks(body, spine.segment.startChar > 0);
    }
    const isWhole = spine.item.segments.length === 1;
    const plate = isFixed || !isWhole ? undefined : plateOf(body);
    doc.documentElement.toggleAttribute('data-sf-plate', plate !== undefined);
    const isVertical = !isFixed && writingMode.startsWith('vertical');
    if (isVertical) doc.documentElement.style.setProperty('writing-mode', writingMode, 'important');
    if (direction === 'rtl') doc.documentElement.style.setProperty('direction', 'rtl', 'important');
    // Asking for the status lays the text out once, which is what starts the fonts.
    if (doc.fonts.status === 'loading') await Promise.race([doc.fonts.ready, pause(waitsForBookFont(doc) ? fontWaitMs : localFontWaitMs)]);
    if (signal.aborted) throw new SegmentFault('aborted', href);
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
  } catch (fault) {
    iframe.remove();
    throw fault;
  }
};
