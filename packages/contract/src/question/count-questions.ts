import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { listQuestions } from './list-questions.ts';

/** Returns how many questions of a bank a filter finds; `forDraw`: only those among which a paper can draw. */
export const countQuestions = operation({
  name: 'countQuestions',
  method: 'GET',
  path: '/api/question/count',
  summary: '题库中符合条件的题数',
  permission: 'manageQuestions',
  input: listQuestions.input.omit({ cursor: true, limit: true }).extend({ forDraw: z.enum(['true', 'false']).default('false') }),
  output: z.object({ count: z.number().int() }),
  errors: ['question.bankNotFound'],
});
