import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Votes for an option in the running round, or changes the vote. For students of the class. */
export const castVote = operation({
  name: 'castVote',
  method: 'POST',
  path: '/api/poll/vote',
  summary: '投票',
  permission: 'ownAccount',
  input: z.object({
    id: entityId,
    round: z.union([z.literal(1), z.literal(2)]),
    /** Index of the option. */
    choice: z
      .number()
      .int()
      .min(0)
      .max(LIMITS.pollOptionsMax - 1),
  }),
  output: z.object({}),
  errors: ['poll.notFound', 'poll.notOpen'],
});
