/** The table of contents as rows beside the reading order: where each entry begins, whether it is open, which one a place is in. Pure. */
import type { Locator, NavigationEntry, PublicationManifest } from '@shufang/contract';

export interface OutlineRow {
  key: string;
  title: string;
  href: string | undefined;
  level: number;
  parentKey: string | undefined;
  hasChildren: boolean;
  /** False: the reader has no right to it. */
  isOpen: boolean;
  /** Index in the reading order; -1 for a heading that leads nowhere. */
  document: number;
  /** 0 to 1 in the publication: of the part of a document the entry is in. */
  start: number;
  /** Where the next entry in another part begins. */
  end: number;
}

export const documentOf = (href: string): string => href.split('#', 1)[0] ?? href;

interface Part {
  /** Index in the reading order of its document. */
  readonly document: number;
  /** 0 to 1 in the publication. */
  readonly start: number;
}

/** By address: a long document is served in parts, and the contents lead to these. Places are reckoned as the engine does, by characters. */
const partsOf = ({ readingOrder }: PublicationManifest): ReadonlyMap<string, Part> => {
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

const itemAt = ({ readingOrder }: PublicationManifest, href: string): PublicationManifest['readingOrder'][number] | undefined => {
  const part = documentOf(href);
  return readingOrder.find((item) => item.href === part || item.segments.some((segment) => segment.href === part));
};

/** The reader has no right to the document an address leads to. */
export const isClosedAt = (manifest: PublicationManifest, href: string): boolean => itemAt(manifest, href)?.open === false;

/** The first chapter behind a document that may be opened; undefined where there is none. */
export const nextOpenHref = (manifest: PublicationManifest, outline: readonly OutlineRow[], href: string): string | undefined => {
  const item = itemAt(manifest, href);
  const from = item === undefined ? -1 : manifest.readingOrder.indexOf(item);
  return from === -1 ? undefined : outline.find((row) => row.isOpen && row.document > from && row.href !== undefined)?.href;
};

/** Rows in order, deeper levels after their parent. */
export const outlineOf = (manifest: PublicationManifest, entries: readonly NavigationEntry[] = manifest.toc): OutlineRow[] => {
  const parts = partsOf(manifest);
  const rows: OutlineRow[] = [];
  const walk = (level: number, list: readonly NavigationEntry[], parentKey: string | undefined): void => {
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
        isOpen: manifest.readingOrder[document]?.open ?? true,
        document,
        start: part?.start ?? rows.at(-1)?.start ?? 0,
        end: 1,
      });
      walk(level + 1, children, key);
    });
  };
  walk(1, entries, undefined);
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

/**
 * The row a place is in: of those of the part of its document that was reached (where nobody knows, of the whole) the one with the place's title,
 * else the first; before that the last row of an earlier document.
 */
export const rowAt = (rows: readonly OutlineRow[], manifest: PublicationManifest, place: Locator | undefined): OutlineRow | undefined => {
  if (!place) return undefined;
  const document = manifest.readingOrder.findIndex((item) => item.href === place.href);
  const here = rows.filter((row) => row.document === document && document >= 0);
  const { totalProgression } = place.locations;
  const start = totalProgression === undefined ? undefined : here.findLast((row) => row.start <= totalProgression)?.start;
  const inPart = start === undefined ? here : here.filter((row) => row.start === start);
  const named = inPart.findLast((row) => row.title === place.title);
  return named ?? inPart[0] ?? rows.findLast((row) => row.document >= 0 && row.document < document);
};

/** The row that `progression` (0 to 1 in the publication) falls in; what a slider's tooltip names. */
export const rowAtProgression = (rows: readonly OutlineRow[], progression: number): OutlineRow | undefined =>
  rows.findLast((row) => row.document >= 0 && row.start <= progression && row.level === 1) ??
  rows.findLast((row) => row.document >= 0 && row.start <= progression);

/** 0 to 1: how much of the row lies before `progression`. */
export const shareRead = (row: OutlineRow, progression: number): number => {
  if (progression >= row.end) return 1;
  if (progression <= row.start || row.end <= row.start) return 0;
  return (progression - row.start) / (row.end - row.start);
};

/** Rows to show: inside collapsed parents none; with `words` those that contain them, with the parents that lead there. */
export const visibleRows = (rows: readonly OutlineRow[], expanded: ReadonlySet<string>, words: string): OutlineRow[] => {
  const wanted = words.trim().toLowerCase();
  if (wanted !== '') {
    const keep = new Set<string>();
    for (const row of rows) {
      if (!row.title.toLowerCase().includes(wanted)) continue;
      const parts = row.key.split('.');
      for (let i = 1; i <= parts.length; i++) keep.add(parts.slice(0, i).join('.'));
    }
    return rows.filter((row) => keep.has(row.key));
  }
  const shown = new Set<string>();
  return rows.filter((row) => {
    const isShown = row.parentKey === undefined || (shown.has(row.parentKey) && expanded.has(row.parentKey));
    if (isShown) shown.add(row.key);
    return isShown;
  });
};
