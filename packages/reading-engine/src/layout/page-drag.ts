/** A page under a finger: columns scroll with it, and at the edge of a segment the next one comes in beside it. */
import { showIframe } from './book-view.ts';
import { createPageSlide, shiftIframe } from './page-slide.ts';
import { isLeftForward, type SegmentFrame } from './segment-frame.ts';

/** A page of vertical text comes in from so near: the page before it lies in the same frame and cannot leave beside it. */
const nearPx = 120;
/** Share of the finger's way that a page goes where no other page follows. */
const resistance = 0.35;

export interface PageDragInput {
  width(): number;
  shown(): SegmentFrame | undefined;
  /** Scroll position of the page shown, and whether the page a direction leads to lies in the same row of columns. */
  restLeft(frame: SegmentFrame): number;
  isInRow(frame: SegmentFrame, direction: 1 | -1): boolean;
  /** The segment beside this one, loaded and scrolled to its page next to it. */
  beside(frame: SegmentFrame, direction: 1 | -1): SegmentFrame | undefined;
}

export interface PageDrag {
  follow(offsetPx: number): void;
  /** Back to where the page was. */
  release(): void;
  /** To be called before a turn; the answer is called after it, and slides the new page to its place. */
  leave(): (() => void) | undefined;
  finish(): void;
  isMoving(): boolean;
}

export const createPageDrag = (input: PageDragInput): PageDrag => {
  const slide = createPageSlide();
  let offset = 0;
  let neighbour: SegmentFrame | undefined;

  const scroll = (frame: SegmentFrame, offsetPx: number) =>
    frame.window.scrollTo({ left: input.restLeft(frame) - offsetPx, top: frame.window.scrollY, behavior: 'instant' });

  const hide = (frame: SegmentFrame | undefined) => {
    if (!frame) return;
    shiftIframe(frame.iframe, 0);
    if (frame !== input.shown()) showIframe(frame, false);
  };

  const draw = (offsetPx: number) => {
    const frame = input.shown();
    if (!frame) return;
    const direction = offsetPx < 0 === isLeftForward(frame) ? -1 : 1;
    const isScrolled = !frame.isVertical && (offsetPx === 0 || input.isInRow(frame, direction));
    const beside =
      isScrolled || offsetPx === 0 || (frame.isVertical && input.isInRow(frame, direction)) ? undefined : input.beside(frame, direction);
    if (neighbour !== beside) hide(neighbour);
    neighbour = beside;
    if (!frame.isVertical) scroll(frame, isScrolled ? offsetPx : 0);
    const isAlone = !isScrolled && !beside && !input.isInRow(frame, direction);
    shiftIframe(frame.iframe, isScrolled ? 0 : isAlone ? offsetPx * resistance : offsetPx);
    if (!beside) return;
    beside.iframe.style.visibility = 'visible';
    shiftIframe(beside.iframe, offsetPx - Math.sign(offsetPx) * input.width());
  };

  return {
    follow: (offsetPx) => {
      slide.finish();
      offset = offsetPx;
      draw(offsetPx);
    },
    release: () => {
      const from = offset;
      offset = 0;
      if (from !== 0) slide.run(from, draw, () => undefined);
    },
    leave: () => {
      slide.finish();
      const from = offset;
      const old = input.shown();
      if (from === 0 || !old) return undefined;
      return () => {
        const frame = input.shown();
        const way = Math.sign(from) * input.width();
        offset = 0;
        if (neighbour !== frame) hide(neighbour);
        neighbour = undefined;
        if (!frame) return;
        if (frame === old && !frame.isVertical) {
          slide.run(
            from - way,
            (at) => scroll(frame, at),
            () => undefined,
          );
          return;
        }
        if (frame === old) {
          slide.run(
            -Math.sign(from) * nearPx,
            (at) => shiftIframe(frame.iframe, at),
            () => undefined,
          );
          return;
        }
        old.iframe.style.visibility = 'visible';
        slide.run(
          from - way,
          (at) => {
            shiftIframe(frame.iframe, at);
            shiftIframe(old.iframe, at + way);
          },
          () => hide(old),
        );
      };
    },
    finish: slide.finish,
    isMoving: () => offset !== 0 || slide.isRunning(),
  };
};
