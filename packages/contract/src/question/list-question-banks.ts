import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { questionBank } from './question-bank.ts';

/** Lists the banks that the caller may use, the newest first, and who may own a new bank besides the caller. */
export const listQuestionBanks = operation({
  name: 'listQuestionBanks',
  method: 'GET',
  path: '/api/question/bank/list',
  summary: '我的题库',
  permission: 'manageQuestions',
  input: z.object({}),
  output: z.object({
    banks: z.array(questionBank),
    /** The classes that the caller teaches, the caller's institutions, and the books of which the caller is an author. */
    owners: z.array(z.object({ kind: z.enum(['class', 'institution', 'book']), id: z.string(), name: z.string() })),
  }),
});
