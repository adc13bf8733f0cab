import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { publicationMetadata } from '../publication/manifest.ts';
import { operation } from '../wire/operation.ts';
import { accessRight, bookCard, bookLevel } from './book-card.ts';
import { bookCredit } from './book-role.ts';

/** An entry of the table of contents; `open`: whether the caller can open it. */
export interface TocEntry {
  title: string;
  href?: string | undefined;
  open: boolean;
  positions?: number | undefined;
  /** Approximate reading time of the entry's document in minutes; only in the first entry of the document. */
  minutes?: number | undefined;
  /** Duration of the document's audio and video in minutes; only in the first entry of the document. */
  mediaMinutes?: number | undefined;
  children?: TocEntry[] | undefined;
}

export const tocEntry: z.ZodType<TocEntry> = z
  .lazy(() =>
    z.object({
      title: z.string(),
      href: z.string().optional(),
      open: z.boolean(),
      positions: z.number().int().optional(),
      minutes: z.number().int().optional(),
      mediaMinutes: z.number().int().optional(),
      children: z.array(tocEntry).optional(),
    }),
  )
  .meta({ id: 'TocEntry' });

/** Returns the data of the product page. In `toc`, trial chapters are open for callers without a right. */
export const getBookInfo = operation({
  name: 'getBookInfo',
  method: 'GET',
  path: '/api/book/info',
  summary: '图书详情',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({
    book: bookCard,
    metadata: publicationMetadata,
    contributors: z.array(bookCredit),
    descriptionText: z.string(),
    /** Textbook plan that lists the book, with the official document. */
    plan: z.object({ name: z.string(), proof: z.string() }).optional(),
    level: bookLevel.optional(),
    /** Number of editions of the work visible to the caller, including this book; absent if it is the only one. */
    editionCount: z.number().int().optional(),
    /** Number of files that accompany the book (`listBookMaterials`); absent if there are none. */
    materialCount: z.number().int().optional(),
    /** The newest published edition of the work, if it is newer than this book. */
    newerEdition: z.object({ bookId: entityId, edition: z.number().int() }).optional(),
    right: accessRight,
    /**
     * Present if the caller cannot read the whole book and an institution with external sign-in licenses it. `names`: institutions of the
     * signed-in caller; other institutions are not disclosed.
     */
    institutionSignIn: z.object({ names: z.array(z.string()) }).optional(),
    toc: z.array(tocEntry),
    trialChapters: z.number().int(),
    updatedAt: z.number().int(),
    /** Number of the current version of the book. */
    versionNo: z.number().int(),
    /** Number of the version whose text the caller knows, if it is older than the current one (`listTextChanges`). */
    changedSince: z.number().int().optional(),
    /** Summary of visible ratings; absent if there are none. */
    rating: z.object({ count: z.number().int(), mean: z.number() }).optional(),
    counts: z.object({
      images: z.number().int(),
      formulas: z.number().int(),
      tables: z.number().int(),
      audio: z.number().int(),
      video: z.number().int(),
      code: z.number().int(),
      // Number of questions in the book; 0 in responses that an earlier client cached.
      questions: z.number().int().default(0),
      /** Duration of the book's audio in seconds; 0 if unknown. */
      audioSeconds: z.number().int().default(0),
      videoSeconds: z.number().int().default(0),
    }),
  }),
  errors: ['catalog.bookNotFound'],
});
