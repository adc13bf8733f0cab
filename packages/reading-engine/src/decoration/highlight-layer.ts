/** Marks on the text: painted by the CSS Custom Highlight API (no element is added to the book), found under a click by their boxes. */
import type { AnchorState, Segment } from '@shufang/contract';
import { findTarget } from '../anchoring/find-target.ts';
import type { SegmentFrame } from '../layout/segment-frame.ts';
import type { Decoration } from '../navigator/protocol.ts';

interface Placed {
  group: string;
  item: Decoration;
  range: Range;
}

interface InnerHighlights {
  CSS: { highlights: Map<string, Set<Range>> };
  Highlight: new () => Set<Range>;
}

export interface HighlightLayer {
  set(group: string, items: Decoration[]): void;
  /** Draws what belongs to a frame that was just loaded. */
  draw(frame: SegmentFrame): void;
  forget(frame: SegmentFrame): void;
  /** Topmost (shortest) mark under a point of a frame's own coordinates. */
  hit(frame: SegmentFrame, x: number, y: number): { id: string; group: string; box: DOMRect } | undefined;
  /** Passing mark of a search result; one in all frames. */
  flash(frame: SegmentFrame, range: Range): void;
  clearFlash(): void;
  /** Bookmarks of a frame with the box of their line. */
  bookmarks(frame: SegmentFrame): { id: string; range: Range }[];
}

export interface HighlightLayerInput {
  loaded(): SegmentFrame[];
  onState(id: string, group: string, matched: AnchorState): void;
}

const nameOf = (item: Decoration): string => `shufang-${item.style.color}`;

/** Segment of a document that held the character when the mark was made. */
const homeSegment = (segments: Segment[], char: number): Segment => {
  const found = segments.findLast(({ startChar }) => startChar <= char) ?? segments[0];
  if (!found) throw new RangeError('a document without segments');
  return found;
};

