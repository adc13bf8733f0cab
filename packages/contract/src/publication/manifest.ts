import { z } from 'zod';

/** Part of a long document that is loaded and laid out by itself; cut at block boundaries. Its `href` is served from the content origin. */
export const segment = z.object({
  href: z.string(),
  firstBlock: z.string(),
  lastBlock: z.string(),
  /** Offset of its first character in the text of the document, UTF-16 units. */
  startChar: z.number().int().min(0),
  chars: z.number().int().min(0),
});
export type Segment = z.output<typeof segment>;

export const readingProgression = z.enum(['ltr', 'rtl']);

/** One document of the reading order. */
export const readingOrderItem = z.object({
  href: z.string(),
  type: z.string(),
  title: z.string().optional(),
  /** Characters of text, and the position (from 1) its first one has in the book. */
  chars: z.number().int().min(0),
  startPosition: z.number().int().min(1),
  positions: z.number().int().min(1),
  /** How long its films and sounds last; absent: it has none, or nobody knows. */
  mediaSeconds: z.number().int().optional(),
  layout: z.enum(['reflowable', 'fixed']),
  /** Fixed layout: the page's size in CSS pixels and its side of a spread. */
  viewport: z.object({ width: z.number(), height: z.number() }).optional(),
  spread: z.enum(['left', 'right', 'center']).optional(),
  linear: z.boolean(),
  /** At least one. The only one's `href` equals the item's for a short document. */
  segments: z.array(segment).min(1),
  /** False: the reader has no right to it (trial); the engine shows the wall instead. */
  open: z.boolean(),
});
export type ReadingOrderItem = z.output<typeof readingOrderItem>;

/** Entry of the table of contents, page list or landmarks. `href` may carry a fragment; absent on a heading that leads nowhere. */
export interface NavigationEntry {
  title: string;
  href?: string | undefined;
  /** Stable block the entry leads to, when known. */
  blockId?: string | undefined;
  /** Landmarks: EPUB structural type (`cover`, `bodymatter`, ...). */
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
});

export const publicationMetadata = z.object({
  identifier: z.string().optional(),
  title: z.string(),
  subtitle: z.string().optional(),
  languages: z.array(z.string()),
  contributors: z.array(contributor),
  description: z.string().optional(),
  publisher: z.string().optional(),
  published: z.string().optional(),
  modified: z.string().optional(),
  subjects: z.array(z.string()),
  isbn: z.string().optional(),
  rights: z.string().optional(),
  readingProgression,
  /** Base direction of the metadata's text, when the package states one. */
  textDirection: z.enum(['ltr', 'rtl', 'auto']).optional(),
  layout: z.enum(['reflowable', 'fixed']),
  /** `rendition:flow` */
  flow: z.enum(['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc']).optional(),
  /** `rendition:spread` */
  spread: z.enum(['auto', 'none', 'landscape', 'both']).optional(),
  accessibility,
  chars: z.number().int(),
  positions: z.number().int(),
});
export type PublicationMetadata = z.output<typeof publicationMetadata>;

/** Readium web publication manifest as our reader needs it (design.md §3). All `href`s are relative to the content base address. */
export const publicationManifest = z.object({
  metadata: publicationMetadata,
  readingOrder: z.array(readingOrderItem),
  toc: z.array(navigationEntry),
  pageList: z.array(navigationEntry),
  landmarks: z.array(navigationEntry),
  cover: z.object({ href: z.string(), width: z.number().optional(), height: z.number().optional() }).optional(),
});
export type PublicationManifest = z.output<typeof publicationManifest>;
