/** A page that follows a finger: the columns scroll with it, and at the edge of a segment the adjacent segment is shown beside it. */
import { showIframe } from './book-view.ts';
import { createPageSlide, shiftIframe } from './page-slide.ts';
import { isLeftForward, type SegmentFrame } from './segment-frame.ts';

/**
 * Distance in pixels from which a new page slides in if the pages of vertical text are in one frame: the old page cannot be shown beside it
 * then.
 */
const slideDistancePx = 120;
/** Fraction of the finger's movement that a page follows where there is no next page. */
const resistance = 0.35;

export interface PageDragDependencies {
  width(): number;
  shown(): SegmentFrame | undefined;
  /**
   * Returns the scroll position of the shown page at rest; `isInRow`: whether the next page in a direction is in the same row of columns.
   */
  restLeft(frame: SegmentFrame): number;
  isInRow(frame: SegmentFrame, direction: 1 | -1): boolean;
  /** Returns the adjacent segment if it is loaded, scrolled to the page next to this one. */
  findAdjacent(frame: SegmentFrame, direction: 1 | -1): SegmentFrame | undefined;
  /** Returns the frames that share the page of a frame, including itself. */
  framesOn(frame: SegmentFrame): SegmentFrame[];
}

export interface PageDrag {
  follow(offsetPx: number): void;
  /** Moves the page back to its position after a drag without a turn. */
  release(): void;
  /** Must be called before a turn that ends a drag. After the turn the caller calls the returned function, which slides the new page in. */
  beginTurn(): (() => void) | undefined;
  finish(): void;
  isMoving(): boolean;
}

export const createPageDrag = (dependencies: PageDragDependencies): PageDrag => {
  const slide = createPageSlide();
  let offset = 0;
  let neighbor: SegmentFrame | undefined;

  const scroll = (frame: SegmentFrame, offsetPx: number) =>
    frame.window.scrollTo({ left: dependencies.restLeft(frame) - offsetPx, top: frame.window.scrollY, behavior: 'instant' });

  const shift = (frame: SegmentFrame, offsetPx: number) => {
    for (const { iframe } of dependencies.framesOn(frame)) shiftIframe(iframe, offsetPx);
  };

  const hide = (frame: SegmentFrame | undefined) => {
    if (!frame) return;
    shift(frame, 0);
    const shown = dependencies.shown();
    const visible = shown ? dependencies.framesOn(shown) : [];
    for (const each of dependencies.framesOn(frame)) if (!visible.includes(each)) showIframe(each, false);
  };

  const makeVisible = (frame: SegmentFrame) => {
    for (const { iframe } of dependencies.framesOn(frame)) iframe.style.visibility = 'visible';
  };

  const draw = (offsetPx: number) => {
    const frame = dependencies.shown();
    if (!frame) return;
    const direction = offsetPx < 0 === isLeftForward(frame) ? -1 : 1;
    const isScrolled = !frame.isVertical && (offsetPx === 0 || dependencies.isInRow(frame, direction));
    const adjacent =
      isScrolled || offsetPx === 0 || (frame.isVertical && dependencies.isInRow(frame, direction))
        ? undefined
        : dependencies.findAdjacent(frame, direction);
    if (neighbor !== adjacent) hide(neighbor);
    neighbor = adjacent;
    if (!frame.isVertical) scroll(frame, isScrolled ? offsetPx : 0);
    const isAlone = !isScrolled && !adjacent && !dependencies.isInRow(frame, direction);
    shift(frame, isScrolled ? 0 : isAlone ? offsetPx * resistance : offsetPx);
    if (!adjacent) return;
    makeVisible(adjacent);
    shift(adjacent, offsetPx - Math.sign(offsetPx) * dependencies.width());
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
    beginTurn: () => {
      slide.finish();
      const from = offset;
      const old = dependencies.shown();
      if (from === 0 || !old) return undefined;
      return () => {
        const frame = dependencies.shown();
        const distance = Math.sign(from) * dependencies.width();
        offset = 0;
        if (neighbor !== frame) hide(neighbor);
        neighbor = undefined;
        if (!frame) return;
        if (frame === old && !frame.isVertical) {
          slide.run(
            from - distance,
            (at) => scroll(frame, at),
            () => undefined,
          );
          return;
        }
        if (frame === old) {
          slide.run(
            -Math.sign(from) * slideDistancePx,
            (at) => shift(frame, at),
            () => undefined,
          );
          return;
        }
        makeVisible(old);
        slide.run(
          from - distance,
          (at) => {
            shift(frame, at);
            shift(old, at + distance);
          },
          () => hide(old),
        );
      };
    },
    finish: slide.finish,
    isMoving: () => offset !== 0 || slide.isRunning(),
  };
};
