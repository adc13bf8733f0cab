/**
 * Paged view by CSS columns: each segment is one row of columns in its own iframe, a page is one screen of them, a turn is one scroll
 * assignment.
 */
import type { BlockPoint } from '@shufang/contract';
import { boxOfPoint, charOfReached, findFirstReached, pointOfReached } from '../locator/visible-position.ts';
import type { Destination } from '../publication/spine.ts';
import { applyGeometry, fontSizePx } from '../style/apply-preferences.ts';
import { type BookView, findSegment, hasSize, type PartialView, resolvePoint, showIframe, type ViewHost } from './book-view.ts';
import { indentWrappedCode } from './fit-code.ts';
import { fitWideTables } from './fit-tables.ts';
import { createPageDrag } from './page-drag.ts';
import { type PageGeometry, pageGeometry } from './page-geometry.ts';
import { isLeftForward, type SegmentFrame } from './segment-frame.ts';
import { findShareBlock, isShareable, orderFrames, packPages } from './shared-page.ts';

interface FrameLayout {
  geometry: PageGeometry;
  pages: number;
  /** Key that identifies the stage size and the preferences for which the segment was laid out. */
  key: string;
}

/** Returns the distance between pages. Pages follow each other downward in a vertical book, and leftward in a right-to-left book. */
const pageLength = (geometry: PageGeometry): number => (geometry.isVertical ? geometry.pageHeight : geometry.pageWidth);

/** Time in ms until a page that was shown is drawn, also on slow devices. */
const LOAD_AHEAD_MS = 80;

