/** Lists the threads of the caller's classes. */
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit, requireClass, seesStudents } from '../teaching/class-access.ts';
import { listClassesOfBook } from '../teaching/class-students.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { listThreadsOf } from './store.ts';
import { viewThreads } from './thread-view.ts';

/** Throws `class.notFound` for a class of others. */
export const listThreads: UseCase<'listThreads', DiscussionDependencies> = async ({ db }, { reader: { userId } }, { bookId, classId }) => {
  const groups =
    classId === undefined
      ? bookId === undefined
        ? []
        : await listClassesOfBook(db.orm, userId, bookId)
      : [await requireClass(db.orm, userId, classId)];
  const threads = await listThreadsOf(
    db.orm,
    groups.map(({ id }) => id),
  );
  const viewerOf = (id: string) => ({ userId, access: groups.find((group) => group.id === id)?.access ?? ('member' as const) });
  return {
    classes: groups.map(({ id, name, access, status }) => ({
      id,
      name,
      isTeacher: seesStudents(access),
      mayModerate: mayEdit(access),
      isActive: status === 'active',
    })),
    items: await viewThreads(db.orm, viewerOf, threads),
  };
};
