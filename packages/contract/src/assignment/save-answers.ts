import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { answerDevice, answerReceipt, attemptClock, sentAnswer } from './attempt.ts';

/**
 * Stores answers of an attempt of the caller and acknowledges each after it is durable. Without answers, returns the server's time only.
 * Throws `assignment.attemptNotFound`.
 */
export const saveAnswers = operation({
  name: 'saveAnswers',
  method: 'POST',
  path: '/api/assignment/answer',
  summary: '保存作答',
  permission: 'joinClass',
  isIdempotent: true,
  input: z.object({
    attemptId: entityId,
    deviceId: answerDevice,
    answers: z.array(sentAnswer).max(LIMITS.answersPerRequestMax),
  }),
  output: z.object({ receipts: z.array(answerReceipt), clock: attemptClock }),
  errors: ['assignment.attemptNotFound'],
});
