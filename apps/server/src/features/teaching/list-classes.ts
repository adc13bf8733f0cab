/** Lists the classes that the caller teaches or is a member of. */
import type { UseCase } from '../../platform/http/register.ts';
import { isGranted } from '../authorization/grants.ts';
import { viewClasses } from './class-view.ts';
import { listClassesHelpedBy, listClassesJoinedBy, listClassesTaughtBy } from './store.ts';
import { listTeacherInstitutions } from './teacher-institutions.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const listClasses: UseCase<'listClasses', TeachingDependencies> = async (deps, caller) => {
  const { userId, roles } = caller.reader;
  const mayCreate = isGranted(roles, 'runClass');
  const [own, helped, joined, institutions] = await Promise.all([
    listClassesTaughtBy(deps.db.orm, userId),
    listClassesHelpedBy(deps.db.orm, userId),
    listClassesJoinedBy(deps.db.orm, userId),
    mayCreate ? listTeacherInstitutions(deps, caller.reader) : [],
  ]);
  return {
    taught: await viewClasses(deps, caller, [...own, ...helped]),
    joined: await viewClasses(deps, caller, joined),
    mayCreate,
    institutions,
  };
};
