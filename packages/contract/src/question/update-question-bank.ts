import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionBank, questionBankName, questionBankStatus } from './question-bank.ts';

/** Renames, archives or restores a bank. Questions of an archived bank can only be viewed, copied and exported. Returns the bank. */
export const updateQuestionBank = operation({
  name: 'updateQuestionBank',
  method: 'POST',
  path: '/api/question/bank/update',
  summary: '修改、归档或恢复题库',
  permission: 'manageQuestions',
  input: z.object({ id: entityId, name: questionBankName, status: questionBankStatus }),
  output: questionBank,
  errors: ['question.bankNotFound', 'question.readOnly'],
});
