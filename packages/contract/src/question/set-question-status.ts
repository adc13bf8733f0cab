import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionIds, questionStatus } from './question.ts';

/** Archives or restores questions of a bank. An archived question is in no list and no draw; papers that contain it do not change. */
export const setQuestionStatus = operation({
  name: 'setQuestionStatus',
  method: 'POST',
  path: '/api/question/status',
  summary: '归档或恢复题目',
  permission: 'manageQuestions',
  input: z.object({ bankId: entityId, ids: questionIds, status: questionStatus }),
  output: z.object({}),
  errors: ['question.bankNotFound', 'question.notFound', 'question.readOnly'],
});
