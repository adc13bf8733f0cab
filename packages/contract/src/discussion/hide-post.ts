import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { thread } from './thread.ts';

/** Hides a thread, or with `replyId` one of its replies, from the class, with a reason that its author reads; without a reason shows it again. */
export const hidePost = operation({
  name: 'hidePost',
  method: 'POST',
  path: '/api/thread/hide',
  summary: '隐藏提问或回复',
  permission: 'runClass',
  input: z.object({
    threadId: entityId,
    replyId: entityId.optional(),
    reason: z.string().trim().min(1, '请写明原因').max(LIMITS.hiddenReasonChars, `原因最多 ${LIMITS.hiddenReasonChars} 个字`).optional(),
  }),
  output: thread,
  errors: ['thread.notFound'],
});
