/** Changes name, term, institution and join policy of a class. Throws `class.notFound`, `institution.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { changeTaughtClass } from './class-view.ts';
import { requireTeacherInstitution } from './teacher-institutions.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const updateClass: UseCase<'updateClass', TeachingDependencies> = async (deps, caller, { id, institutionId, ...fields }) => {
  const payload = await changeTaughtClass(deps, caller, id, async (_, found) => {
    // An institution that no longer lists the teacher stays; another one must list the teacher.
    if (institutionId !== found.institutionId) await requireTeacherInstitution(deps, caller.reader, institutionId);
    return { ...fields, institutionId: institutionId ?? null };
  });
  return { payload, say: '已保存' };
};
