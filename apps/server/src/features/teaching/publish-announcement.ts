/** Publishes an announcement to a class and notifies everyone in it. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUsers } from '../notification/notifications.ts';
import { countAnnouncements, insertAnnouncement, listRecipients } from './announcement-store.ts';
import { lockClassFor, mayAnnounce } from './class-access.ts';
import { listCoTeachersOf } from './co-teacher-store.ts';
import { findMember } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound` also to members who are no representatives, `class.announcementsFull`. */
export const publishAnnouncement: UseCase<'publishAnnouncement', TeachingDependencies> = async (
  { db, clock },
  { reader },
  { classId, body },
) => {
  const at = clock.now();
  const payload = await db.transaction(async (tx) => {
    const { access, name, teacherName } = await lockClassFor(tx, reader.userId, classId, mayAnnounce);
    if ((await countAnnouncements(tx, classId)) >= LIMITS.announcementsMax)
      throw new CodedError('class.announcementsFull', { max: LIMITS.announcementsMax });
    const author =
      access === 'own'
        ? teacherName
        : access === 'edit'
          ? (await listCoTeachersOf(tx, classId)).find(({ userId }) => userId === reader.userId)?.name
          : (await findMember(tx, classId, reader.userId))?.name;
    const role = access === 'representative' ? ('representative' as const) : ('teacher' as const);
    const one = { id: newId(at), author: author ?? '', role, body, at };
    await insertAnnouncement(tx, { ...one, classId, authorId: reader.userId });
    const others = (await listRecipients(tx, classId)).filter((id) => id !== reader.userId);
    await notifyUsers(tx, others, { kind: 'classAnnounced', subject: { id: classId, name } }, at);
    return { ...one, mayDelete: true };
  });
  return { payload, say: '通知已发布' };
};
