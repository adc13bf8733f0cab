import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignment, assignmentForm, assignmentKind } from './assignment.ts';

/** Creates a draft for a class of the caller. Returns it. Throws `class.notFound`, `assignment.tooMany`. */
export const createAssignment = operation({
  name: 'createAssignment',
  method: 'POST',
  path: '/api/assignment/create',
  summary: '新建作业或测验',
  permission: 'runClass',
  input: assignmentForm.extend({ classId: entityId, kind: assignmentKind }),
  output: assignment,
  errors: ['class.notFound', 'assignment.tooMany'],
});
