import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adoptionTerm } from './adoption-list.ts';

/**
 * Sets until when the teachers of an institution can submit adoption lists of a term; null removes the deadline. Throws
 * `institution.notFound`.
 */
export const setAdoptionDeadline = operation({
  name: 'setAdoptionDeadline',
  method: 'POST',
  path: '/api/admin/adoption/deadline',
  summary: '设置征订截止时间',
  permission: 'reviewAdoption',
  scope: { institutionId: 'institution' },
  input: z.object({ institutionId: entityId, term: adoptionTerm, closesAt: z.number().int().min(0).nullable() }),
  output: z.object({}),
  errors: ['institution.notFound'],
});
