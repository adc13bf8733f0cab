/** What the three ways of showing a book (pages, scroll, fixed pages) have in common. */
import type { BlockPoint, ReadingPreferences } from '@shufang/contract';
import { findCfi } from '../anchoring/cfi.ts';
import type { PlaceRequest, Spine } from '../publication/spine.ts';
import type { FramePool } from './frame-pool.ts';
import type { SegmentFrame } from './segment-frame.ts';

export interface ViewHost {
  stage: HTMLElement;
  spine: Spine;
  pool: FramePool;
  preferences(): ReadingPreferences;
  /** The place changed by itself (a finger, a wheel, the focus): report it. */
  onMoved(): void;
  /** The reader came to the end of what is loaded, and the next part is open: `load` brings it. */
  onMissing(load: () => Promise<boolean>): void;
  /** Turning stopped before a document that is not open. */
  onWall(segmentIndex: number, direction: 'next' | 'previous' | 'jump'): void;
  /** A frame came on the screen. */
  onShown(frame: SegmentFrame): void;
}

/** What is on the screen. `char`s count in the segment's text. */
export interface ViewState {
  frame: SegmentFrame;
  /** The place kept: where the reader was brought to, or the first visible character. Undefined on a page without text. */
  point: BlockPoint | undefined;
  pointChar: number;
  /** The text on the screen. */
  startChar: number;
  endChar: number;
  page: { n: number; of: number };
  isAtStart: boolean;
  isAtEnd: boolean;
}

export interface BookView {
  /** Shows a place; false when it is not to be found or not open. Throws `SegmentFault`. */
  show(place: PlaceRequest): Promise<boolean>;
  turn(direction: 1 | -1): Promise<boolean>;
  /** The page follows a finger, so many pixels to the right of its place. A turn after it goes on from there. */
  drag(offsetPx: number): void;
  /** The finger let go without turning: back to the page's place. */
  release(): void;
  /** Lays out again after the window or the preferences changed; the first character on the screen stays there. */
  relayout(): void;
  /** Something in a frame changed its size by itself (a late font, a picture without a size). */
  refit(frame: SegmentFrame): void;
  state(): ViewState | undefined;
  shownFrames(): SegmentFrame[];
  /** Brings a box of a shown frame on the screen (focus, selection by keys). True when the view moved. */
  reveal(frame: SegmentFrame, box: DOMRect): boolean;
  /** The columns moved by themselves (focus, selection past the edge): come to rest on a whole page. True when the page changed. */
  settle(): boolean;
  /** Top-left corner of a frame's content box in the engine page. */
  originOf(frame: SegmentFrame): { x: number; y: number; scale: number };
  /** Scrolls by a part of the screen: keys in scroll mode. False where pages are turned instead. */
  scrollBy(screens: number): boolean;
  dispose(): void;
}

/** Where in a loaded segment a request leads: a block point, or the start. */
export const resolvePoint = (frame: SegmentFrame, place: PlaceRequest): BlockPoint | undefined => {
  const { text } = frame;
  if (place.block && text.findBlock(place.block.blockId)) return place.block;
  if (place.fragment) {
    const element = findFragment(frame.document, place.fragment);
    if (element) return text.pointAt(element, 0);
  }
  const range = place.cfi ? findCfi(place.cfi, frame.document) : undefined;
  if (range) return text.pointAt(range.startContainer, range.startOffset);
  if (place.char !== undefined) return text.pointOfChar(Math.max(0, place.char - frame.spine.segment.startChar));
  return undefined;
};

export const findFragment = (document: Document, fragment: string): Element | null =>
  document.getElementById(fragment) ?? document.querySelector(`a[name="${CSS.escape(fragment)}"]`);

/** Is the exact thing asked for in this segment? */
const holds = (frame: SegmentFrame, place: PlaceRequest): boolean => {
  if (place.block && frame.text.findBlock(place.block.blockId)) return true;
  if (place.fragment && findFragment(frame.document, place.fragment)) return true;
  return !place.block && !place.fragment;
};

/** Loads the segment that holds the place: the one named, else the others of its document, else the one named after all. */
export const findSegment = async (host: ViewHost, place: PlaceRequest): Promise<SegmentFrame> => {
  const named = await host.pool.get(place.segmentIndex);
  if (holds(named, place)) return named;
  const first = host.spine.firstSegment[named.spine.itemIndex] ?? 0;
  const { length } = named.spine.item.segments;
  for (let i = first; i < first + length; i++) {
    if (i === place.segmentIndex) continue;
    const frame = await host.pool.get(i);
    if (holds(frame, place)) return frame;
    host.pool.keep([
      place.segmentIndex,
      ...host.pool
        .loaded()
        .slice(-2)
        .map((kept) => kept.spine.index),
    ]);
  }
  return host.pool.get(place.segmentIndex);
};

export const showIframe = (frame: SegmentFrame, isShown: boolean): void => {
  frame.iframe.style.visibility = isShown ? 'visible' : 'hidden';
  frame.iframe.toggleAttribute('inert', !isShown);
  if (isShown) frame.iframe.removeAttribute('aria-hidden');
  else frame.iframe.setAttribute('aria-hidden', 'true');
  frame.iframe.tabIndex = isShown ? 0 : -1;
};
