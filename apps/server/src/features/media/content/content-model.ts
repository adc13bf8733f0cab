/** What the conversion of one content document gives and needs: the seam between reading an EPUB package and cleaning its documents. */
import type { ImportFinding } from '@shufang/contract';

/** What a reference found in a document or style sheet points at, inside the publication or outside. */
export type Resolution =
  | { readonly kind: 'document'; readonly href: string }
  | {
      readonly kind: 'resource';
      readonly href: string;
      readonly mediaType: string;
      /** Intrinsic size in pixels of a picture, so that nothing jumps while it loads. */
      readonly width?: number;
      readonly height?: number;
    }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** Resolves a raw reference (as written, fragment removed, still percent-encoded) against the file it stands in. Never touches a network or a disk. */
export type Resolve = (reference: string) => Resolution;

export interface DocumentSource {
  readonly bytes: Uint8Array;
  /** Path in the publication, decoded, with `/`; also the `href` in the manifest. */
  readonly href: string;
  readonly mediaType: string;
  /** Default language of the publication, for documents that state none. */
  readonly language: string | undefined;
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
  | 'page-break'
  | 'other';

/** One block-level element. `text` is what offsets count: no ruby readings, no text of nested blocks, white space as the DOM has it. */
export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  /** sha256 (16 hex digits are enough) of kind and normalised text, or of the markup where there is no text. */
  readonly hash: string;
  /** Heading level 1 to 6. */
  readonly level?: number;
}

/** One part of the document as it will be served. Indexes count into `blocks`. */
export interface RenderedSegment {
  readonly href: string;
  readonly xhtml: string;
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly startChar: number;
  readonly chars: number;
  /** Publication hrefs (decoded) of pictures, styles, fonts and media this segment needs. */
  readonly uses: readonly string[];
}

export interface DocumentCounts {
  images: number;
  formulas: number;
  tables: number;
  audio: number;
  video: number;
  code: number;
  /** Practice questions, as the book marks them. */
  questions: number;
}

export const countNothing = (): DocumentCounts => ({ images: 0, formulas: 0, tables: 0, audio: 0, video: 0, code: 0, questions: 0 });

/** A film or a sound that is played in a document. `href`: the publication's address of the first file it can be played from. */
export interface Player {
  readonly kind: 'audio' | 'video';
  readonly href: string;
}

/** A cleaned document, before block ids are known. */
export interface ConvertedDocument {
  readonly href: string;
  readonly title: string | undefined;
  readonly blocks: readonly Block[];
  /** Characters of the document text: block texts joined with one line feed. */
  readonly chars: number;
  /** Element id to the index of the block it is in or before; also says which segment through `segmentOfBlock`. */
  readonly elementIds: ReadonlyMap<string, number>;
  /** How the document will be cut: index of the first block of each segment; the first is 0. Empty documents have one segment. */
  readonly segmentStarts: readonly number[];
  readonly counts: DocumentCounts;
  readonly players: readonly Player[];
  /** Fixed layout: size from the viewport meta or the SVG viewBox. */
  readonly viewport: { readonly width: number; readonly height: number } | undefined;
  readonly findings: readonly ImportFinding[];
  /**
   * Serialises with block ids, one for each of `blocks`. `linkTo` gives the address a link to a document of this publication is written as
   * (relative to this document's folder is the renderer's business: it receives the publication href of the right segment and its fragment).
   */
  render(
    ids: readonly string[],
    linkTo: (href: string, fragment: string | undefined) => { href: string; fragment: string | undefined },
  ): RenderedSegment[];
}

/** `text/ch1.xhtml` and 2 give `text/ch1.s3.xhtml`; the first segment (0) of a document keeps the document's own address. */
export const segmentHref = (href: string, index: number): string =>
  index === 0 ? href : href.replace(/(\.[^./]*)?$/, (extension) => `.s${index + 1}${extension}`);
