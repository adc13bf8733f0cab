import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Ends a lease of the caller on any device. Its own device has deleted the text then; another one deletes it when it next calls `renewLeases`.
 * A day after the deletion, or when the lease would have expired, another device can have the book. Does nothing if the caller has no such lease.
 */
export const releaseLease = operation({
  name: 'releaseLease',
  method: 'POST',
  path: '/api/offline/release',
  summary: '移除离线副本',
  permission: 'ownAccount',
  isIdempotent: true,
  input: z.object({ id: entityId }),
  output: z.object({}),
});
