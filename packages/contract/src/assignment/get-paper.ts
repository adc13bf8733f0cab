import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentKind, paperQuestion } from './assignment.ts';
import { shownSection } from './paper.ts';

/**
 * Returns the questions of an attempt of the caller, without keys, in the order of the paper; drawn ones are those of this attempt. Throws
 * `assignment.attemptNotFound`.
 */
export const getPaper = operation({
  name: 'getPaper',
  method: 'GET',
  path: '/api/assignment/paper',
  summary: '试卷',
  permission: 'joinClass',
  input: z.object({ attemptId: entityId }),
  output: z.object({
    kind: assignmentKind,
    title: z.string(),
    instructions: z.string(),
    items: z.array(paperQuestion),
    sections: z.array(shownSection),
  }),
  errors: ['assignment.attemptNotFound'],
});
