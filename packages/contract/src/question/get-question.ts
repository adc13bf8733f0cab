import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bankQuestion, questionVersionSummary } from './question.ts';
import { questionBankRight } from './question-bank.ts';

/** Returns a question with its key and the list of its versions, the newest first. `versionNo`: the version of the content. */
export const getQuestion = operation({
  name: 'getQuestion',
  method: 'GET',
  path: '/api/question/get',
  summary: '题目',
  permission: 'manageQuestions',
  input: z.object({ id: entityId, versionNo: z.coerce.number().int().min(1).optional() }),
  output: bankQuestion.extend({ right: questionBankRight, versions: z.array(questionVersionSummary) }),
  errors: ['question.notFound'],
});
