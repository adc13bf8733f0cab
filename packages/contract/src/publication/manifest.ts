import { z } from 'zod';

/**
 * Part of a long document that is loaded and laid out by itself. Segments are cut at block boundaries; the `href` of a segment is served
 * from the content origin.
 */
export const segment = z.object({
  href: z.string(),
  firstBlock: z.string(),
  lastBlock: z.string(),
  /** Offset of the segment's first character in the text of the document, UTF-16 units. */
  startChar: z.number().int().min(0),
  chars: z.number().int().min(0),
});
export type Segment = z.output<typeof segment>;

export const readingProgression = z.enum(['ltr', 'rtl']);

/** One document of the reading order as a version stores it. */
export const publicationDocument = z.object({
  href: z.string(),
  type: z.string(),
  title: z.string().optional(),
  /** Number of characters of the document's text, and the position (from 1) of its first character in the book. */
  chars: z.number().int().min(0),
  startPosition: z.number().int().min(1),
  positions: z.number().int().min(1),
  /** Duration of the document's audio and video in seconds; absent if there is none or it is unknown. */
  mediaSeconds: z.number().int().optional(),
  layout: z.enum(['reflowable', 'fixed']),
  /** Size of the page in CSS pixels and its side of a spread; present only in a book with a fixed layout. */
  viewport: z.object({ width: z.number(), height: z.number() }).optional(),
  spread: z.enum(['left', 'right', 'center']).optional(),
  linear: z.boolean(),
  /** Path of the original of a document with scripts, which run only in approved versions; absent for a document without scripts. */
  scripted: z.string().optional(),
  /** The media overlay of the document: its guided navigation document (`getNarration`) and its duration; absent if nobody narrates it. */
  narration: z.object({ href: z.string(), seconds: z.number().int().min(0).optional() }).optional(),
  /** Segments of the document, at least one. A short document has one segment with the same `href`. */
  segments: z.array(segment).min(1),
});
export type PublicationDocument = z.output<typeof publicationDocument>;

/** One document of the reading order of an opened book. */
export const readingOrderItem = publicationDocument.extend({
  /** Whether the reader may open the document; if not (in a trial), the engine shows the notice that reading ends here. */
  open: z.boolean(),
});
export type ReadingOrderItem = z.output<typeof readingOrderItem>;

/**
 * Consecutive documents of the reading order, around the position at which the book is opened, with what precedes them. Its size does not
 * depend on the size of the book.
 */
export const readingOrderPart = z.object({
  /** Number of documents and of segments in the whole reading order. */
  documents: z.number().int().min(0),
  segments: z.number().int().min(0),
  /** Index of the first item in the reading order, and the number of segments and characters before it. */
  from: z.number().int().min(0),
  segmentsBefore: z.number().int().min(0),
  charsBefore: z.number().int().min(0),
  items: z.array(readingOrderItem),
});
export type ReadingOrderPart = z.output<typeof readingOrderPart>;

/** A range of documents by their index in the reading order; the end is exclusive. */
export const documentRange = z.tuple([z.number().int().min(0), z.number().int().min(0)]);
export type DocumentRange = z.output<typeof documentRange>;

/** Entry of the table of contents, page list or landmarks. `href` may have a fragment; it is absent for a heading without a target. */
export interface NavigationEntry {
  title: string;
  href?: string | undefined;
  /** Id of the block to which the entry leads, if known. */
  blockId?: string | undefined;
  /** EPUB structural type of a landmark (`cover`, `bodymatter`, ...). */
  role?: string | undefined;
  children?: NavigationEntry[] | undefined;
}
export const navigationEntry: z.ZodType<NavigationEntry> = z
  .lazy(() =>
    z.object({
      title: z.string(),
      href: z.string().optional(),
      blockId: z.string().optional(),
      role: z.string().optional(),
      children: z.array(navigationEntry).optional(),
    }),
  )
  .meta({ id: 'NavigationEntry' });

export const contributorRole = z.enum(['author', 'translator', 'editor', 'illustrator', 'narrator', 'contributor', 'publisher']);
export const contributor = z.object({ name: z.string(), role: contributorRole });
export type Contributor = z.output<typeof contributor>;

/** schema.org accessibility metadata as the publication states it. */
export const accessibility = z.object({
  accessModes: z.array(z.string()),
  accessModesSufficient: z.array(z.string()),
  features: z.array(z.string()),
  hazards: z.array(z.string()),
  summary: z.string().optional(),
  conformsTo: z.array(z.string()),
  /** Names of those who certified the accessibility; absent if there are none, and in versions imported before this field existed. */
  certifiedBy: z.array(z.string()).optional(),
  certifierCredentials: z.array(z.string()).optional(),
  /** URLs of the certifiers' reports, with http or https. */
  certifierReports: z.array(z.string()).optional(),
});
export type Accessibility = z.output<typeof accessibility>;

/** Who narrates a book, how long it takes, and the classes that its styles expect on the narrated element and on its document. */
export const publicationNarration = z.object({
  narrators: z.array(z.string()),
  seconds: z.number().int().min(0).optional(),
  activeClass: z.string().optional(),
  playbackActiveClass: z.string().optional(),
});

export const publicationMetadata = z.object({
  identifier: z.string().optional(),
  title: z.string(),
  subtitle: z.string().optional(),
  languages: z.array(z.string()),
  contributors: z.array(contributor),
  description: z.string().optional(),
  publisher: z.string().optional(),
  /** City or cities where the book is published, as it is cited. */
  placeOfPublication: z.string().optional(),
  published: z.string().optional(),
  modified: z.string().optional(),
  subjects: z.array(z.string()),
  isbn: z.string().optional(),
  rights: z.string().optional(),
  readingProgression,
  /** Base direction of the title; absent when it follows from the title's first letter. */
  titleDirection: z.enum(['ltr', 'rtl']).optional(),
  /** Layout of most documents; each document has its own. */
  layout: z.enum(['reflowable', 'fixed']),
  /** Whether the book has documents of both layouts. */
  hasBothLayouts: z.boolean().optional(),
  /** Document with which the book opens; absent if it is the first one. Present if the reading order starts with a table of contents. */
  startHref: z.string().optional(),
  /**
   * Value of the EPUB property `rendition:flow`: whether content is paginated or scrolled. A fixed layout with `scrolled-continuous` is a
   * roll: its pages follow each other downward without gaps.
   */
  flow: z.enum(['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc']).optional(),
  /** Value of the EPUB property `rendition:spread`: when two pages are shown side by side. */
  spread: z.enum(['auto', 'none', 'landscape', 'both']).optional(),
  /** The recorded narration of the book (EPUB media overlays); absent if no document has one. */
  narration: publicationNarration.optional(),
  accessibility,
  chars: z.number().int(),
  positions: z.number().int(),
});
export type PublicationMetadata = z.output<typeof publicationMetadata>;

/** Readium web publication manifest as our reader needs it (design.md §3). All `href`s are relative to the content base address. */
export const publicationManifest = z.object({
  metadata: publicationMetadata,
  readingOrder: z.array(publicationDocument),
  toc: z.array(navigationEntry),
  pageList: z.array(navigationEntry),
  landmarks: z.array(navigationEntry),
  cover: z.object({ href: z.string(), width: z.number().optional(), height: z.number().optional() }).optional(),
});
export type PublicationManifest = z.output<typeof publicationManifest>;
