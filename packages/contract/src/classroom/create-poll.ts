import { operation } from '../wire/operation.ts';
import { poll, pollForm } from './poll.ts';

/** Creates a poll, which students do not see until its first round. For the teachers who may edit. */
export const createPoll = operation({
  name: 'createPoll',
  method: 'POST',
  path: '/api/poll/create',
  summary: '新建投票',
  permission: 'runClass',
  input: pollForm,
  output: poll,
  errors: ['class.notFound', 'poll.tooMany'],
});
