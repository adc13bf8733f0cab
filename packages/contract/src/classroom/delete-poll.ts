import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes a poll with its votes. For the teachers who may edit. */
export const deletePoll = operation({
  name: 'deletePoll',
  method: 'POST',
  path: '/api/poll/delete',
  summary: '删除投票',
  permission: 'runClass',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['poll.notFound'],
});
