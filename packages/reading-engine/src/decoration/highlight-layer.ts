/** Annotations on the text: painted by the CSS Custom Highlight API (no element is added to the book), hit-tested by their boxes. */
import type { AnchorState, Segment } from '@shufang/contract';
import { findTarget } from '../anchoring/find-target.ts';
import type { SegmentFrame } from '../layout/segment-frame.ts';
import type { Decoration } from '../navigator/protocol.ts';

interface DrawnDecoration {
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
  /** Draws all decorations of a segment whose frame was just loaded. */
  draw(frame: SegmentFrame): void;
  forget(frame: SegmentFrame): void;
  /** Returns the topmost (shortest) decoration at a point in the frame's own coordinates. */
  hit(frame: SegmentFrame, x: number, y: number): { id: string; group: string; box: DOMRect } | undefined;
  /** Highlights a search result; there is at most one in all frames. */
  showSearchResult(frame: SegmentFrame, range: Range): void;
  clearSearchResult(): void;
  /** Returns the bookmarks of a frame with their ranges. */
  bookmarks(frame: SegmentFrame): { id: string; range: Range }[];
}

export interface HighlightLayerDependencies {
  loaded(): SegmentFrame[];
  onState(id: string, group: string, matched: AnchorState): void;
}

const highlightName = (item: Decoration): string => `shufang-${item.style.color}`;

/** Returns the segment of a document that contained this character when the annotation was created. */
const findOriginalSegment = (segments: Segment[], char: number): Segment => {
  const found = segments.findLast(({ startChar }) => startChar <= char) ?? segments[0];
  if (!found) throw new RangeError('a document without segments');
  return found;
};

