import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/operations.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { publicationManifest } from '../publication/manifest.ts';
import { readingPreferences } from '../publication/preferences.ts';
import { operation } from '../wire/operation.ts';

/** All a reader needs to start: the right, the manifest, where the content is, and where the person was. */
export const openBook = operation({
  name: 'openBook',
  method: 'GET',
  path: '/api/learn/open',
  summary: '打开图书',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({
    book: bookCard,
    right: accessRight,
    version: z.object({ id: entityId, no: z.number().int(), releasedAt: z.number().int() }),
    content: z.object({
      /** Address of the engine's frame page, on the content origin of this book. */
      frameUrl: z.string(),
      /** Every `href` of the manifest is relative to this; carries the ticket. Ends with a slash. */
      baseUrl: z.string(),
      /** When the ticket ends: open again before. */
      expiresAt: z.number().int(),
    }),
    manifest: publicationManifest,
    progress: z.object({ locator, updatedAt: z.number().int() }).optional(),
    preferences: readingPreferences.optional(),
  }),
  errors: ['catalog.bookNotFound', 'commerce.notEntitled'],
});
