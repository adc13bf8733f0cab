import { operation } from '../../wire/operation.ts';
import { anonymousResponse } from '../list-responses.ts';
import { markResponse } from '../mark-response.ts';

/**
 * Decides what a response counts that two teachers have marked, for the teacher to whom the class belongs; also again. Returns the response.
 * Throws `assignment.attemptNotFound`, `assignment.changed` if `rev` is not the number of the last change of what counts,
 * `marking.unmarked` before two teachers have marked it, and `request.invalid` as `markResponse`.
 */
export const settleResponse = operation({
  name: 'settleResponse',
  method: 'POST',
  path: '/api/marking/settle',
  summary: '评定两位老师分数不同的作答',
  permission: 'runClass',
  input: markResponse.input,
  output: anonymousResponse,
  errors: ['assignment.attemptNotFound', 'assignment.changed', 'marking.unmarked'],
});
