import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { questionBank, questionBankName, questionBankOwner } from './question-bank.ts';

/** Creates a bank. Throws the not-found error of an owner for which the caller may not create one. Returns the bank. */
export const createQuestionBank = operation({
  name: 'createQuestionBank',
  method: 'POST',
  path: '/api/question/bank/create',
  summary: '新建题库',
  permission: 'manageQuestions',
  input: z.object({ name: questionBankName, owner: questionBankOwner }),
  output: questionBank,
  errors: ['class.notFound', 'institution.notFound', 'catalog.bookNotFound', 'question.tooManyBanks'],
});
