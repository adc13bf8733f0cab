/** Fixed layout: shows the publisher's pages unchanged, scaled to the screen, one or two (a spread) at a time. */
import type { ReadingOrderItem } from '@shufang/contract';
import type { SpineSegment } from '../publication/spine.ts';
import { hasSize, type PartialView, showIframe, type ViewHost } from './book-view.ts';
import { createPageSlide, shiftIframe } from './page-slide.ts';
import type { SegmentFrame } from './segment-frame.ts';

/** One or two segments shown together; `undefined` is an empty side. Left and right are sides of the screen. */
export interface Spread {
  left: number | undefined;
  right: number | undefined;
  center: number | undefined;
}

/** Pairs pages by the side that each declares, otherwise alternately after a single first page, as in printed books. Pure. */
export const pairSpreads = (items: Pick<ReadingOrderItem, 'spread'>[], isRightToLeft: boolean): Spread[] => {
  const spreads: Spread[] = [];
  const firstSide = isRightToLeft ? 'right' : 'left';
  let open: Spread | undefined;
  const close = () => {
    if (open) spreads.push(open);
    open = undefined;
  };
  for (const [index, { spread }] of items.entries()) {
    if (spread === 'center' || (spread === undefined && index === 0)) {
      close();
      spreads.push({ left: undefined, right: undefined, center: index });
      continue;
    }
    const side = spread ?? (open ? (firstSide === 'left' ? 'right' : 'left') : firstSide);
    if (side === firstSide) {
      close();
      open = { left: undefined, right: undefined, center: undefined, [side]: index };
    } else {
      open ??= { left: undefined, right: undefined, center: undefined };
      open[side] = index;
      close();
    }
  }
  close();
  return spreads;
};

const pagesOf = ({ left, right, center }: Spread): number[] =>
  [left, center, right].flatMap((index) => (index === undefined ? [] : [index]));

/** Distance in pixels from which new pages slide in after a swipe. */
const slideDistancePx = 120;

