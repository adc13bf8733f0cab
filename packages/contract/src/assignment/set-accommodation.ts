import { z } from 'zod';
import { accommodation } from '../assessment/policy.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Sets or removes what a member of a class needs in every assignment: more working time, more attempts. It applies to running attempts at
 * once. Throws `class.notFound`, `class.memberNotFound`.
 */
export const setAccommodation = operation({
  name: 'setAccommodation',
  method: 'POST',
  path: '/api/assignment/accommodation',
  summary: '为一名成员设便利措施',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    userId: z.string().min(1).max(64),
    /** Null removes it. */
    accommodation: accommodation.nullable(),
    note: z.string().trim().max(LIMITS.accommodationNoteChars, `备注最多 ${LIMITS.accommodationNoteChars} 个字`).default(''),
  }),
  output: z.object({}),
  errors: ['class.notFound', 'class.memberNotFound'],
});
