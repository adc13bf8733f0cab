/** Lists the students of a class with their accommodations, for its teachers. Throws `class.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit, requireClass, seesStudents } from '../teaching/class-access.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { listAccommodations as readAccommodations } from './accommodation-store.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';

export const listAccommodations: UseCase<'listAccommodations', AssignmentDependencies> = async ({ db }, { reader }, { classId }) => {
  const { name, access } = await requireClass(db.orm, reader.userId, classId, seesStudents);
  const stored = await readAccommodations(db.orm, classId);
  const students = await listClassStudents(db.orm, classId);
  return {
    className: name,
    mayEdit: mayEdit(access),
    students: students.map(({ userId, name: student, studentNo }) => ({ userId, name: student, studentNo, ...stored.get(userId) })),
  };
};
