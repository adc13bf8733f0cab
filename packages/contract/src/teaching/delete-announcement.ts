import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes an announcement: one's own, or any one for the teachers who may edit. */
export const deleteAnnouncement = operation({
  name: 'deleteAnnouncement',
  method: 'POST',
  path: '/api/class/announcement/delete',
  summary: '删除班级通知',
  permission: 'ownAccount',
  input: z.object({ classId: entityId, id: entityId }),
  output: z.object({}),
  errors: ['class.notFound', 'class.announcementNotFound'],
});
