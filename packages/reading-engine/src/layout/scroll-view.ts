/** Continuous scroll over all segments. Three adjacent segments, or as many short fixed pages as fill
 *  the screen, are in the stage, which is the only scroll container.
 *  Scrolls down for horizontal text, to the left for vertical text. */
import type { BlockPoint } from '@shufang/contract';
import { boxOfPoint, charOfReached, findFirstReached, pointOfReached } from '../locator/visible-position.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { applyGeometry, fontSizePx } from '../style/apply-preferences.ts';
import { type BookView, findSegment, hasSize, resolvePoint, showIframe, type ViewHost } from './book-view.ts';
import { indentWrappedCode } from './fit-code.ts';
import { fitWideTables } from './fit-tables.ts';
import { pageGeometry } from './page-geometry.ts';
import type { SegmentFrame } from './segment-frame.ts';

/**
 * Distance in pixels between the edge of the screen and the line of a destination. A line of which less is visible does not count as
 * visible.
 */
const topMarginPx = 6;
/** Time in ms without a scroll event after which the position is reported. */
const settleMs = 90;
/** Width in pixels that the pages of a roll have at least in a low window; in a higher one they are as wide as it is high. */
const narrowestColumnPx = 640;
/** Maximum number of short pages that are loaded on either side of the current one. */
const segmentsBesideMax = 12;

