/** Facts about each converted document needed for links and navigation: block ids, segments and element ids. */
import { type ConvertedDocument, type Player, segmentHref } from '../content/content-model.ts';

/** The facts about a converted document without its tree: small enough to hold for every document of a book. */
export interface DocumentFacts {
  readonly href: string;
  readonly title: string | undefined;
  readonly chars: number;
  readonly segmentStarts: readonly number[];
  readonly elementIds: ReadonlyMap<string, number>;
  readonly viewport: { readonly width: number; readonly height: number } | undefined;
  readonly players: readonly Player[];
  /** One id for each block; set after all ids are assigned. */
  ids: readonly string[];
  readonly headings: readonly { readonly title: string; readonly level: number; readonly block: number }[];
}

/** Maximum number of headings stored for a document; they are only needed to build a missing table of contents. */
const HEADINGS_MAX = 500;
const HEADING_CHARS_MAX = 200;

export const documentFactsOf = (document: ConvertedDocument): DocumentFacts => ({
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

export interface NavigationTarget {
  /** Address of the segment; it has a fragment only if the document has an element with that id. */
  readonly href: string;
  readonly fragment: string | undefined;
  readonly blockId: string | undefined;
}

/** Returns the target of a link into `document`. An unknown fragment means the document's start, as in browsers. */
export const targetIn = (document: DocumentFacts, fragment: string | undefined): NavigationTarget => {
  const block = fragment === undefined ? undefined : document.elementIds.get(fragment);
  const blockId = document.ids[block ?? 0];
  const href = segmentHref(document.href, segmentOfBlock(document, block ?? 0));
  return { href, fragment: block === undefined ? undefined : fragment, blockId };
};
