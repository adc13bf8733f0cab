import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adoptionList } from './adoption-list.ts';

/**
 * Submits an adoption list for approval. Returns the list. Throws `adoption.notFound`, `adoption.stateChanged`, `adoption.empty`,
 * `adoption.closed` after the deadline, `adoption.reasonNeeded` for a first adoption without a reason, `adoption.copyTaken` if the teacher
 * gets a copy of a book by another list of the term.
 */
export const submitAdoptionList = operation({
  name: 'submitAdoptionList',
  method: 'POST',
  path: '/api/adoption/submit',
  summary: '提交征订单',
  permission: 'adoptTextbook',
  input: z.object({ id: entityId }),
  output: adoptionList,
  errors: [
    'adoption.notFound',
    'adoption.stateChanged',
    'adoption.empty',
    'adoption.closed',
    'adoption.reasonNeeded',
    'adoption.copyTaken',
    'institution.notFound',
  ],
});