export const createScrollView = (host: ViewHost): BookView => {
  const { stage, spine, pool } = host;
  let current: SegmentFrame | undefined;
  let isAcross = false;
  let anchor: BlockPoint | undefined;
  let moves = 0;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Scroll position set by the view itself; the scroll event that follows does not count as scrolling by the reader. */
  let programmaticScroll: number | undefined;
  let isLoadingNeighbors = false;
  const observers = new Map<SegmentFrame, ResizeObserver>();

  /** Frames in the stage in reading order. */
  const framesInOrder = (): SegmentFrame[] =>
    pool
      .loaded()
      .filter((frame) => observers.has(frame))
      .sort((a, b) => a.spine.index - b.spine.index);

  const position = (): number => (isAcross ? -stage.scrollLeft : stage.scrollTop);
  const screen = (): number => (isAcross ? stage.clientWidth : stage.clientHeight);
  const setPosition = (at: number) => {
    if (isAcross) stage.scrollLeft = -at;
    else stage.scrollTop = at;
    programmaticScroll = position();
  };

  /** Returns the next segment of the same scroll: of the whole book, or of the document if the publisher wants each scrolled by itself. */
  const joined = (index: number, direction: 1 | -1) => {
    const next = spine.neighbor(index, direction);
    const isApart = spine.metadata.flow === 'scrolled-doc' && next?.itemIndex !== spine.segmentAt(index)?.itemIndex;
    return isApart ? undefined : next;
  };

  /** Width of the pages of a roll, and the size of one of them on the screen. */
  const columnWidth = () => Math.min(stage.clientWidth, Math.max(narrowestColumnPx, stage.clientHeight));
  const fixedSize = ({ item }: SpineSegment) => {
    const { width, height } = item.viewport ?? { width: columnWidth(), height: stage.clientHeight };
    return { width, height, scale: columnWidth() / width };
  };

  /** Returns the segments that fill a screen beside a segment: one, because it is as long as the screen, or several short fixed pages. */
  const beside = (index: number, direction: 1 | -1): number[] => {
    const found: number[] = [];
    let at = index;
    for (let covered = 0; covered < screen() && found.length < segmentsBesideMax; ) {
      const next = joined(at, direction);
      if (!next) break;
      const { height, scale } = fixedSize(next);
      covered += next.item.layout === 'fixed' ? height * scale : screen();
      found.push(next.index);
      at = next.index;
    }
    return found;
  };

  /** Returns a segment with the next ones and the previous ones, in this order. */
  const withNeighbors = (index: number) => [index, ...beside(index, 1), ...beside(index, -1)];

  const isLast = (frame: SegmentFrame | undefined, direction: 1 | -1) =>
    frame !== undefined && spine.isOutermost(frame.spine.index, direction);

  const isCrosswise = (frame: SegmentFrame) => frame.isVertical !== isAcross;

  const isFixed = (frame: SegmentFrame) => frame.spine.item.layout === 'fixed';
  const scaleOf = (frame: SegmentFrame): number =>
    isFixed(frame) ? frame.iframe.getBoundingClientRect().width / frame.iframe.offsetWidth : 1;

  /** Shows a page with a fixed layout as wide as the column of a roll. */
  const sizeFixed = (frame: SegmentFrame) => {
    const { style } = frame.iframe;
    const { width, height, scale } = fixedSize(frame.spine);
    style.width = `${width}px`;
    style.height = `${height}px`;
    style.transformOrigin = '0 0';
    style.transform = `scale(${scale})`;
    style.marginLeft = `${(stage.clientWidth - columnWidth()) / 2}px`;
    // The scaled page takes the space that it is seen to take.
    style.marginBottom = `${height * (scale - 1)}px`;
  };

  const size = (frame: SegmentFrame) => {
    const { iframe, root } = frame;
    if (isFixed(frame)) {
      sizeFixed(frame);
      return;
    }
    if (isCrosswise(frame)) {
      iframe.style.width = `${stage.clientWidth}px`;
      iframe.style.height = `${stage.clientHeight}px`;
      root.toggleAttribute('data-sf-crosswise', true);
      return;
    }
    root.toggleAttribute('data-sf-crosswise', false);
    const box = root.getBoundingClientRect();
    if (isAcross) {
      iframe.style.height = `${stage.clientHeight}px`;
      iframe.style.width = `${Math.max(stage.clientWidth, Math.ceil(box.width))}px`;
    } else {
      iframe.style.width = `${stage.clientWidth}px`;
      iframe.style.height = `${Math.max(stage.clientHeight, Math.ceil(box.height))}px`;
    }
  };

  const geometryOf = (isVertical: boolean) => {
    const preferences = { ...host.preferences(), columnCount: '1' as const };
    return pageGeometry({ width: stage.clientWidth, height: stage.clientHeight }, preferences, fontSizePx(preferences), isVertical);
  };

  const layOut = (frame: SegmentFrame) => {
    if (isFixed(frame)) {
      sizeFixed(frame);
      return;
    }
    if (!isAcross) frame.iframe.style.width = `${stage.clientWidth}px`;
    applyGeometry(frame.root, 'scroll', geometryOf(frame.isVertical));
    fitWideTables(frame, frame.isVertical);
    indentWrappedCode(frame);
    size(frame);
  };

  /** Returns the start of a frame along the scroll axis. */
  const startOf = (frame: SegmentFrame): number => {
    const box = frame.iframe.getBoundingClientRect();
    const outer = stage.getBoundingClientRect();
    return isAcross ? outer.right - box.right + position() : box.top - outer.top + position();
  };
  const lengthOf = (frame: SegmentFrame): number => (isAcross ? frame.iframe.offsetWidth : frame.iframe.offsetHeight * scaleOf(frame));

  /** Returns the leading edge of a box along the scroll axis, relative to the start of its frame. */
  const edgeIn = (frame: SegmentFrame, box: DOMRect): number => {
    if (isCrosswise(frame)) return 0;
    return isAcross ? frame.iframe.offsetWidth - box.right : box.top * scaleOf(frame);
  };

  const anchorPosition = (): number | undefined => {
    if (!current) return undefined;
    const box = anchor && boxOfPoint(current.text, anchor);
    return startOf(current) + (box ? edgeIn(current, box) : 0);
  };

  /** Runs a layout change and keeps the visible text at its position. */
  const preservePosition = (change: () => void) => {
    const before = anchorPosition();
    const at = position();
    change();
    const after = anchorPosition();
    if (before !== undefined && after !== undefined && Math.abs(after - before) >= 1) setPosition(at + after - before);
  };

  const insert = (frame: SegmentFrame) => {
    if (observers.has(frame)) return;
    preservePosition(() => {
      // Moving an iframe in the DOM would reload it: `order` moves it without a reload.
      frame.iframe.style.order = String(frame.spine.index);
      layOut(frame);
      frame.iframe.style.position = 'relative';
      showIframe(frame, true);
    });
    const observer = new ResizeObserver(() => preservePosition(() => size(frame)));
    observers.set(frame, observer);
    observer.observe(frame.root);
    host.onShown(frame);
  };

  const removeDroppedFrames = () => {
    for (const [frame, observer] of observers) {
      if (!pool.loaded().includes(frame)) {
        observer.disconnect();
        observers.delete(frame);
      }
    }
  };

  /** Loads the neighbors of a segment and drops the others. Stops at the next call of `show`. */
  const loadBeside = async (index: number) => {
    const wanted = withNeighbors(index).filter((i) => spine.segmentAt(i)?.item.open);
    preservePosition(() => {
      pool.evictExcept(wanted);
      removeDroppedFrames();
    });
    const move = moves;
    for (const i of wanted) {
      const frame = await pool.get(i);
      if (move !== moves) return;
      insert(frame);
    }
  };

  /** Loads the neighbors of the current segment; when the reader scrolls into another one meanwhile, those of that one after them. */
  const loadNeighbors = async () => {
    if (isLoadingNeighbors) return;
    isLoadingNeighbors = true;
    const move = moves;
    const indexAfter = (loaded: number | undefined): number | undefined => {
      const index = current?.spine.index;
      return move === moves && index !== loaded ? index : undefined;
    };
    try {
      for (let index = indexAfter(undefined); index !== undefined; index = indexAfter(index)) await loadBeside(index);
    } finally {
      // After a call of `show` the flag belongs to the loading that it has begun.
      if (move === moves) isLoadingNeighbors = false;
    }
  };
  /** A neighbor that fails to load is requested again when the reader reaches it; its error is reported then. */
  const ignoreLoadError = () => undefined;

  const currentAt = (at: number): SegmentFrame | undefined =>
    framesInOrder().find((frame) => startOf(frame) + lengthOf(frame) > at + 1) ?? framesInOrder().at(-1);

  const reachedAt = (frame: SegmentFrame, at: number) => {
    const from = at - startOf(frame);
    if (isCrosswise(frame)) return () => true;
    const scale = scaleOf(frame);
    return isAcross
      ? (box: DOMRect) => frame.iframe.offsetWidth - box.left > from + topMarginPx + 3
      : (box: DOMRect) => box.bottom * scale > from + topMarginPx + 3;
  };

  const updateAnchor = () => {
    const frame = currentAt(position());
    if (!frame) return;
    const changed = frame !== current;
    current = frame;
    const found = findFirstReached(frame.text, reachedAt(frame, position()));
    anchor = found && pointOfReached(frame.text, found);
    if (changed) loadNeighbors().catch(ignoreLoadError);
  };

  /** Loads the next segment in a direction, after its preloading has failed. Throws `SegmentError`. */
  const loadNext = async (direction: 1 | -1): Promise<boolean> => {
    const next = current && joined(current.spine.index, direction);
    if (!next?.item.open) return false;
    const move = moves;
    const frame = await pool.get(next.index);
    if (move !== moves) return false;
    insert(frame);
    return true;
  };

  /** Returns which end of the loaded segments is on the screen: 1 for their end, -1 for their start; undefined if neither is. */
  const endReached = (): 1 | -1 | undefined => {
    if (position() + screen() >= (isAcross ? stage.scrollWidth : stage.scrollHeight) - 2) return 1;
    return position() <= 1 ? -1 : undefined;
  };

  const handleScroll = () => {
    if (!hasSize(stage)) return;
    if (programmaticScroll !== undefined && Math.abs(position() - programmaticScroll) < 2) return;
    programmaticScroll = undefined;
    const frame = currentAt(position());
    if (frame && frame !== current) {
      current = frame;
      anchor = undefined;
      updateAnchor();
      loadNeighbors().catch(ignoreLoadError);
    }
    clearTimeout(restTimer);
    restTimer = setTimeout(() => {
      updateAnchor();
      const end = endReached();
      const next = end && current && joined(current.spine.index, end);
      if (end && next?.item.open && !framesInOrder().some((each) => each.spine.index === next.index)) host.onMissing(() => loadNext(end));
      else if (end === 1 && next && !next.item.open) host.onWall(next.index, 'next');
      host.onMoved();
    }, settleMs);
  };
  stage.addEventListener('scroll', handleScroll, { passive: true });

  const scrollToPoint = (frame: SegmentFrame, point: BlockPoint | undefined) => {
    const box = point && boxOfPoint(frame.text, point);
    const line = box && !isCrosswise(frame) ? edgeIn(frame, box) : 0;
    const isFirst = !point || frame.text.charOf(point) === 0;
    setPosition(startOf(frame) + (isFirst ? 0 : Math.max(0, line - topMarginPx)));
  };

  const show: BookView['show'] = async (destination) => {
    moves += 1;
    const move = moves;
    if (!spine.segmentAt(destination.segmentIndex)?.item.open) {
      host.onWall(destination.segmentIndex, 'jump');
      return false;
    }
    const frame = await findSegment(host, destination);
    if (move !== moves) return false;
    if (framesInOrder().length === 0) {
      isAcross = frame.isVertical;
      stage.dataset.axis = isAcross ? 'x' : 'y';
    }
    const { index } = frame.spine;
    pool.evictExcept(withNeighbors(index));
    removeDroppedFrames();
    current = frame;
    anchor = undefined;
    insert(frame);
    isLoadingNeighbors = false;
    const point = resolvePoint(frame, destination);
    anchor = point;
    scrollToPoint(frame, point);
    if (!point) updateAnchor();
    await loadNeighbors().catch(ignoreLoadError);
    if (move === moves && destination.atEnd) setPosition(startOf(frame) + lengthOf(frame) - screen());
    else if (move === moves) scrollToPoint(frame, anchor);
    return true;
  };

  const scrollBy = (screens: number): boolean => {
    programmaticScroll = undefined;
    const by = screens * screen();
    stage.scrollBy({ [isAcross ? 'left' : 'top']: isAcross ? -by : by, behavior: 'instant' });
    return true;
  };

  return {
    prepare: (root) => {
      if (hasSize(stage)) applyGeometry(root, 'scroll', geometryOf(false));
    },
    show,
    turn: async (direction) => {
      const scrollScreen = (): boolean => {
        const before = position();
        // A scroll by one screen leaves a few lines of the previous screen visible, so that the reader finds the line again.
        const line = 48;
        programmaticScroll = undefined;
        setPosition(before + direction * Math.max(line, screen() - line));
        updateAnchor();
        return Math.abs(position() - before) > 1;
      };
      if (scrollScreen()) return true;
      const next = current && spine.neighbor(current.spine.index, direction);
      if (next && !next.item.open) host.onWall(next.index, direction > 0 ? 'next' : 'previous');
      if (next?.item.open && current && !joined(current.spine.index, direction)) {
        return show(direction > 0 ? { segmentIndex: next.index } : { segmentIndex: next.index, atEnd: true });
      }
      return (await loadNext(direction)) && scrollScreen();
    },
    drag: () => undefined,
    release: () => undefined,
    relayout: () => {
      const savedAnchor = anchor;
      const frame = current;
      if (!frame || !hasSize(stage)) return;
      for (const each of framesInOrder()) layOut(each);
      anchor = savedAnchor;
      scrollToPoint(frame, savedAnchor);
    },
    refit: (frame) => {
      if (observers.has(frame)) preservePosition(() => size(frame));
      return true;
    },
    loadAhead: () => void loadNeighbors().catch(ignoreLoadError),
    state: () => {
      if (!current) return undefined;
      const length = Math.max(1, lengthOf(current));
      const inFrame = Math.max(0, position() - startOf(current));
      const after = findFirstReached(current.text, reachedAt(current, position() + screen() - 4));
      const startChar = (anchor && current.text.charOf(anchor)) ?? 0;
      const of = Math.max(1, Math.ceil(length / screen()));
      const end = isAcross ? stage.scrollWidth : stage.scrollHeight;
      return {
        frame: current,
        point: anchor,
        pointChar: startChar,
        startChar,
        endChar: after ? Math.max(startChar, charOfReached(current.text, after)) : current.text.text.length,
        page: { n: Math.min(of, Math.floor(inFrame / screen()) + 1), of },
        isAtStart: position() <= 1 && isLast(framesInOrder()[0], -1),
        isAtEnd: position() + screen() >= end - 2 && isLast(framesInOrder().at(-1), 1),
      };
    },
    shownFrames: framesInOrder,
    reveal: (frame, box) => {
      if (isCrosswise(frame)) return false;
      const from = startOf(frame) + edgeIn(frame, box);
      const extent = isAcross ? box.width : box.height;
      if (from >= position() && from + extent <= position() + screen()) return false;
      setPosition(Math.max(0, from - screen() / 4));
      updateAnchor();
      return true;
    },
    settle: () => false,
    originOf: (frame) => {
      const box = frame.iframe.getBoundingClientRect();
      return { x: box.left, y: box.top, scale: scaleOf(frame) };
    },
    scrollBy,
    dispose: () => {
      moves += 1;
      clearTimeout(restTimer);
      stage.removeEventListener('scroll', handleScroll);
      for (const observer of observers.values()) observer.disconnect();
      observers.clear();
      pool.clear();
      delete stage.dataset.axis;
    },
  };
};
