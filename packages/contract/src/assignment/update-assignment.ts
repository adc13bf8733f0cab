import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignment, assignmentForm } from './assignment.ts';

/**
 * Changes the settings of an assignment; a change of the policy applies to running attempts at once. `savePaper` changes its questions.
 * Returns the assignment. Throws `assignment.notFound`, `assignment.changed` if `rev` is not the number of the last change,
 * `assignment.published` for another task or other points of a published one without a paper.
 */
export const updateAssignment = operation({
  name: 'updateAssignment',
  method: 'POST',
  path: '/api/assignment/update',
  summary: '修改作业或测验',
  permission: 'runClass',
  input: assignmentForm.extend({ id: entityId, rev: z.number().int() }),
  output: assignment,
  errors: ['assignment.notFound', 'assignment.changed', 'assignment.published'],
});
