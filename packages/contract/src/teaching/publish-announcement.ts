import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { announcement } from './class-group.ts';

/** Publishes an announcement to a class and notifies its members and teachers. For the teachers and the class representative. */
export const publishAnnouncement = operation({
  name: 'publishAnnouncement',
  method: 'POST',
  path: '/api/class/announcement/publish',
  summary: '发布班级通知',
  permission: 'ownAccount',
  input: z.object({
    classId: entityId,
    body: z.string().trim().min(1, '请填写通知').max(LIMITS.announcementChars, `通知最多 ${LIMITS.announcementChars} 个字`),
  }),
  output: announcement,
  errors: ['class.notFound', 'class.announcementsFull'],
});
