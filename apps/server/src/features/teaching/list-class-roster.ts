/** Lists the roster of a class for its teacher. Throws `class.notFound` for everyone else. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { requireOwnClass } from './class-view.ts';
import { listRoster } from './roster-store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const listClassRoster: UseCase<'listClassRoster', TeachingDependencies> = async ({ db }, { reader }, { classId }) => {
  const { isTeacher } = await requireOwnClass(db.orm, reader.userId, classId);
  if (!isTeacher) throw new CodedError('class.notFound');
  return { items: await listRoster(db.orm, classId) };
};