/** Runs `work` when the browser is idle; Safari cannot report that, so there it runs `work` after a delay. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1_000 });
  else setTimeout(work, 100);
};

export const createPagedView = (host: ViewHost): PartialView => {
  const { stage, spine, pool } = host;
  const layouts = new WeakMap<SegmentFrame, FrameLayout>();
  const shareable = new WeakMap<SegmentFrame, boolean>();
  const origins = new WeakMap<SegmentFrame, { x: number; y: number }>();
  /** The frame with the reader's position. */
  let shown: SegmentFrame | undefined;
  /** The frames on the screen in reading order: one, or several that share the page. */
  let onPage: SegmentFrame[] = [];
  let page = 0;
  /** The character that stays on the screen when the layout changes; set only when the reader navigates. */
  let anchor: BlockPoint | undefined;
  /** The frame whose page has no anchor yet: finding it requires the text index, so it is found after the page is painted. */
  let unanchored: SegmentFrame | undefined;
  let moves = 0;
  let aheadTimer = 0;
  /** The move whose destination is loading. */
  let loadingMove: number | undefined;
  /** Whether the other view of a mixed book shows its documents. */
  let isCanceled = false;
  const drag = createPageDrag({
    width: () => stage.clientWidth,
    shown: () => shown,
    restLeft: (frame) => {
      const layout = layOut(frame);
      return (frame.isRightToLeft ? -1 : 1) * page * pageLength(layout.geometry);
    },
    isInRow: (frame, direction) => page + direction >= 0 && page + direction < layOut(frame).pages,
    findAdjacent: (frame, direction) => {
      const index = spine.neighbor(edgeOf(framesOn(frame), direction).spine.index, direction)?.index;
      const other = pool.loaded().find((each) => each.spine.index === index);
      if (!other?.spine.item.open) return undefined;
      const layout = layOut(other);
      scrollTo(other, layout, direction > 0 ? 0 : layout.pages - 1);
      return other;
    },
    framesOn: (frame) => framesOn(frame),
  });

  const layoutKey = () => {
    const p = host.preferences();
    return `${stage.clientWidth}x${stage.clientHeight} ${p.fontFamily} ${p.fontSize} ${p.lineHeight} ${p.pageMargins} ${p.columnCount} ${p.textAlign} ${p.paragraphIndent}`;
  };

  const geometryOf = (isVertical: boolean, plate?: SegmentFrame['plate']): PageGeometry => {
    const preferences = host.preferences();
    const size = { width: stage.clientWidth, height: stage.clientHeight };
    return pageGeometry(size, preferences, fontSizePx(preferences), isVertical, plate);
  };

  const scrolledBy = (frame: SegmentFrame, geometry: PageGeometry): number =>
    geometry.isVertical ? frame.window.scrollY : Math.abs(frame.window.scrollX);

  const pageOfBox = (frame: SegmentFrame, geometry: PageGeometry, box: DOMRect): number => {
    const length = pageLength(geometry);
    const at = geometry.isVertical ? box.top : frame.isRightToLeft ? geometry.pageWidth - box.right : box.left;
    return Math.floor((at + 1 + scrolledBy(frame, geometry)) / length);
  };

  const measurePages = (frame: SegmentFrame, geometry: PageGeometry): number => {
    const boxes = frame.body.getClientRects();
    const last = boxes[boxes.length - 1];
    return last ? Math.max(1, pageOfBox(frame, geometry, last) + 1) : 1;
  };

  const layOut = (frame: SegmentFrame): FrameLayout => {
    const key = layoutKey();
    const existing = layouts.get(frame);
    if (existing && (existing.key === key || !hasSize(stage))) return existing;
    const { iframe, root } = frame;
    const geometry = geometryOf(frame.isVertical, frame.plate);
    iframe.style.width = `${stage.clientWidth}px`;
    iframe.style.height = `${stage.clientHeight}px`;
    applyGeometry(root, 'paged', geometry);
    fitWideTables(frame, geometry.isVertical);
    indentWrappedCode(frame);
    const pages = measurePages(frame, geometry);
    const end = pages * pageLength(geometry) - 1;
    root.style.setProperty(
      '--sf-extent',
      geometry.isVertical ? `${end}px auto auto 0` : frame.isRightToLeft ? `0 ${end}px auto auto` : `0 auto auto ${end}px`,
    );
    const result = { geometry, pages, key };
    layouts.set(frame, result);
    return result;
  };

  const scrollTo = (frame: SegmentFrame, { geometry }: FrameLayout, n: number) => {
    const at = n * pageLength(geometry);
    if (geometry.isVertical) frame.window.scrollTo({ left: 0, top: at, behavior: 'instant' });
    else frame.window.scrollTo({ left: frame.isRightToLeft ? -at : at, top: 0, behavior: 'instant' });
  };

  /** Returns the space that a document on a single page takes across its lines; undefined if it needs a page of its own. */
  const sharedSize = (frame: SegmentFrame | undefined): number | undefined => {
    if (!frame || layOut(frame).pages > 1) return undefined;
    if (!shareable.has(frame)) shareable.set(frame, isShareable(frame));
    const [box, second] = frame.body.getClientRects();
    if (!shareable.get(frame) || !box || second) return undefined;
    return frame.isVertical ? box.width : box.height;
  };

  /** Returns the frames on the page of a frame, in reading order, and puts them in their places. */
  const framesOn = (frame: SegmentFrame): SegmentFrame[] => {
    const block = findShareBlock(spine, frame.spine.index);
    const loaded = pool.loaded();
    const frames = block.map((index) => loaded.find((each) => each.spine.index === index));
    const { geometry } = layOut(frame);
    const { blockSpace, columns, isVertical, pageWidth, paddingBlock, paddingInline } = geometry;
    const fontSize = fontSizePx(host.preferences());
    const gap = { wanted: Math.ceil(Math.max(3 * fontSize, isVertical ? paddingInline : paddingBlock)), shortest: 2 * fontSize };
    const sizes = block.length < 2 ? [undefined] : frames.map((each) => (each?.isVertical === isVertical ? sharedSize(each) : undefined));
    const own = block.indexOf(frame.spine.index);
    const slots = packPages(sizes, blockSpace, columns, gap).find((page) => page.some(({ at }) => at === own)) ?? [];
    const isLeftward = isLeftForward(frame);
    return slots.flatMap(({ at, column, offset }) => {
      const each = at === own ? frame : frames[at];
      if (!each) return [];
      const across = isVertical ? offset : (column * pageWidth) / columns;
      const origin = { x: across === 0 ? 0 : isLeftward ? -across : across, y: isVertical ? 0 : offset };
      origins.set(each, origin);
      each.iframe.style.transform = origin.x === 0 && origin.y === 0 ? '' : `translate(${origin.x}px, ${origin.y}px)`;
      // The empty rest of a frame lies under the frames after it.
      each.iframe.style.zIndex = String(at - (slots[0]?.at ?? 0));
      return [each];
    });
  };

  const edgeOf = (frames: SegmentFrame[], direction: 1 | -1): SegmentFrame => frames.at(direction > 0 ? -1 : 0) as SegmentFrame;

  /** Shows exactly the frames on the page of the shown frame. */
  const showPage = (frame: SegmentFrame) => {
    const frames = framesOn(frame);
    for (const old of onPage) if (!frames.includes(old)) showIframe(old, false);
    const added = frames.filter((each) => !onPage.includes(each));
    onPage = frames;
    orderFrames(frames);
    for (const each of added) {
      showIframe(each, true);
      host.onShown(each);
    }
  };

  const firstOfPage = (frame: SegmentFrame, { geometry }: FrameLayout, n: number) =>
    findFirstReached(frame.text, (box) => pageOfBox(frame, geometry, box) >= n);

  const setPage = (frame: SegmentFrame, n: number) => {
    drag.finish();
    const layout = layOut(frame);
    page = Math.min(Math.max(0, n), layout.pages - 1);
    scrollTo(frame, layout, page);
    anchor = undefined;
    unanchored = frame;
  };

  const setAnchor = (point: BlockPoint | undefined) => {
    anchor = point;
    unanchored = undefined;
  };

  /** Returns the anchor: the last destination, or the first character of the page. */
  const findAnchor = (): BlockPoint | undefined => {
    const frame = unanchored;
    const layout = frame && layouts.get(frame);
    if (frame && layout) {
      const found = firstOfPage(frame, layout, page);
      setAnchor(found && pointOfReached(frame.text, found));
    }
    return anchor;
  };

  const restoreAnchor = (frame: SegmentFrame) => {
    if (!hasSize(stage)) return;
    drag.finish();
    const savedAnchor = findAnchor();
    const layout = layOut(frame);
    const box = savedAnchor && boxOfPoint(frame.text, savedAnchor);
    if (savedAnchor && box) {
      page = Math.min(layout.pages - 1, Math.max(0, pageOfBox(frame, layout.geometry, box)));
      scrollTo(frame, layout, page);
    } else setPage(frame, Math.min(page, layout.pages - 1));
    showPage(frame);
  };

  /** Returns the shown frame, laid out for the current window: an event may arrive between a resize and its notification. */
  const ensureLaidOut = (): SegmentFrame | undefined => {
    if (shown && layouts.get(shown)?.key !== layoutKey()) restoreAnchor(shown);
    return shown;
  };

  /** Returns the segments on the page of the shown frame and beside it, with those that could share their pages. */
  const nearbySegments = (frame: SegmentFrame) => {
    const beside = ([1, -1] as const).flatMap((direction) => spine.neighbor(edgeOf(onPage, direction).spine.index, direction)?.index ?? []);
    return [frame.spine.index, ...beside].flatMap((index) => findShareBlock(spine, index));
  };

  /** Lays out and indexes a neighboring segment while the browser is idle, so that turning to it is as fast as any turn. */
  const layOutAhead = (frame: SegmentFrame) => {
    if (layouts.get(frame)?.key === layoutKey()) return;
    whenIdle(() => {
      if (pool.loaded().includes(frame)) void layOut(frame).pages;
    });
    whenIdle(() => {
      if (pool.loaded().includes(frame)) void frame.text.runs;
    });
  };

  const showFrame = (frame: SegmentFrame) => {
    shown = frame;
    showPage(frame);
    loadAhead();
  };

  /**
   * Removes the frames far from the shown one and loads its neighbors. Both take several milliseconds for each frame, so they wait until the
   * shown frame is painted; and while a destination is loading, until that has ended, because its frame would be removed.
   */
  const loadAhead = () => {
    clearTimeout(aheadTimer);
    aheadTimer = window.setTimeout(() => {
      if (!shown || isCanceled || loadingMove === moves) return;
      const nearby = nearbySegments(shown);
      pool.evictExcept(nearby);
      for (const index of nearby) void pool.preload(index).then((ready) => ready && layOutAhead(ready));
    }, LOAD_AHEAD_MS);
  };

  /** Loads the segment of a destination, and those that could share its page. */
  const loadPage = async (destination: Destination): Promise<SegmentFrame> => {
    const frame = await findSegment(host, destination);
    const others = findShareBlock(spine, frame.spine.index).filter((index) => index !== frame.spine.index);
    await Promise.all(others.map((index) => pool.preload(index)));
    return frame;
  };

  const show: BookView['show'] = async (destination) => {
    moves += 1;
    const move = moves;
    if (!spine.segmentAt(destination.segmentIndex)?.item.open) {
      host.onWall(destination.segmentIndex, 'jump');
      return false;
    }
    isCanceled = false;
    loadingMove = move;
    const found = await loadPage(destination).finally(() => {
      if (loadingMove === move) loadingMove = undefined;
      loadAhead();
    });
    if (move !== moves) return false;
    drag.finish();
    const frame = destination.atEnd ? edgeOf(framesOn(found), -1) : found;
    const layout = layOut(frame);
    const point = resolvePoint(frame, destination);
    const box = point && boxOfPoint(frame.text, point);
    if (destination.atEnd) setPage(frame, layout.pages - 1);
    else if (point && box) {
      setPage(frame, pageOfBox(frame, layout.geometry, box));
      setAnchor(point);
    } else setPage(frame, 0);
    showFrame(frame);
    return true;
  };

  const turn: BookView['turn'] = async (direction) => {
    if (!ensureLaidOut() || !shown) return false;
    const { pages } = layOut(shown);
    if (page + direction >= 0 && page + direction < pages) {
      moves += 1;
      setPage(shown, page + direction);
      return true;
    }
    const next = spine.neighbor(edgeOf(onPage, direction).spine.index, direction);
    if (!next) return false;
    if (!next.item.open) {
      host.onWall(next.index, direction > 0 ? 'next' : 'previous');
      return false;
    }
    return show(direction > 0 ? { segmentIndex: next.index } : { segmentIndex: next.index, atEnd: true });
  };

  return {
    prepare: (root) => {
      if (hasSize(stage)) applyGeometry(root, 'paged', geometryOf(false));
    },
    show,
    turn: async (direction) => {
      const slideIn = drag.beginTurn();
      const isTurned = await turn(direction);
      if (isTurned) slideIn?.();
      return isTurned;
    },
    drag: (offsetPx) => {
      if (ensureLaidOut()) drag.follow(offsetPx);
    },
    release: drag.release,
    relayout: () => {
      if (shown) restoreAnchor(shown);
      // The other segments are laid out after this one is painted.
      const index = shown?.spine.index;
      setTimeout(() => {
        for (const frame of pool.loaded()) if (frame.spine.index !== index) layOut(frame);
      }, 50);
    },
    refit: (frame) => {
      if (drag.isMoving()) return false;
      if (frame === shown) findAnchor();
      layouts.delete(frame);
      if (shown && onPage.includes(frame)) restoreAnchor(shown);
      return true;
    },
    loadAhead,
    state: () => {
      if (!ensureLaidOut() || !shown) return undefined;
      const layout = layOut(shown);
      const after = firstOfPage(shown, layout, page + 1);
      const first = firstOfPage(shown, layout, page);
      const startChar = first ? charOfReached(shown.text, first) : 0;
      const [firstIndex, lastIndex] = [edgeOf(onPage, -1).spine.index, edgeOf(onPage, 1).spine.index];
      const point = findAnchor();
      return {
        frame: shown,
        point,
        pointChar: (point && shown.text.charOf(point)) ?? startChar,
        startChar,
        endChar: after ? Math.max(startChar, charOfReached(shown.text, after)) : shown.text.text.length,
        page: { n: page + 1, of: layout.pages },
        isAtStart: page === 0 && spine.isOutermost(firstIndex, -1),
        isAtEnd: page === layout.pages - 1 && spine.isOutermost(lastIndex, 1),
      };
    },
    shownFrames: () => onPage,
    reveal: (frame, box) => {
      if (frame !== ensureLaidOut()) return false;
      const layout = layOut(frame);
      const target = pageOfBox(frame, layout.geometry, box);
      if (target === page) {
        scrollTo(frame, layout, page);
        return false;
      }
      moves += 1;
      setPage(frame, target);
      return true;
    },
    settle: () => {
      if (drag.isMoving() || !ensureLaidOut() || !shown) return false;
      const layout = layOut(shown);
      const length = pageLength(layout.geometry);
      const at = Math.round(scrolledBy(shown, layout.geometry) / length);
      if (at === page) {
        scrollTo(shown, layout, page);
        return false;
      }
      setPage(shown, at);
      return true;
    },
    originOf: (frame) => ({ x: 0, y: 0, ...origins.get(frame), scale: 1 }),
    scrollBy: () => false,
    cancel: () => {
      moves += 1;
      isCanceled = true;
      clearTimeout(aheadTimer);
    },
    dispose: () => {
      drag.finish();
      moves += 1;
      clearTimeout(aheadTimer);
      shown = undefined;
      onPage = [];
      pool.clear();
    },
  };
};
