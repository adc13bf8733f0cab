/** Continuous scroll over all segments: at most three neighbouring ones lie in the stage, which is the only scroller.
 *  Downwards for horizontal text, leftwards for vertical text. */
import type { BlockPoint } from '@shufang/contract';
import { boxOfPoint, charOfReached, findFirstReached, pointOfReached } from '../locator/visible-place.ts';
import { applyGeometry, fontSizePx } from '../style/apply-preferences.ts';
import { type BookView, findSegment, resolvePoint, showIframe, type ViewHost } from './book-view.ts';
import { markWideTables } from './fit-tables.ts';
import { pageGeometry } from './page-geometry.ts';
import type { SegmentFrame } from './segment-frame.ts';

/** The line a reader was brought to stands this far below the edge; less than this of a line does not count as seen. */
const topRoomPx = 6;
/** A place is reported when the scroll has rested so long. */
const restMs = 90;

export const createScrollView = (host: ViewHost): BookView => {
  const { stage, spine, pool } = host;
  let current: SegmentFrame | undefined;
  let isAcross = false;
  let anchor: BlockPoint | undefined;
  let moves = 0;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Scroll events caused by ourselves are not the reader's moves. */
  let ownScroll: number | undefined;
  let isFilling = false;
  const observers = new Map<SegmentFrame, ResizeObserver>();

  /** Frames in the stage in reading order. */
  const placed = (): SegmentFrame[] =>
    pool
      .loaded()
      .filter((frame) => observers.has(frame))
      .sort((a, b) => a.spine.index - b.spine.index);

  const position = (): number => (isAcross ? -stage.scrollLeft : stage.scrollTop);
  const screen = (): number => (isAcross ? stage.clientWidth : stage.clientHeight);
  const setPosition = (at: number) => {
    if (isAcross) stage.scrollLeft = -at;
    else stage.scrollTop = at;
    ownScroll = position();
  };

  /** A segment and those before and after it, the next one first. */
  const around = (index: number) => [index, ...([1, -1] as const).flatMap((direction) => spine.neighbour(index, direction)?.index ?? [])];

  const isLast = (frame: SegmentFrame | undefined, direction: 1 | -1) =>
    frame !== undefined && !spine.neighbour(frame.spine.index, direction);

  const isCrosswise = (frame: SegmentFrame) => frame.isVertical !== isAcross;

  const size = (frame: SegmentFrame) => {
    const { iframe, root } = frame;
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

  const layOut = (frame: SegmentFrame) => {
    const preferences = { ...host.preferences(), columnCount: '1' as const };
    const geometry = pageGeometry(
      { width: stage.clientWidth, height: stage.clientHeight },
      preferences,
      fontSizePx(preferences),
      frame.isVertical,
    );
    if (!isAcross) frame.iframe.style.width = `${stage.clientWidth}px`;
    applyGeometry(frame.root, 'scroll', geometry);
    markWideTables(frame, frame.isVertical);
    size(frame);
  };

  /** Start of a frame along the scroll. */
  const startOf = (frame: SegmentFrame): number => {
    const box = frame.iframe.getBoundingClientRect();
    const outer = stage.getBoundingClientRect();
    return isAcross ? outer.right - box.right + position() : box.top - outer.top + position();
  };
  const lengthOf = (frame: SegmentFrame): number => (isAcross ? frame.iframe.offsetWidth : frame.iframe.offsetHeight);

  /** Leading edge of a box along the scroll, from the start of its frame. */
  const edgeIn = (frame: SegmentFrame, box: DOMRect): number => {
    if (isCrosswise(frame)) return 0;
    return isAcross ? frame.iframe.offsetWidth - box.right : box.top;
  };

  const anchorPosition = (): number | undefined => {
    if (!current) return undefined;
    const box = anchor && boxOfPoint(current.text, anchor);
    return startOf(current) + (box ? edgeIn(current, box) : 0);
  };

  /** Runs a change of layout without the text under the reader's eyes moving. */
  const keepPlace = (change: () => void) => {
    const before = anchorPosition();
    const at = position();
    change();
    const after = anchorPosition();
    if (before !== undefined && after !== undefined && Math.abs(after - before) >= 1) setPosition(at + after - before);
  };

  const insert = (frame: SegmentFrame) => {
    if (observers.has(frame)) return;
    keepPlace(() => {
      // Moving an iframe in the tree would load it again: `order` does the same for free.
      frame.iframe.style.order = String(frame.spine.index);
      layOut(frame);
      frame.iframe.style.position = 'relative';
      showIframe(frame, true);
    });
    const observer = new ResizeObserver(() => keepPlace(() => size(frame)));
    observers.set(frame, observer);
    observer.observe(frame.root);
    host.onShown(frame);
  };

  const settle = () => {
    for (const [frame, observer] of observers) {
      if (!pool.loaded().includes(frame)) {
        observer.disconnect();
        observers.delete(frame);
      }
    }
  };

  /** Loads what the reader comes to next and lets go of what lies behind, three frames in all. */
  const fill = async () => {
    if (!current || isFilling) return;
    isFilling = true;
    try {
      const { index } = current.spine;
      const wanted = around(index).filter((i) => spine.segments[i]?.item.open);
      keepPlace(() => {
        pool.keep(wanted);
        settle();
      });
      const move = moves;
      for (const i of wanted) {
        const frame = await pool.get(i);
        if (move !== moves) return;
        insert(frame);
      }
    } finally {
      isFilling = false;
    }
  };
  /** A neighbour that does not load is asked for again when the reader comes nearer; the fault is reported then. */
  const ignoreFillFault = () => undefined;

  const currentAt = (at: number): SegmentFrame | undefined =>
    placed().find((frame) => startOf(frame) + lengthOf(frame) > at + 1) ?? placed().at(-1);

  const reachedAt = (frame: SegmentFrame, at: number) => {
    const from = at - startOf(frame);
    if (isCrosswise(frame)) return () => true;
    return isAcross
      ? (box: DOMRect) => frame.iframe.offsetWidth - box.left > from + topRoomPx + 3
      : (box: DOMRect) => box.bottom > from + topRoomPx + 3;
  };

  const readPlace = () => {
    const frame = currentAt(position());
    if (!frame) return;
    const changed = frame !== current;
    current = frame;
    const found = findFirstReached(frame.text, reachedAt(frame, position()));
    anchor = found && pointOfReached(frame.text, found);
    if (changed) fill().catch(ignoreFillFault);
  };

  /** Brings the part beyond what is loaded, where loading ahead has failed; now its fault is the reader's. */
  const reach = async (direction: 1 | -1): Promise<boolean> => {
    const next = current && spine.neighbour(current.spine.index, direction);
    if (!next?.item.open) return false;
    const move = moves;
    const frame = await pool.get(next.index);
    if (move !== moves) return false;
    insert(frame);
    return true;
  };

  /** Which end of what is loaded the reader stands at. */
  const endReached = (): 1 | -1 | undefined => {
    if (position() + screen() >= (isAcross ? stage.scrollWidth : stage.scrollHeight) - 2) return 1;
    return position() <= 1 ? -1 : undefined;
  };

  const handleScroll = () => {
    if (ownScroll !== undefined && Math.abs(position() - ownScroll) < 2) return;
    ownScroll = undefined;
    const frame = currentAt(position());
    if (frame && frame !== current) {
      current = frame;
      anchor = undefined;
      readPlace();
      fill().catch(ignoreFillFault);
    }
    clearTimeout(restTimer);
    restTimer = setTimeout(() => {
      readPlace();
      const end = endReached();
      const next = end && current && spine.neighbour(current.spine.index, end);
      if (end && next?.item.open && !placed().some((each) => each.spine.index === next.index)) host.onMissing(() => reach(end));
      else if (end === 1 && next && !next.item.open) host.onWall(next.index, 'next');
      host.onMoved();
    }, restMs);
  };
  stage.addEventListener('scroll', handleScroll, { passive: true });

  const scrollToPoint = (frame: SegmentFrame, point: BlockPoint | undefined) => {
    const box = point && boxOfPoint(frame.text, point);
    const line = box && !isCrosswise(frame) ? edgeIn(frame, box) : 0;
    const isFirst = !point || frame.text.charOf(point) === 0;
    setPosition(startOf(frame) + (isFirst ? 0 : Math.max(0, line - topRoomPx)));
  };

  const show: BookView['show'] = async (place) => {
    moves += 1;
    const move = moves;
    if (!spine.segments[place.segmentIndex]?.item.open) {
      host.onWall(place.segmentIndex, 'jump');
      return false;
    }
    const frame = await findSegment(host, place);
    if (move !== moves) return false;
    if (placed().length === 0) {
      isAcross = frame.isVertical;
      stage.dataset.axis = isAcross ? 'x' : 'y';
    }
    const { index } = frame.spine;
    pool.keep(around(index));
    settle();
    current = frame;
    anchor = undefined;
    insert(frame);
    isFilling = false;
    const point = resolvePoint(frame, place);
    anchor = point;
    scrollToPoint(frame, point);
    if (!point) readPlace();
    await fill().catch(ignoreFillFault);
    if (move === moves && place.atEnd) setPosition(startOf(frame) + lengthOf(frame) - screen());
    else if (move === moves) scrollToPoint(frame, anchor);
    return true;
  };

  const scrollBy = (screens: number): boolean => {
    ownScroll = undefined;
    const by = screens * screen();
    stage.scrollBy({ [isAcross ? 'left' : 'top']: isAcross ? -by : by, behavior: 'instant' });
    return true;
  };

  return {
    show,
    turn: async (direction) => {
      const goOn = (): boolean => {
        const before = position();
        // A little of the old screen stays, so that the eye finds the line again.
        const line = 48;
        ownScroll = undefined;
        setPosition(before + direction * Math.max(line, screen() - line));
        readPlace();
        return Math.abs(position() - before) > 1;
      };
      if (goOn()) return true;
      const next = current && spine.neighbour(current.spine.index, direction);
      if (next && !next.item.open) host.onWall(next.index, direction > 0 ? 'next' : 'previous');
      return (await reach(direction)) && goOn();
    },
    drag: () => undefined,
    release: () => undefined,
    relayout: () => {
      const kept = anchor;
      const frame = current;
      if (!frame) return;
      for (const each of placed()) layOut(each);
      anchor = kept;
      scrollToPoint(frame, kept);
    },
    refit: (frame) => {
      if (observers.has(frame)) keepPlace(() => size(frame));
    },
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
        isAtStart: position() <= 1 && isLast(placed()[0], -1),
        isAtEnd: position() + screen() >= end - 2 && isLast(placed().at(-1), 1),
      };
    },
    shownFrames: placed,
    reveal: (frame, box) => {
      if (isCrosswise(frame)) return false;
      const from = startOf(frame) + edgeIn(frame, box);
      const extent = isAcross ? box.width : box.height;
      if (from >= position() && from + extent <= position() + screen()) return false;
      setPosition(Math.max(0, from - screen() / 4));
      readPlace();
      return true;
    },
    settle: () => false,
    originOf: (frame) => {
      const box = frame.iframe.getBoundingClientRect();
      return { x: box.left, y: box.top, scale: 1 };
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
