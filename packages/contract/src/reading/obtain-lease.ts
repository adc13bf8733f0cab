import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { offlineLease } from './offline-lease.ts';

/**
 * Issues a lease of the current version of a book to the device of the call (`X-Device-Id`), or renews the one that the device has, and
 * returns the URL from which the book is downloaded. Requests with this URL do not count against the reading rate limit. A repeated call
 * returns the same lease.
 */
export const obtainLease = operation({
  name: 'obtainLease',
  method: 'POST',
  path: '/api/offline/lease',
  summary: '取得离线阅读租约',
  permission: 'ownAccount',
  isIdempotent: true,
  input: z.object({ bookId: entityId }),
  output: z.object({
    lease: offlineLease,
    content: z.object({
      /** Base URL of the content, as in `openBook`. */
      baseUrl: z.string(),
      /** Time when the content ticket expires, UTC ms; a longer download calls `obtainLease` again. */
      expiresAt: z.number().int(),
    }),
  }),
  errors: [
    'catalog.bookNotFound',
    'entitlement.notEntitled',
    'offline.networkOnly',
    'offline.otherDevice',
    'offline.tooManyDevices',
    'offline.placeTaken',
    'offline.tooManyBooks',
  ],
});