export const createFixedView = (host: ViewHost): PartialView => {
  const { stage, spine, pool } = host;
  const isRightToLeft = spine.metadata.readingProgression === 'rtl';
  const origins = new WeakMap<SegmentFrame, { x: number; y: number; scale: number }>();
  let shown: SegmentFrame[] = [];
  let spreadIndex = 0;
  let moves = 0;
  const slide = createPageSlide();
  let dragged = 0;

  const isDouble = (): boolean => {
    const { columnCount } = host.preferences();
    const spreadSetting = spine.metadata.spread ?? 'auto';
    if (columnCount === '1' || spreadSetting === 'none') return false;
    if (spreadSetting === 'both') return true;
    return stage.clientWidth > stage.clientHeight;
  };
  /** Returns the pages in runs without a reflowable document between them: a spread is never wider than a run. */
  const runs = (): SpineSegment[][] => {
    const found: SpineSegment[][] = [];
    let last: SpineSegment | undefined;
    for (const segment of spine.knownSegments()) {
      if (segment.item.layout === 'fixed') {
        if (last?.item.layout === 'fixed') found.at(-1)?.push(segment);
        else found.push([segment]);
      }
      last = segment;
    }
    return found;
  };
  const shifted = (spread: Spread, by: number): Spread => {
    const shift = (index: number | undefined) => (index === undefined ? undefined : index + by);
    return { left: shift(spread.left), right: shift(spread.right), center: shift(spread.center) };
  };
  const spreads = (): Spread[] =>
    runs().flatMap((run) => {
      const first = run[0]?.index ?? 0;
      if (!isDouble()) return run.map(({ index }) => ({ left: undefined, right: undefined, center: index }));
      const items = run.map(({ item }) => item);
      return pairSpreads(items, isRightToLeft).map((spread) => shifted(spread, first));
    });

  /** A page that states no size, or that of the device, fills the stage. */
  const sizeOf = (index: number) =>
    spine.segmentAt(index)?.item.viewport ?? { width: Math.max(1, stage.clientWidth), height: Math.max(1, stage.clientHeight) };

  const layOut = (spread: Spread, frames: SegmentFrame[]) => {
    const margin = Math.min(24, Math.round(stage.clientWidth / 40));
    const sizes = pagesOf(spread).map(sizeOf);
    const tallest = Math.max(...sizes.map(({ height }) => height));
    const widest = Math.max(...sizes.map(({ width }) => width));
    // A single page of a book with spreads has the scale of the pages in the spreads.
    const isLikePairs = () =>
      spreads().some((other) => other.center === undefined && pagesOf(other).some((index) => sizeOf(index).width === widest));
    const sides = spread.center === undefined || isLikePairs() ? 2 : 1;
    const scale = Math.min((stage.clientWidth - 2 * margin) / (widest * sides), (stage.clientHeight - 2 * margin) / tallest);
    for (const frame of frames) {
      const { index } = frame.spine;
      const { width, height } = sizeOf(index);
      const middle = stage.clientWidth / 2;
      const x = index === spread.center ? middle - (width * scale) / 2 : index === spread.left ? middle - width * scale : middle;
      const y = (stage.clientHeight - height * scale) / 2;
      const { style } = frame.iframe;
      style.width = `${width}px`;
      style.height = `${height}px`;
      style.transformOrigin = '0 0';
      style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      style.boxShadow = '0 1px 6px rgb(0 0 0 / 18%)';
      origins.set(frame, { x, y, scale });
    }
  };

  const showSpread = async (wantedIndex: number): Promise<boolean> => {
    moves += 1;
    const move = moves;
    const list = spreads();
    const spread = list[wantedIndex];
    if (!spread) return false;
    const pages = pagesOf(spread);
    const closedPage = pages.find((index) => !spine.segmentAt(index)?.item.open);
    if (closedPage !== undefined) {
      host.onWall(closedPage, 'jump');
      return false;
    }
    const frames = await Promise.all(pages.map((index) => pool.get(index)));
    if (move !== moves) return false;
    spreadIndex = wantedIndex;
    layOut(spread, frames);
    for (const old of shown) if (!frames.includes(old)) showIframe(old, false);
    shown = frames;
    for (const frame of frames) {
      showIframe(frame, true);
      host.onShown(frame);
    }
    const next = list[wantedIndex + 1];
    const ahead = next ? pagesOf(next) : [];
    pool.evictExcept([...pages, ...ahead]);
    for (const index of ahead) void pool.preload(index);
    return true;
  };

  const shiftAll = (offsetPx: number) => {
    for (const frame of shown) shiftIframe(frame.iframe, offsetPx);
  };

  const spreadOf = (segmentIndex: number): number => spreads().findIndex((spread) => pagesOf(spread).includes(segmentIndex));

  return {
    prepare: () => undefined,
    show: (destination) => showSpread(spreadOf(destination.segmentIndex)),
    turn: async (direction) => {
      const from = dragged;
      const old = shown;
      const isTurned = await showSpread(spreadIndex + direction);
      if (!isTurned || from === 0) return isTurned;
      dragged = 0;
      for (const frame of old) shiftIframe(frame.iframe, 0);
      slide.run(-Math.sign(from) * slideDistancePx, shiftAll, () => undefined);
      return true;
    },
    drag: (offsetPx) => {
      slide.finish();
      dragged = offsetPx;
      shiftAll(offsetPx);
    },
    release: () => {
      if (dragged !== 0) slide.run(dragged, shiftAll, () => undefined);
      dragged = 0;
    },
    relayout: () => {
      const first = shown[0];
      if (!first || !hasSize(stage)) return;
      const wanted = spreadOf(first.spine.index);
      const spread = spreads()[wanted];
      if (!spread) return;
      const pages = pagesOf(spread);
      if (pages.length === shown.length) {
        spreadIndex = wanted;
        layOut(spread, shown);
      } else
        showSpread(wanted).then(
          () => host.onMoved(),
          () => host.onMoved(),
        );
    },
    refit: () => true,
    // The view is created when the whole reading order is known.
    loadAhead: () => undefined,
    state: () => {
      const first = [...shown].sort((a, b) => a.spine.index - b.spine.index)[0];
      if (!first) return undefined;
      const list = spreads();
      return {
        frame: first,
        point: first.text.pointOfChar(0),
        pointChar: 0,
        startChar: 0,
        endChar: first.text.text.length,
        page: { n: spreadIndex + 1, of: list.length },
        isAtStart: spreadIndex === 0,
        isAtEnd: spreadIndex === list.length - 1,
      };
    },
    shownFrames: () => shown,
    reveal: () => false,
    settle: () => false,
    originOf: (frame) => origins.get(frame) ?? { x: 0, y: 0, scale: 1 },
    scrollBy: () => false,
    cancel: () => {
      moves += 1;
    },
    dispose: () => {
      slide.finish();
      moves += 1;
      shown = [];
      pool.clear();
    },
  };
};
