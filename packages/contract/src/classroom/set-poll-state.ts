import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { poll, pollState } from './poll.ts';

/** Begins or ends a round of a poll. `from`: the state that the teacher saw. For the teachers who may edit. */
export const setPollState = operation({
  name: 'setPollState',
  method: 'POST',
  path: '/api/poll/state',
  summary: '开始或结束一轮投票',
  permission: 'runClass',
  input: z.object({ id: entityId, from: pollState, to: pollState }),
  output: poll,
  errors: ['poll.notFound', 'poll.changed'],
});
