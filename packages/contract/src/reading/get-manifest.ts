import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { publicationManifest } from '../publication/manifest.ts';
import { operation } from '../wire/operation.ts';

/**
 * Returns the whole reading order and the tables of contents of a version to a caller who may open the book, if only as a trial. The
 * response does not depend on the caller's rights; `openBook` says which documents are open. A version never changes, so clients store the
 * response.
 */
export const getManifest = operation({
  name: 'getManifest',
  method: 'GET',
  path: '/api/learn/manifest',
  summary: '图书目录与阅读顺序',
  permission: 'browse',
  audience: 'anyone',
  isImmutable: true,
  input: z.object({ bookId: entityId, versionId: entityId }),
  output: publicationManifest.omit({ metadata: true, cover: true }),
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled'],
});