export const createHighlightLayer = (dependencies: HighlightLayerDependencies): HighlightLayer => {
  const groups = new Map<string, Map<string, Decoration>>();
  const drawnDecorations = new Map<SegmentFrame, Map<string, DrawnDecoration>>();
  const reported = new Map<string, AnchorState>();
  /** For each decoration, the segments in which it was not found. */
  const segmentsWithoutMatch = new Map<string, Set<string>>();
  let shownResult: { registry: InnerHighlights } | undefined;

  const registryOf = (frame: SegmentFrame): InnerHighlights | undefined => {
    const view = frame.window as unknown as Partial<InnerHighlights>;
    return view.Highlight && view.CSS?.highlights ? (view as InnerHighlights) : undefined;
  };
  const highlightOf = (frame: SegmentFrame, name: string): Set<Range> | undefined => {
    const registry = registryOf(frame);
    if (!registry) return undefined;
    const existing = registry.CSS.highlights.get(name);
    if (existing) return existing;
    const created = new registry.Highlight();
    registry.CSS.highlights.set(name, created);
    return created;
  };
  const keyOf = (group: string, id: string) => `${group} ${id}`;

  const report = (group: string, id: string, state: AnchorState) => {
    const key = keyOf(group, id);
    if (reported.get(key) === state) return;
    reported.set(key, state);
    dependencies.onState(id, group, state);
  };

  const erase = (frame: SegmentFrame, key: string) => {
    const drawn = drawnDecorations.get(frame)?.get(key);
    if (!drawn) return;
    drawnDecorations.get(frame)?.delete(key);
    highlightOf(frame, highlightName(drawn.item))?.delete(drawn.range);
    highlightOf(frame, 'shufang-note')?.delete(drawn.range);
  };

  const drawDecoration = (frame: SegmentFrame, group: string, item: Decoration) => {
    if (item.target.href !== frame.spine.item.href) return;
    const key = keyOf(group, item.id);
    const { text, spine } = frame;
    const { segment } = spine;
    const originalSegment = findOriginalSegment(spine.item.segments, item.target.position.start);
    const isOriginalSegment = originalSegment === segment;
    const hasBlock = text.findBlock(item.target.blocks.start.blockId) ?? text.findBlock(item.target.blocks.end.blockId);
    // The original segment is searched first, because the same text may occur many times in a long document.
    if (!hasBlock && !isOriginalSegment && !segmentsWithoutMatch.get(key)?.has(originalSegment.href)) return;
    const source = { text: text.text, startChar: segment.startChar, charOf: text.charOf };
    const found = findTarget(source, item.target);
    let range = found && text.rangeOf(found.start, found.end);
    if (found) report(group, item.id, found.state);
    else {
      // The passage crosses the segment's boundary: draw the part in this segment.
      const start = text.charOf(item.target.blocks.start);
      const end = text.charOf(item.target.blocks.end);
      if ((start === undefined) !== (end === undefined)) {
        const part: [number, number] = [start ?? 0, end ?? text.text.length];
        const passage = text.text.slice(...part);
        if (passage && item.target.quote.exact.includes(passage.slice(0, 200))) {
          range = text.rangeOf(...part);
          report(group, item.id, 'exact');
        }
      }
    }
    if (!range) {
      const searched = segmentsWithoutMatch.get(key) ?? new Set<string>();
      segmentsWithoutMatch.set(key, searched.add(segment.href));
      if (searched.size >= spine.item.segments.length && !reported.has(key)) report(group, item.id, 'orphan');
      if (isOriginalSegment)
        for (const other of dependencies.loaded())
          if (other !== frame && other.spine.item === spine.item) drawDecoration(other, group, item);
      return;
    }
    const decorations = drawnDecorations.get(frame) ?? new Map<string, DrawnDecoration>();
    drawnDecorations.set(frame, decorations);
    decorations.set(key, { group, item, range });
    if (item.style.kind === 'bookmark') return;
    highlightOf(frame, highlightName(item))?.add(range);
    if (item.style.kind === 'note') highlightOf(frame, 'shufang-note')?.add(range);
  };

  const isSame = (a: Decoration, b: Decoration): boolean =>
    a.style.color === b.style.color &&
    a.style.kind === b.style.kind &&
    a.target.href === b.target.href &&
    a.target.position.start === b.target.position.start &&
    a.target.position.end === b.target.position.end &&
    a.target.blocks.start.blockId === b.target.blocks.start.blockId;

  const clearSearchResult = () => {
    shownResult?.registry.CSS.highlights.delete('shufang-search');
    shownResult = undefined;
  };

  return {
    set: (group, items) => {
      const before = groups.get(group) ?? new Map<string, Decoration>();
      const after = new Map(items.map((item) => [item.id, item]));
      groups.set(group, after);
      const frames = dependencies.loaded();
      for (const [id, item] of before) {
        const next = after.get(id);
        if (next && isSame(item, next)) continue;
        const key = keyOf(group, id);
        reported.delete(key);
        segmentsWithoutMatch.delete(key);
        for (const frame of frames) erase(frame, key);
      }
      for (const [id, item] of after) {
        const old = before.get(id);
        if (old && isSame(old, item)) continue;
        for (const frame of frames) drawDecoration(frame, group, item);
      }
    },
    draw: (frame) => {
      for (const [group, items] of groups) for (const item of items.values()) drawDecoration(frame, group, item);
    },
    forget: (frame) => {
      drawnDecorations.delete(frame);
    },
    hit: (frame, x, y) => {
      let best: { decoration: DrawnDecoration; box: DOMRect } | undefined;
      for (const drawn of drawnDecorations.get(frame)?.values() ?? []) {
        if (drawn.item.style.kind === 'bookmark') continue;
        const whole = drawn.range.getBoundingClientRect();
        if (x < whole.left || x > whole.right || y < whole.top || y > whole.bottom) continue;
        for (const box of drawn.range.getClientRects()) {
          if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) continue;
          if (!best || drawn.range.toString().length < best.decoration.range.toString().length) best = { decoration: drawn, box };
          break;
        }
      }
      return best && { id: best.decoration.item.id, group: best.decoration.group, box: best.decoration.range.getBoundingClientRect() };
    },
    showSearchResult: (frame, range) => {
      clearSearchResult();
      const registry = registryOf(frame);
      if (!registry) return;
      highlightOf(frame, 'shufang-search')?.add(range);
      shownResult = { registry };
    },
    clearSearchResult,
    bookmarks: (frame) =>
      [...(drawnDecorations.get(frame)?.values() ?? [])].flatMap((drawn) =>
        drawn.item.style.kind === 'bookmark' ? [{ id: drawn.item.id, range: drawn.range }] : [],
      ),
  };
};
