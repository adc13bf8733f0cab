import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { rubric } from './rubric.ts';

/** Lists the newest rubrics of the classes that the caller teaches, for a copy. */
export const listEarlierRubrics = operation({
  name: 'listEarlierRubrics',
  method: 'GET',
  path: '/api/marking/rubrics/earlier',
  summary: '以前做过的评分量规',
  permission: 'runClass',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        assignmentId: entityId,
        /** Titles of the assignment and of its class. */
        assignment: z.string(),
        className: z.string(),
        rubric,
      }),
    ),
  }),
  errors: [],
});
