import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/book-card.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { documentRange, publicationMetadata, readingOrderPart } from '../publication/manifest.ts';
import { readingPreferences } from '../publication/preferences.ts';
import { operation } from '../wire/operation.ts';

/**
 * Opens a book: returns the right, the content URLs, the reading progress, and the documents around the position at which the reader
 * starts. `getManifest` returns the whole reading order and the table of contents.
 */
export const openBook = operation({
  name: 'openBook',
  method: 'GET',
  path: '/api/learn/open',
  summary: '打开图书',
  // The use case decides for each book which chapters are open, by `readFullText` and the caller's rights.
  permission: 'browse',
  audience: 'anyone',
  refusesEndedSession: true,
  input: z.object({
    bookId: entityId,
    /** Address of the document at which the reader starts, if it is not that of the reading progress. */
    near: locator.shape.href.optional(),
    /**
     * Present when the client renews the content ticket of a book that is already open. `idle`: renewed automatically; the reader keeps a
     * concurrent slot of an institution's license but gets no new one. `acting`: renewed after an activity of the reader.
     */
    goOn: z.enum(['idle', 'acting']).optional(),
  }),
  output: z.object({
    book: bookCard,
    right: accessRight,
    version: z.object({ id: entityId, no: z.number().int(), releasedAt: z.number().int() }),
    /** Number of the version whose text the reader knows, if it is older than the current one (`listTextChanges`). */
    changedSince: z.number().int().optional(),
    content: z.object({
      /** Address of the engine's frame page, on the content origin of this book. */
      frameUrl: z.string(),
      /**
       * Base URL of the content, to which every `href` of the publication is relative. It contains the content ticket and ends with a slash.
       */
      baseUrl: z.string(),
      /** Time when the content ticket expires, UTC ms; before it, the client must call `openBook` again. */
      expiresAt: z.number().int(),
    }),
    metadata: publicationMetadata.omit({ description: true }),
    /**
     * Present if the scripts of the version are approved. The originals of its documents with scripts (`scripted` in the reading order) are
     * below `baseUrl`, for a frame with `sandbox="allow-scripts"`.
     */
    scripts: z.object({ baseUrl: z.string() }).optional(),
    readingOrder: readingOrderPart,
    /** The documents that the reader may open, as ranges in order. */
    openRanges: z.array(documentRange),
    progress: z.object({ locator, updatedAt: z.number().int() }).optional(),
    preferences: readingPreferences.optional(),
  }),
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled', 'license.noSeat'],
});
