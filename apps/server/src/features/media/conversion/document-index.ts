/** What is known of each converted document when links and navigation are written: its blocks' ids, segments and element ids. */
import { type ConvertedDocument, type Player, segmentHref } from '../content/content-model.ts';

/** A converted document without its tree: small enough to keep for every document of a book. */
export interface DocumentFacts {
  readonly href: string;
  readonly title: string | undefined;
  readonly chars: number;
  readonly segmentStarts: readonly number[];
  readonly elementIds: ReadonlyMap<string, number>;
  readonly viewport: { readonly width: number; readonly height: number } | undefined;
  readonly players: readonly Player[];
  /** Set once ids are assigned; one for each block. */
  ids: readonly string[];
  readonly headings: readonly { readonly title: string; readonly level: number; readonly block: number }[];
}

/** Headings are only needed to build a missing table of contents. */
const HEADINGS_MAX = 500;
const HEADING_CHARS_MAX = 200;

export const factsOf = (document: ConvertedDocument): DocumentFacts => ({
  href: document.href,
  title: document.title,
  chars: document.chars,
  segmentStarts: document.segmentStarts,
  elementIds: document.elementIds,
  viewport: document.viewport,
  players: document.players,
  ids: [],
  headings: headingsOf(document),
});

const headingsOf = (document: ConvertedDocument): DocumentFacts['headings'] => {
  const headings: { title: string; level: number; block: number }[] = [];
  for (const [block, { level = 0, text }] of document.blocks.entries()) {
    const title = level > 0 ? text.replaceAll(/\s+/g, ' ').trim().slice(0, HEADING_CHARS_MAX) : '';
    if (title !== '' && headings.length < HEADINGS_MAX) headings.push({ title, level, block });
  }
  return headings;
};

export const segmentOfBlock = (document: DocumentFacts, block: number): number => {
  let low = 0;
  let high = document.segmentStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((document.segmentStarts[middle] ?? 0) <= block) low = middle;
    else high = middle - 1;
  }
  return low;
};

export interface Place {
  /** Segment address; the fragment is kept only where the document has such an element. */
  readonly href: string;
  readonly fragment: string | undefined;
  readonly blockId: string | undefined;
}

/** Where a link into `document` leads. An unknown fragment leads to the document's start, as browsers do. */
export const placeIn = (document: DocumentFacts, fragment: string | undefined): Place => {
  const block = fragment === undefined ? undefined : document.elementIds.get(fragment);
  const blockId = document.ids[block ?? 0];
  const href = segmentHref(document.href, segmentOfBlock(document, block ?? 0));
  return { href, fragment: block === undefined ? undefined : fragment, blockId };
};
