/** Annotations on the text: painted by the CSS Custom Highlight API (no element is added to the book), hit-tested by their boxes. */
import type { AnchorState, Segment } from '@shufang/contract';
import { createPassageFinder, type PassageFinder } from '@shufang/contract/anchoring';
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

/** A passage that is shown for the moment: a search result, or the sentence that is read aloud. */
export type PassageKind = 'search' | 'speaking';

export interface HighlightLayer {
  set(group: string, items: Decoration[]): void;
  /** Draws all decorations of a segment whose frame was just loaded. */
  draw(frame: SegmentFrame): void;
  forget(frame: SegmentFrame): void;
  /** Returns the topmost (shortest) decoration at a point in the frame's own coordinates. */
  hit(frame: SegmentFrame, x: number, y: number): { id: string; group: string; range: Range } | undefined;
  /** Highlights the passage of a kind; there is at most one in all frames. */
  showPassage(kind: PassageKind, frame: SegmentFrame, range: Range): void;
  clearPassage(kind: PassageKind): void;
  /** Returns the bookmarks of a frame with their ranges. */
  bookmarks(frame: SegmentFrame): { id: string; range: Range }[];
}

export interface HighlightLayerDependencies {
  loaded(): SegmentFrame[];
  onState(id: string, group: string, matched: AnchorState): void;
}

/** Returns the names of the highlights that draw a passage: its style in its color, and for a note a sign that differs by style. */
const highlightNames = ({ style: { color, kind, highlightStyle = 'solid' } }: Decoration): string[] =>
  highlightStyle === 'solid'
    ? [`shufang-${color}`, ...(kind === 'note' ? ['shufang-note'] : [])]
    : [`shufang-${highlightStyle}-${color}`, ...(kind === 'note' ? ['shufang-lined-note'] : [])];

/** Returns the segment of a document that contained this character when the annotation was created. */
const findOriginalSegment = (segments: Segment[], char: number): Segment => {
  const found = segments.findLast(({ startChar }) => startChar <= char) ?? segments[0];
  if (!found) throw new RangeError('a document without segments');
  return found;
};

export const createHighlightLayer = (dependencies: HighlightLayerDependencies): HighlightLayer => {
  const groups = new Map<string, Map<string, Decoration>>();
  const drawnDecorations = new Map<SegmentFrame, Map<string, DrawnDecoration>>();
  const finders = new WeakMap<SegmentFrame, PassageFinder>();
  const reported = new Map<string, AnchorState>();
  /** For each decoration, the segments in which it was not found. */
  const segmentsWithoutMatch = new Map<string, Set<string>>();
  const shownPassages = new Map<PassageKind, InnerHighlights>();

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

  const finderOf = (frame: SegmentFrame): PassageFinder => {
    const existing = finders.get(frame);
    if (existing) return existing;
    const created = createPassageFinder(frame.text.blocks);
    finders.set(frame, created);
    return created;
  };

  /** Returns the part of a passage in this segment, if one of its two blocks is in another segment. */
  const rangeOfPart = ({ text }: SegmentFrame, { target }: Decoration): Range | undefined => {
    const start = text.charOf(target.blocks.start);
    const end = text.charOf(target.blocks.end);
    if ((start === undefined) === (end === undefined)) return undefined;
    const part: [number, number] = [start ?? 0, end ?? text.text.length];
    const passage = text.text.slice(...part);
    const { exact, current = exact } = target.quote;
    return passage && current.includes(passage.slice(0, 200)) ? text.rangeOf(...part) : undefined;
  };

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
    for (const name of highlightNames(drawn.item)) highlightOf(frame, name)?.delete(drawn.range);
  };

  const drawDecoration = (frame: SegmentFrame, group: string, item: Decoration) => {
    const key = keyOf(group, item.id);
    const { text, spine } = frame;
    const { segment } = spine;
    // A passage is looked up by its blocks, because files are renamed and divided between versions of a book.
    const hasBlock = text.findBlock(item.target.blocks.start.blockId) ?? text.findBlock(item.target.blocks.end.blockId);
    const isOriginalDocument = item.target.href === spine.item.href;
    if (!hasBlock && !isOriginalDocument) return;
    const originalSegment = findOriginalSegment(spine.item.segments, item.target.position.start);
    const isOriginalSegment = isOriginalDocument && originalSegment === segment;
    // Without the block, the original segment is searched first, because the same text may occur many times in a long document.
    if (!hasBlock && !isOriginalSegment && !segmentsWithoutMatch.get(key)?.has(originalSegment.href)) return;
    let range = rangeOfPart(frame, item);
    if (range) report(group, item.id, item.target.quote.current === undefined ? 'exact' : 'fuzzy');
    else {
      const found = finderOf(frame).find(item.target);
      const start = found && text.charOf(found.start);
      const end = found && text.charOf(found.end);
      if (found && start !== undefined && end !== undefined) {
        range = text.rangeOf(start, end);
        report(group, item.id, found.state);
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
    for (const name of highlightNames(item)) highlightOf(frame, name)?.add(range);
  };

  const isSame = (a: Decoration, b: Decoration): boolean =>
    a.style.color === b.style.color &&
    a.style.kind === b.style.kind &&
    a.style.highlightStyle === b.style.highlightStyle &&
    a.target.href === b.target.href &&
    a.target.position.start === b.target.position.start &&
    a.target.position.end === b.target.position.end &&
    a.target.blocks.start.blockId === b.target.blocks.start.blockId;

  const clearPassage = (kind: PassageKind) => {
    shownPassages.get(kind)?.CSS.highlights.delete(`shufang-${kind}`);
    shownPassages.delete(kind);
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
      let best: DrawnDecoration | undefined;
      for (const drawn of drawnDecorations.get(frame)?.values() ?? []) {
        if (drawn.item.style.kind === 'bookmark') continue;
        const whole = drawn.range.getBoundingClientRect();
        if (x < whole.left || x > whole.right || y < whole.top || y > whole.bottom) continue;
        for (const box of drawn.range.getClientRects()) {
          if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) continue;
          if (!best || drawn.range.toString().length < best.range.toString().length) best = drawn;
          break;
        }
      }
      return best && { id: best.item.id, group: best.group, range: best.range };
    },
    showPassage: (kind, frame, range) => {
      clearPassage(kind);
      const registry = registryOf(frame);
      if (!registry) return;
      highlightOf(frame, `shufang-${kind}`)?.add(range);
      shownPassages.set(kind, registry);
    },
    clearPassage,
    bookmarks: (frame) =>
      [...(drawnDecorations.get(frame)?.values() ?? [])].flatMap((drawn) =>
        drawn.item.style.kind === 'bookmark' ? [{ id: drawn.item.id, range: drawn.range }] : [],
      ),
  };
};
