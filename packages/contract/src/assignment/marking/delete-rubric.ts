import { operation } from '../../wire/operation.ts';
import { assignment } from '../assignment.ts';
import { saveRubric } from './save-rubric.ts';

/**
 * Deletes the rubric of a question of a draft, or of the whole assignment; one that does not exist stays away. Returns the assignment.
 * Throws `assignment.notFound`, `assignment.changed` if `rev` is not the number of the last change, `assignment.published`.
 */
export const deleteRubric = operation({
  name: 'deleteRubric',
  method: 'POST',
  path: '/api/marking/rubric/delete',
  summary: '删除评分量规',
  permission: 'runClass',
  input: saveRubric.input.omit({ rubric: true }),
  output: assignment,
  errors: ['assignment.notFound', 'assignment.changed', 'assignment.published'],
});
