import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Points in thousandths; null without any. */
const milli = z.number().int().min(0, '分数不能小于 0').max(1_000_000, '分数过大').nullable();

/**
 * Enters the points of an external assignment, all or none. Throws `assignment.notFound`, `assignment.notExternal`,
 * `assignment.notPublished` for a draft, `assignment.changed` if a student has other points than `before`, `class.memberNotFound`.
 */
export const setExternalScores = operation({
  name: 'setExternalScores',
  method: 'POST',
  path: '/api/assignment/external',
  summary: '登记校外或线下作业的得分',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    scores: z
      .array(z.object({ userId: z.string().min(1).max(64), before: milli, earnedMilli: milli }))
      .min(1, '请填写得分')
      .max(LIMITS.externalScoresPerCall, `一次最多登记 ${LIMITS.externalScoresPerCall} 人`),
  }),
  output: z.object({}),
  errors: ['assignment.notFound', 'assignment.notExternal', 'assignment.notPublished', 'assignment.changed', 'class.memberNotFound'],
});
