import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { poll } from './poll.ts';

/** Lists the polls of a class, the newest first; students do not see drafts. */
export const listPolls = operation({
  name: 'listPolls',
  method: 'GET',
  path: '/api/poll/list',
  summary: '班级投票',
  permission: 'ownAccount',
  input: z.object({ classId: entityId }),
  output: z.object({ items: z.array(poll) }),
  errors: ['class.notFound'],
});
