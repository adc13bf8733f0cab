import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { offlineLease } from './offline-lease.ts';

/**
 * Renews leases of the device of the call. For each requested id the result is the renewed lease, or the reason why it has ended: the right
 * to the book has ended, the lease has expired, or the user has removed it on another device. The device then deletes the text.
 */
export const renewLeases = operation({
  name: 'renewLeases',
  method: 'POST',
  path: '/api/offline/renew',
  summary: '续期离线阅读租约',
  permission: 'ownAccount',
  isIdempotent: true,
  input: z.object({ ids: z.array(entityId).max(LIMITS.leasesPerCall) }),
  output: z.object({
    renewed: z.array(offlineLease),
    /** Those of the renewed leases whose book has a newer version, which the device downloads with another lease. */
    outdated: z.array(entityId),
    ended: z.array(z.object({ id: entityId, reason: z.string() })),
  }),
  errors: ['offline.otherDevice'],
});
