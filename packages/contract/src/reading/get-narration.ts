import { z } from 'zod';
import { guidedNavigation } from '../publication/guided-navigation.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Returns the narration of one document of a version to a caller who may open the book, even if only as a trial. `href` is the `href` of the
 * document's `narration` in the reading order. The narration refers to text and audio files but contains neither, so it may describe a
 * document that is closed to the caller. A version never changes, so clients store the response.
 */
export const getNarration = operation({
  name: 'getNarration',
  method: 'GET',
  path: '/api/learn/narration',
  summary: '一篇的同步朗读',
  permission: 'browse',
  audience: 'anyone',
  isImmutable: true,
  input: z.object({ bookId: entityId, versionId: entityId, href: z.string().min(1).max(1_500) }),
  output: guidedNavigation,
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled'],
});
