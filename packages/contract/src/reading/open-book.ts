import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/book-card.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { publicationManifest } from '../publication/manifest.ts';
import { readingPreferences } from '../publication/preferences.ts';
import { operation } from '../wire/operation.ts';

/** Opens a book: returns the right, the manifest, the content URLs, and the reading progress. */
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
    content: z.object({
      /** Address of the engine's frame page, on the content origin of this book. */
      frameUrl: z.string(),
      /**
       * Base URL of the content, to which every `href` of the manifest is relative. It contains the content ticket and ends with a slash.
       */
      baseUrl: z.string(),
      /** Time when the content ticket expires, UTC ms; before it, the client must call `openBook` again. */
      expiresAt: z.number().int(),
    }),
    manifest: publicationManifest,
    progress: z.object({ locator, updatedAt: z.number().int() }).optional(),
    preferences: readingPreferences.optional(),
  }),
  errors: ['catalog.bookNotFound', 'commerce.notEntitled', 'commerce.noPlace'],
});
