import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examRoom } from './exam-session.ts';

/** Returns the state of each student and the incidents, for the teachers of the class. Throws `assignment.notFound`. */
export const getExamRoom = operation({
  name: 'getExamRoom',
  method: 'GET',
  path: '/api/exam/room',
  summary: '监考',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: examRoom,
  errors: ['assignment.notFound'],
});