export const createHighlightLayer = (input: HighlightLayerInput): HighlightLayer => {
  const groups = new Map<string, Map<string, Decoration>>();
  const placed = new Map<SegmentFrame, Map<string, Placed>>();
  const reported = new Map<string, AnchorState>();
  /** Segments in which a mark was looked for in vain. */
  const missedIn = new Map<string, Set<string>>();
  let flashed: { registry: InnerHighlights } | undefined;

  const registryOf = (frame: SegmentFrame): InnerHighlights | undefined => {
    const view = frame.window as unknown as Partial<InnerHighlights>;
    return view.Highlight && view.CSS?.highlights ? (view as InnerHighlights) : undefined;
  };
  const highlightOf = (frame: SegmentFrame, name: string): Set<Range> | undefined => {
    const registry = registryOf(frame);
    if (!registry) return undefined;
    const known = registry.CSS.highlights.get(name);
    if (known) return known;
    const made = new registry.Highlight();
    registry.CSS.highlights.set(name, made);
    return made;
  };
  const keyOf = (group: string, id: string) => `${group} ${id}`;

  const report = (group: string, id: string, state: AnchorState) => {
    const key = keyOf(group, id);
    if (reported.get(key) === state) return;
    reported.set(key, state);
    input.onState(id, group, state);
  };

  const erase = (frame: SegmentFrame, key: string) => {
    const mark = placed.get(frame)?.get(key);
    if (!mark) return;
    placed.get(frame)?.delete(key);
    highlightOf(frame, nameOf(mark.item))?.delete(mark.range);
    highlightOf(frame, 'shufang-note')?.delete(mark.range);
  };

  const place = (frame: SegmentFrame, group: string, item: Decoration) => {
    if (item.target.href !== frame.spine.item.href) return;
    const key = keyOf(group, item.id);
    const { text, spine } = frame;
    const { segment } = spine;
    const home = homeSegment(spine.item.segments, item.target.position.start);
    const isHome = home === segment;
    const isHere = text.findBlock(item.target.blocks.start.blockId) ?? text.findBlock(item.target.blocks.end.blockId);
    // Its own segment is asked first: the same words stand in many places of a long document.
    if (!isHere && !isHome && !missedIn.get(key)?.has(home.href)) return;
    const at = { text: text.text, startChar: segment.startChar, charOf: text.charOf };
    const whole = findTarget(at, item.target);
    let range = whole && text.rangeOf(whole.start, whole.end);
    if (whole) report(group, item.id, whole.state);
    else {
      // A passage that runs over the segment's edge: the part that lies here.
      const start = text.charOf(item.target.blocks.start);
      const end = text.charOf(item.target.blocks.end);
      if ((start === undefined) !== (end === undefined)) {
        const part: [number, number] = [start ?? 0, end ?? text.text.length];
        const there = text.text.slice(...part);
        if (there && item.target.quote.exact.includes(there.slice(0, 200))) {
          range = text.rangeOf(...part);
          report(group, item.id, 'exact');
        }
      }
    }
    if (!range) {
      const missed = missedIn.get(key) ?? new Set<string>();
      missedIn.set(key, missed.add(segment.href));
      if (missed.size >= spine.item.segments.length && !reported.has(key)) report(group, item.id, 'orphan');
      if (isHome) for (const other of input.loaded()) if (other !== frame && other.spine.item === spine.item) place(other, group, item);
      return;
    }
    const marks = placed.get(frame) ?? new Map<string, Placed>();
    placed.set(frame, marks);
    marks.set(key, { group, item, range });
    if (item.style.kind === 'bookmark') return;
    highlightOf(frame, nameOf(item))?.add(range);
    if (item.style.kind === 'note') highlightOf(frame, 'shufang-note')?.add(range);
  };

  const isSame = (a: Decoration, b: Decoration): boolean =>
    a.style.color === b.style.color &&
    a.style.kind === b.style.kind &&
    a.target.href === b.target.href &&
    a.target.position.start === b.target.position.start &&
    a.target.position.end === b.target.position.end &&
    a.target.blocks.start.blockId === b.target.blocks.start.blockId;

  const clearFlash = () => {
    flashed?.registry.CSS.highlights.delete('shufang-search');
    flashed = undefined;
  };

  return {
    set: (group, items) => {
      const before = groups.get(group) ?? new Map<string, Decoration>();
      const after = new Map(items.map((item) => [item.id, item]));
      groups.set(group, after);
      const frames = input.loaded();
      for (const [id, item] of before) {
        const next = after.get(id);
        if (next && isSame(item, next)) continue;
        const key = keyOf(group, id);
        reported.delete(key);
        missedIn.delete(key);
        for (const frame of frames) erase(frame, key);
      }
      for (const [id, item] of after) {
        const old = before.get(id);
        if (old && isSame(old, item)) continue;
        for (const frame of frames) place(frame, group, item);
      }
    },
    draw: (frame) => {
      for (const [group, items] of groups) for (const item of items.values()) place(frame, group, item);
    },
    forget: (frame) => {
      placed.delete(frame);
    },
    hit: (frame, x, y) => {
      let best: { placed: Placed; box: DOMRect } | undefined;
      for (const mark of placed.get(frame)?.values() ?? []) {
        if (mark.item.style.kind === 'bookmark') continue;
        const whole = mark.range.getBoundingClientRect();
        if (x < whole.left || x > whole.right || y < whole.top || y > whole.bottom) continue;
        for (const box of mark.range.getClientRects()) {
          if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) continue;
          if (!best || mark.range.toString().length < best.placed.range.toString().length) best = { placed: mark, box };
          break;
        }
      }
      return best && { id: best.placed.item.id, group: best.placed.group, box: best.placed.range.getBoundingClientRect() };
    },
    flash: (frame, range) => {
      clearFlash();
      const registry = registryOf(frame);
      if (!registry) return;
      highlightOf(frame, 'shufang-search')?.add(range);
      flashed = { registry };
    },
    clearFlash,
    bookmarks: (frame) =>
      [...(placed.get(frame)?.values() ?? [])].flatMap((mark) =>
        mark.item.style.kind === 'bookmark' ? [{ id: mark.item.id, range: mark.range }] : [],
      ),
  };
};
