import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { answerDevice, answerReceipt, attemptReceipt, sentAnswer } from './attempt.ts';

/**
 * Stores the answers, hands the attempt in and scores it. Returns the signed receipt, also for an attempt that was handed in before. Throws
 * `assignment.attemptNotFound`.
 */
export const submitAttempt = operation({
  name: 'submitAttempt',
  method: 'POST',
  path: '/api/assignment/submit',
  summary: '交卷',
  permission: 'joinClass',
  isIdempotent: true,
  input: z.object({
    attemptId: entityId,
    deviceId: answerDevice,
    answers: z.array(sentAnswer).max(LIMITS.answersPerRequestMax),
  }),
  output: z.object({ receipts: z.array(answerReceipt), receipt: attemptReceipt }),
  errors: ['assignment.attemptNotFound'],
});
