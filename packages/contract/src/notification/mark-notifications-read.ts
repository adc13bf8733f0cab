import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/** Marks notifications as read; without `ids`, all of them. Ids of other users are ignored. */
export const markNotificationsRead = operation({
  name: 'markNotificationsRead',
  method: 'POST',
  path: '/api/notice/read',
  summary: '标记消息为已读',
  permission: 'ownAccount',
  input: z.object({ ids: z.array(z.string().max(64)).max(LIMITS.pageSizeMax).optional() }),
  output: z.object({ unread: z.number().int() }),
});
