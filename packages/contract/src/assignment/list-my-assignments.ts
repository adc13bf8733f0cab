import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentKind } from './assignment.ts';

/** An assignment that waits for a student. The times are those of the student, with override and accommodation. */
export const waitingAssignment = z.object({
  id: entityId,
  classId: entityId,
  className: z.string(),
  kind: assignmentKind,
  title: z.string(),
  /** When it opens; null if it is open. */
  opensAt: z.number().int().nullable(),
  dueAt: z.number().int().nullable(),
  closesAt: z.number().int().nullable(),
  /** Whether an attempt of the student is running, or the student has begun to read or to discuss. */
  isStarted: z.boolean(),
});

export type WaitingAssignment = z.output<typeof waitingAssignment>;

/**
 * Lists the assignments of the caller's active classes that the caller has not done and can still do, those that open within a week
 * included: the ones due first come first, then those without a due time.
 */
export const listMyAssignments = operation({
  name: 'listMyAssignments',
  method: 'GET',
  path: '/api/assignment/mine',
  summary: '我还要做的作业',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(waitingAssignment) }),
});
