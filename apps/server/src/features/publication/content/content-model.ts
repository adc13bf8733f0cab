/** Input and output of the conversion of one content document: the interface between reading an EPUB package and cleaning its documents. */
import type { ImportFinding } from '@shufang/contract';
import type { FormulaInText } from '@shufang/contract/formula-text';

/** The target of a reference in a document or style sheet, inside the publication or outside. */
export type Resolution =
  | { readonly kind: 'document'; readonly href: string }
  | {
      readonly kind: 'resource';
      readonly href: string;
      readonly mediaType: string;
      /** Intrinsic size of an image in pixels, to avoid layout shifts while it loads. */
      readonly width?: number;
      readonly height?: number;
    }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'missing'; readonly reason: string };

/**
 * Resolves a raw reference (as written, fragment removed, still percent-encoded) against the file that contains it. Never accesses a
 * network or a disk.
 */
export type Resolve = (reference: string) => Resolution;

export interface DocumentSource {
  readonly bytes: Uint8Array;
  /** Path of the document in the publication, decoded, with `/`; also its `href` in the manifest. */
  readonly href: string;
  readonly mediaType: string;
  /** Default language of the publication, for documents that declare none. */
  readonly language: string | undefined;
  /** Whether the book is probably set in vertical lines: Chinese or Japanese, and its pages follow each other from right to left. */
  readonly isVertical?: boolean;
  readonly resolve: Resolve;
}

export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'list-item'
  | 'quote'
  | 'figure'
  | 'caption'
  | 'table'
  | 'row'
  | 'cell'
  | 'formula'
  | 'code'
  | 'media'
  | 'note'
  | 'definition'
  // An entry of a table of contents, or of another list of links to the book itself. It is not searched.
  | 'contents'
  | 'page-break'
  | 'other';

/**
 * One block-level element. `text` is the text that offsets count in: no ruby readings, no text of nested blocks, white space as in the
 * DOM.
 */
export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  /** Hash of the block: the first 16 hex digits of the SHA-256 of its kind and normalized text, or of its markup if it has no text. */
  readonly hash: string;
  /** Level of a heading, 1 to 6. */
  readonly level?: number;
  /** The formulas in `text`, in order; absent if there are none. */
  readonly formulas?: readonly FormulaInText[];
}

/** A segment: one part of the document as it is served. Indexes refer to `blocks`. */
export interface RenderedSegment {
  readonly href: string;
  readonly xhtml: string;
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly startChar: number;
  readonly chars: number;
  /** Publication hrefs (decoded) of images, styles, fonts and media this segment needs. */
  readonly uses: readonly string[];
}

export interface DocumentCounts {
  images: number;
  formulas: number;
  tables: number;
  audio: number;
  video: number;
  code: number;
  /** Practice questions, as declared by the book's markup. */
  questions: number;
}

export const emptyCounts = (): DocumentCounts => ({ images: 0, formulas: 0, tables: 0, audio: 0, video: 0, code: 0, questions: 0 });

/** A video or audio player in a document. `href`: the address in the publication of its first playable file. */
export interface Player {
  readonly kind: 'audio' | 'video';
  readonly href: string;
}

/** A converted document before its block ids are known. */
export interface ConvertedDocument {
  readonly href: string;
  readonly title: string | undefined;
  readonly blocks: readonly Block[];
  /** Number of characters of the document's text: the texts of its blocks joined with one line feed. */
  readonly chars: number;
  /** Maps the id of an element to the index of its block, or of the block after it; `segmentOfBlock` gives the segment. */
  readonly elementIds: ReadonlyMap<string, number>;
  /** Index of the first block of each segment; the first is 0. An empty document has one segment. */
  readonly segmentStarts: readonly number[];
  readonly counts: DocumentCounts;
  readonly players: readonly Player[];
  /** Size of a fixed-layout document, from the viewport meta or the SVG viewBox. */
  readonly viewport: { readonly width: number; readonly height: number } | undefined;
  readonly findings: readonly ImportFinding[];
  /**
   * Writes the segments with block ids, one for each of `blocks`. `linkTo` returns the address of a link to a document of this
   * publication: it receives the publication href and returns the href of the right segment and its fragment. The renderer makes it
   * relative.
   */
  render(
    ids: readonly string[],
    linkTo: (href: string, fragment: string | undefined) => { href: string; fragment: string | undefined },
  ): RenderedSegment[];
}

/**
 * Returns the address of a segment: `text/ch1.xhtml` and 2 give `text/ch1.s3.xhtml`; the first segment (0) of a document has the
 * document's own address.
 */
export const segmentHref = (href: string, index: number): string =>
  index === 0 ? href : href.replace(/(\.[^./]*)?$/, (extension) => `.s${index + 1}${extension}`);
