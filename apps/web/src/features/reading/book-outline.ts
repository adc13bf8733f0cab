/**
 * The table of contents as rows: where each entry starts in the reading order, whether it is open, and which row contains a position. Pure.
 */
import type { Locator, NavigationEntry, ReadingOrderItem } from '@shufang/contract';

export interface OutlineRow {
  key: string;
  title: string;
  href: string | undefined;
  level: number;
  parentKey: string | undefined;
  hasChildren: boolean;
  /** Whether the reader has a right to the document of this entry. */
  isOpen: boolean;
  /** Index of the entry's document in the reading order; -1 for a heading without a link. */
  document: number;
  /** Progression in the publication (0 to 1) at which the segment with the entry starts. */
  start: number;
  /** Progression at which the next entry in another segment starts. */
  end: number;
}

export const documentOf = (href: string): string => href.split('#', 1)[0] ?? href;

interface Part {
  /** Index of the document in the reading order. */
  readonly document: number;
  /** Start of the segment as a progression in the publication, 0 to 1. */
  readonly start: number;
}

/**
 * Returns documents and segments by href: a long document is served in segments, and the table of contents links to them. Progressions
 * count characters, as in the engine.
 */
const segmentsByHref = (readingOrder: readonly ReadingOrderItem[]): ReadonlyMap<string, Part> => {
  const total = readingOrder.reduce((sum, { chars }) => sum + chars, 0);
  const parts = new Map<string, Part>();
  let before = 0;
  for (const [document, { href, segments, chars }] of readingOrder.entries()) {
    const startOf = (char: number): number => (total > 0 ? (before + char) / total : document / Math.max(1, readingOrder.length - 1));
    for (const segment of segments) parts.set(segment.href, { document, start: startOf(segment.startChar) });
    parts.set(href, { document, start: startOf(0) });
    before += chars;
  }
  return parts;
};

const itemAt = (documents: readonly ReadingOrderItem[], href: string): ReadingOrderItem | undefined => {
  const part = documentOf(href);
  return documents.find((item) => item.href === part || item.segments.some((segment) => segment.href === part));
};

/** Returns whether the reader has no right to the document of an href. False if it is not among the documents. */
export const isClosedAt = (documents: readonly ReadingOrderItem[], href: string): boolean => itemAt(documents, href)?.open === false;

/** Returns the href of the first open chapter after a document; undefined when there is none. */
export const nextOpenHref = (documents: readonly ReadingOrderItem[], outline: readonly OutlineRow[], href: string): string | undefined => {
  const item = itemAt(documents, href);
  const from = item === undefined ? -1 : documents.indexOf(item);
  return from === -1 ? undefined : outline.find((row) => row.isOpen && row.document > from && row.href !== undefined)?.href;
};

/** Returns the rows of the table of contents in order, children after their parent. */
export const outlineOf = (readingOrder: readonly ReadingOrderItem[], entries: readonly NavigationEntry[]): OutlineRow[] => {
  const parts = segmentsByHref(readingOrder);
  const rows: OutlineRow[] = [];
  const visit = (level: number, list: readonly NavigationEntry[], parentKey: string | undefined): void => {
    list.forEach((entry, index) => {
      const key = parentKey === undefined ? String(index) : `${parentKey}.${index}`;
      const part = entry.href === undefined ? undefined : parts.get(documentOf(entry.href));
      const document = part?.document ?? -1;
      const children = entry.children ?? [];
      rows.push({
        key,
        title: entry.title,
        href: entry.href,
        level,
        parentKey,
        hasChildren: children.length > 0,
        isOpen: readingOrder[document]?.open ?? true,
        document,
        start: part?.start ?? rows.at(-1)?.start ?? 0,
        end: 1,
      });
      visit(level + 1, children, key);
    });
  };
  visit(1, entries, undefined);
  let end = 1;
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i];
    if (!row) continue;
    const next = rows[i + 1];
    if (next && next.start > row.start) end = next.start;
    row.end = Math.max(end, row.start);
  }
  return rows;
};

/** Returns the keys of the first row of each document. */
export const firstRowsOfDocuments = (rows: readonly OutlineRow[]): ReadonlySet<string> => {
  const first = new Map<number, string>();
  for (const { document, key } of rows) if (document >= 0 && !first.has(document)) first.set(document, key);
  return new Set(first.values());
};

/**
 * Returns the row that contains a locator: of the rows in the locator's segment (or document, if the locator has no progression) the one
 * with the locator's title, or else the first. If there is no row in it, returns the last row of an earlier document.
 */
export const rowAt = (
  rows: readonly OutlineRow[],
  documents: readonly ReadingOrderItem[],
  locator: Locator | undefined,
): OutlineRow | undefined => {
  if (!locator) return undefined;
  const document = documents.findIndex((item) => item.href === locator.href);
  const here = rows.filter((row) => row.document === document && document >= 0);
  const { totalProgression } = locator.locations;
  const start = totalProgression === undefined ? undefined : here.findLast((row) => row.start <= totalProgression)?.start;
  const inPart = start === undefined ? here : here.filter((row) => row.start === start);
  const titled = inPart.findLast((row) => row.title === locator.title);
  return titled ?? inPart[0] ?? rows.findLast((row) => row.document >= 0 && row.document < document);
};

/** Returns the row at a `progression` (0 to 1 in the publication), for the slider's tooltip. */
export const rowAtProgression = (rows: readonly OutlineRow[], progression: number): OutlineRow | undefined =>
  rows.findLast((row) => row.document >= 0 && row.start <= progression && row.level === 1) ??
  rows.findLast((row) => row.document >= 0 && row.start <= progression);

/** Returns how much of the chapter of this row lies before `progression`, 0 to 1. */
export const shareRead = (row: OutlineRow, progression: number): number => {
  if (progression >= row.end) return 1;
  if (progression <= row.start || row.end <= row.start) return 0;
  return (progression - row.start) / (row.end - row.start);
};

/**
 * Returns the rows to show: without a filter, all rows outside of collapsed parents; with `filterText`, the rows that contain it and their
 * ancestors.
 */
export const visibleRows = (rows: readonly OutlineRow[], expanded: ReadonlySet<string>, filterText: string): OutlineRow[] => {
  const wanted = filterText.trim().toLowerCase();
  if (wanted !== '') {
    const matchingKeys = new Set<string>();
    for (const row of rows) {
      if (!row.title.toLowerCase().includes(wanted)) continue;
      const parts = row.key.split('.');
      for (let i = 1; i <= parts.length; i++) matchingKeys.add(parts.slice(0, i).join('.'));
    }
    return rows.filter((row) => matchingKeys.has(row.key));
  }
  const shown = new Set<string>();
  return rows.filter((row) => {
    const isShown = row.parentKey === undefined || (shown.has(row.parentKey) && expanded.has(row.parentKey));
    if (isShown) shown.add(row.key);
    return isShown;
  });
};
