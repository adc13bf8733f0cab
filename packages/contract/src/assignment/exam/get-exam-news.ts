import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examNews } from './exam-session.ts';

/**
 * Returns whether the own attempt is paused, and the corrections. The call also shows the invigilator that the page is open. Throws
 * `assignment.attemptNotFound`.
 */
export const getExamNews = operation({
  name: 'getExamNews',
  method: 'POST',
  path: '/api/exam/news',
  summary: '考场消息',
  permission: 'joinClass',
  isIdempotent: true,
  input: z.object({ attemptId: entityId }),
  output: examNews,
  errors: ['assignment.attemptNotFound'],
});
