import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Result of a change. `applied`: new; `duplicate`: applied before; `merged`: another edit overrides it or is stored beside it; `rejected`:
 * never accepted.
 */
export const syncResult = z.object({
  /** Id of the change at the same index of the request; empty if it had no valid id. */
  id: z.union([entityId, z.literal('')]),
  status: z.enum(['applied', 'duplicate', 'merged', 'rejected']),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]).optional(),
  message: z.string().optional(),
});

export type SyncResult = z.output<typeof syncResult>;

/**
 * Pushes changes in order. Returns one result per op in the same order, after all are durable. An invalid op does not affect the others, so
 * ops are validated one by one by the sync slice and not with the request.
 */
export const pushChanges = operation({
  name: 'pushChanges',
  method: 'POST',
  path: '/api/sync/push',
  summary: '提交更改',
  permission: 'annotate',
  validatesOwnText: true,
  isIdempotent: true,
  input: z.object({ deviceId: z.string().regex(/^[0-9a-z]{6,32}$/), ops: z.array(z.unknown()) }),
  output: z.object({ results: z.array(syncResult), seq: z.number().int() }),
  errors: ['sync.tooManyOps'],
});
