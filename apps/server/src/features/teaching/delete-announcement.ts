/** Deletes an announcement of a class. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { deleteAnnouncementById, findAnnouncement } from './announcement-store.ts';
import { lockClassFor, mayEdit } from './class-access.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `class.announcementNotFound` also for the announcement of another author if the caller may not edit. */
export const deleteAnnouncement: UseCase<'deleteAnnouncement', TeachingDependencies> = async ({ db }, { reader }, { classId, id }) => {
  await db.transaction(async (tx) => {
    const { access } = await lockClassFor(tx, reader.userId, classId, () => true);
    const found = await findAnnouncement(tx, classId, id);
    if (found === undefined || !(mayEdit(access) || found.authorId === reader.userId)) throw new CodedError('class.announcementNotFound');
    await deleteAnnouncementById(tx, id);
  });
  return { payload: {}, say: '通知已删除' };
};
