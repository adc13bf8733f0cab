import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { poll } from './poll.ts';

/** Returns a poll with what the caller may see of its votes. */
export const getPoll = operation({
  name: 'getPoll',
  method: 'GET',
  path: '/api/poll/get',
  summary: '投票与结果',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: poll,
  errors: ['poll.notFound'],
});
