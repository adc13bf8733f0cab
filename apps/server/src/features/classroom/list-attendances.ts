/** Lists the attendance sessions of a class. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass } from '../teaching/class-access.ts';
import { listAttendancesOf } from './attendance-store.ts';
import { viewAttendances } from './attendance-view.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

/** Throws `class.notFound`. */
export const listAttendances: UseCase<'listAttendances', ClassroomDependencies> = async ({ db }, { reader }, { classId }) => {
  const { access } = await requireClass(db.orm, reader.userId, classId);
  return { items: await viewAttendances(db.orm, reader.userId, access, await listAttendancesOf(db.orm, classId)) };
};
