import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { announcement } from './class-group.ts';

/** Lists the announcements of a class, the newest first, for its teachers and members. */
export const listAnnouncements = operation({
  name: 'listAnnouncements',
  method: 'GET',
  path: '/api/class/announcements',
  summary: '班级通知',
  permission: 'ownAccount',
  input: z.object({ classId: entityId, cursor: z.string().max(128).optional(), limit: pageLimit() }),
  output: z.object({ items: z.array(announcement), nextCursor: z.string().optional() }),
  errors: ['class.notFound'],
});
