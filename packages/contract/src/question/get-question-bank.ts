import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionBankDetails } from './question-bank.ts';

/** Returns a bank with its folders, tags and knowledge points. Throws `question.bankNotFound` for who may not use it. */
export const getQuestionBank = operation({
  name: 'getQuestionBank',
  method: 'GET',
  path: '/api/question/bank/get',
  summary: '题库',
  permission: 'manageQuestions',
  input: z.object({ id: entityId }),
  output: questionBankDetails,
  errors: ['question.bankNotFound'],
});
