/** Returns one assignment for the teacher of its class or an active member. Throws `assignment.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { findAnnotationProgress } from './annotation-task.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireOwnAssignment, viewAssignment } from './assignment-view.ts';
import { findDiscussionWork, progressOfPosts } from './discussion-task.ts';
import { findTimesInClass, progressOf } from './reading-task.ts';

export const getAssignment: UseCase<'getAssignment', AssignmentDependencies> = async ({ db, clock }, { reader }, { id }) => {
  const one = await requireOwnAssignment(db.orm, reader.userId, id);
  const view = await viewAssignment(db.orm, reader.userId, one, clock.now());
  if (view.own === undefined || one.task === null) return view;
  if (one.task.kind === 'annotation') {
    const annotations = await findAnnotationProgress(db.orm, { userId: reader.userId, classId: one.classId, task: one.task });
    return { ...view, own: { ...view.own, annotations } };
  }
  if (one.task.kind === 'discussion') {
    const work = (await findDiscussionWork(db.orm, id, [reader.userId])).get(reader.userId);
    return { ...view, own: { ...view.own, discussion: progressOfPosts(one.task, work?.posts ?? []) } };
  }
  if (one.task.kind !== 'reading') return view;
  const { bookId, times, unrecorded } = await findTimesInClass(db.orm, one.classId, [reader.userId]);
  const chapters = progressOf(one.task, times.get(reader.userId));
  return { ...view, own: { ...view.own, reading: { bookId, chapters, isRecorded: !unrecorded.has(reader.userId) } } };
};
