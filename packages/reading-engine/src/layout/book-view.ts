/** Interfaces and helpers shared by the three views of a book: paged, scroll and fixed layout. */
import type { BlockPoint, ReadingPreferences } from '@shufang/contract';
import { findCfi } from '../anchoring/cfi.ts';
import type { Destination, Spine } from '../publication/spine.ts';
import type { FramePool } from './frame-pool.ts';
import type { SegmentFrame } from './segment-frame.ts';

export interface ViewHost {
  stage: HTMLElement;
  spine: Spine;
  pool: FramePool;
  preferences(): ReadingPreferences;
  /** Called when user input (touch, wheel, focus) has changed the position, which must then be reported. */
  onMoved(): void;
  /** Called when the reader has reached the end of the loaded segments and may open the next segment; `load` loads it. */
  onMissing(load: () => Promise<boolean>): void;
  /** Called when a page turn stopped before a document that the reader may not open. */
  onWall(segmentIndex: number, direction: 'next' | 'previous' | 'jump'): void;
  /** Called when a frame is shown on the screen. */
  onShown(frame: SegmentFrame): void;
}

/** The visible part of the book. Offsets (`char`) count in the segment's text. */
export interface ViewState {
  frame: SegmentFrame;
  /**
   * The position to keep when the layout changes: the last destination or the first visible character. Undefined on a page without text.
   */
  point: BlockPoint | undefined;
  pointChar: number;
  /** Start and end of the text on the screen. */
  startChar: number;
  endChar: number;
  page: { n: number; of: number };
  isAtStart: boolean;
  isAtEnd: boolean;
}

export interface BookView {
  /**
   * Sets the geometry of a reflowable document that was parsed, before its first layout, as for horizontal text. The document is then laid
   * out once; the geometry of vertical text and of single pictures is known only later.
   */
  prepare(root: HTMLElement): void;
  /** Shows a destination. Returns false when it does not exist or may not be opened. Throws `SegmentError`. */
  show(destination: Destination): Promise<boolean>;
  turn(direction: 1 | -1): Promise<boolean>;
  /** Shifts the page by `offsetPx` to the right while it follows a finger. A following page turn starts from that position. */
  drag(offsetPx: number): void;
  /** Moves the page back to its place after the finger was lifted without a page turn. */
  release(): void;
  /** Lays out again after the window or the preferences changed; keeps the first visible character on the screen. */
  relayout(): void;
  /**
   * Lays out a frame again after its content changed its size (a late font, a picture without a size). Returns false while a page moves;
   * the caller calls again.
   */
  refit(frame: SegmentFrame): boolean;
  /** Loads the segments beside the shown ones, after their documents have become known. */
  loadAhead(): void;
  state(): ViewState | undefined;
  shownFrames(): SegmentFrame[];
  /** Scrolls a box of a shown frame into view (focus, selection by keyboard). Returns whether it has scrolled. */
  reveal(frame: SegmentFrame, box: DOMRect): boolean;
  /** Snaps to a whole page after the browser scrolled the columns (focus, selection past the edge). Returns true when the page changed. */
  settle(): boolean;
  /** Returns the top-left corner of a frame's content box in the engine's page. */
  originOf(frame: SegmentFrame): { x: number; y: number; scale: number };
  /** Scrolls by a fraction of the screen, for keys in scroll mode. Returns false where pages are turned instead. */
  scrollBy(screens: number): boolean;
  dispose(): void;
}

/** One of the views of a book with both layouts. */
export interface PartialView extends BookView {
  /** Ends a pending `show`, because the other view shows something: it returns false and changes nothing. */
  cancel(): void;
}

/**
 * Returns whether the stage has a size. It has none while the frame is hidden, and for a moment when the app moves it in its page; what is
 * shown then keeps its layout and its position.
 */
export const hasSize = ({ clientWidth, clientHeight }: HTMLElement): boolean => clientWidth > 0 && clientHeight > 0;

/** Returns whether an element is a printed page break that the publisher has moved out of the text, often far off the page. */
const isMovedAway = (element: Element): boolean => {
  if (element.getAttribute('role') !== 'doc-pagebreak' && !/\bpagebreak\b/.test(element.getAttribute('data-epub-type') ?? '')) return false;
  const { position } = element.ownerDocument.defaultView?.getComputedStyle(element) ?? { position: 'static' };
  return position === 'absolute' || position === 'fixed';
};

const pointAfter = ({ text }: SegmentFrame, element: Element): BlockPoint | undefined =>
  element.parentNode ? text.pointAt(element.parentNode, [...element.parentNode.childNodes].indexOf(element) + 1) : undefined;

/** Returns the block and offset of a destination in a loaded segment; undefined for the start of the segment. */
export const resolvePoint = (frame: SegmentFrame, destination: Destination): BlockPoint | undefined => {
  const { text } = frame;
  const block = destination.block && text.findBlock(destination.block.blockId);
  if (block) return isMovedAway(block.element) ? pointAfter(frame, block.element) : destination.block;
  if (destination.fragment) {
    const element = findFragment(frame.document, destination.fragment);
    if (element) return isMovedAway(element) ? pointAfter(frame, element) : text.pointAt(element, 0);
  }
  const range = destination.cfi ? findCfi(destination.cfi, frame.document) : undefined;
  if (range) return text.pointAt(range.startContainer, range.startOffset);
  if (destination.char !== undefined) return text.pointOfChar(Math.max(0, destination.char - frame.spine.segment.startChar));
  return undefined;
};

export const findFragment = (document: Document, fragment: string): Element | null =>
  document.getElementById(fragment) ?? document.querySelector(`a[name="${CSS.escape(fragment)}"]`);

/** Returns whether the segment contains exactly the requested block or fragment. */
const containsDestination = (frame: SegmentFrame, destination: Destination): boolean => {
  if (destination.block && frame.text.findBlock(destination.block.blockId)) return true;
  if (destination.fragment && findFragment(frame.document, destination.fragment)) return true;
  return !destination.block && !destination.fragment;
};

/**
 * Loads the segment that contains the destination: tries the expected segment, then the others of its document. Falls back to the expected
 * one.
 */
export const findSegment = async (host: ViewHost, destination: Destination): Promise<SegmentFrame> => {
  const expected = await host.pool.get(destination.segmentIndex);
  if (containsDestination(expected, destination)) return expected;
  const first = host.spine.firstSegmentOf(expected.spine.itemIndex);
  const { length } = expected.spine.item.segments;
  for (let i = first; i < first + length; i++) {
    if (i === destination.segmentIndex) continue;
    const frame = await host.pool.get(i);
    if (containsDestination(frame, destination)) return frame;
    host.pool.evictExcept([
      destination.segmentIndex,
      ...host.pool
        .loaded()
        .slice(-2)
        .map((loaded) => loaded.spine.index),
    ]);
  }
  return host.pool.get(destination.segmentIndex);
};

export const showIframe = (frame: SegmentFrame, isShown: boolean): void => {
  frame.iframe.style.visibility = isShown ? 'visible' : 'hidden';
  frame.iframe.toggleAttribute('inert', !isShown);
  if (isShown) frame.iframe.removeAttribute('aria-hidden');
  else frame.iframe.setAttribute('aria-hidden', 'true');
  frame.iframe.tabIndex = isShown ? 0 : -1;
};
