/**
 * A book with documents of both layouts: reflowable documents are paged, pages with a fixed layout are shown unchanged, one view at a time. A
 * page turn at the last document of one layout shows the next document in the other view.
 */
import type { Destination, Spine, SpineSegment } from '../publication/spine.ts';
import type { BookView, ViewHost } from './book-view.ts';
import { createFixedView } from './fixed-view.ts';
import { createPagedView } from './paged-view.ts';

const isFixed = (segment: SpineSegment | undefined): boolean => segment?.item.layout === 'fixed';

/** Returns the reading order in which a document has neighbors of its own layout only. */
const withinLayout = (spine: Spine): Spine => ({
  ...spine,
  neighbor: (index, direction) => {
    const next = spine.neighbor(index, direction);
    return isFixed(next) === isFixed(spine.segmentAt(index)) ? next : undefined;
  },
});

export const createMixedView = (host: ViewHost): BookView => {
  const { spine } = host;
  const paged = createPagedView({ ...host, spine: withinLayout(spine) });
  const fixed = createFixedView(host);
  let active = paged;
  let moves = 0;

  const show = async (destination: Destination): Promise<boolean> => {
    moves += 1;
    const [wanted, other] = isFixed(spine.segmentAt(destination.segmentIndex)) ? [fixed, paged] : [paged, fixed];
    other.cancel();
    const isShown = await wanted.show(destination);
    if (isShown) active = wanted;
    return isShown;
  };

  /** Returns the index of the first or last segment on the screen. */
  const edge = (direction: 1 | -1): number | undefined => {
    const indices = active.shownFrames().map((frame) => frame.spine.index);
    if (indices.length === 0) return undefined;
    return direction > 0 ? Math.max(...indices) : Math.min(...indices);
  };

  return {
    prepare: paged.prepare,
    show,
    turn: async (direction) => {
      moves += 1;
      const move = moves;
      const from = edge(direction);
      if (from === undefined) return false;
      const next = spine.neighbor(from, direction);
      const isSameLayout = next === undefined || isFixed(next) === (active === fixed);
      if (isSameLayout || active === paged) {
        const isTurned = await active.turn(direction);
        // A jump that began meanwhile has ended the turn.
        if (isTurned || isSameLayout || move !== moves) return isTurned;
      }
      return show(direction > 0 ? { segmentIndex: next.index } : { segmentIndex: next.index, atEnd: true });
    },
    drag: (offsetPx) => active.drag(offsetPx),
    release: () => active.release(),
    relayout: () => active.relayout(),
    refit: (frame) => active.refit(frame),
    loadAhead: () => active.loadAhead(),
    state: () => {
      const state = active.state();
      if (!state || active === paged) return state;
      const [first, last] = [edge(-1), edge(1)];
      const isEnd = (index: number | undefined, direction: 1 | -1) => index !== undefined && spine.isOutermost(index, direction);
      return { ...state, isAtStart: isEnd(first, -1), isAtEnd: isEnd(last, 1) };
    },
    shownFrames: () => active.shownFrames(),
    reveal: (frame, box) => active.reveal(frame, box),
    settle: () => active.settle(),
    originOf: (frame) => (isFixed(frame.spine) ? fixed : paged).originOf(frame),
    scrollBy: (screens) => active.scrollBy(screens),
    dispose: () => {
      paged.dispose();
      fixed.dispose();
    },
  };
};
