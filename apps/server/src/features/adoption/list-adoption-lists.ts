/** Lists the caller's adoption lists, and what a new one may choose. */
import type { UseCase } from '../../platform/http/register.ts';
import { listTaughtClasses } from '../teaching/taught-classes.ts';
import { listTeacherInstitutions } from '../teaching/teacher-institutions.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { viewAdoptions } from './adoption-view.ts';
import { viewDeadlines } from './deadline-view.ts';
import { listAdoptionsOf } from './store.ts';

export const listAdoptionLists: UseCase<'listAdoptionLists', AdoptionDependencies> = async (deps, { reader }) => {
  const institutions = await listTeacherInstitutions(deps, reader);
  const classes = await listTaughtClasses(deps.db.orm, reader.userId);
  return {
    items: await viewAdoptions(deps, await listAdoptionsOf(deps.db.orm, reader.userId)),
    institutions,
    deadlines: await viewDeadlines(
      deps,
      institutions.map(({ id }) => id),
    ),
    classes: classes.filter(({ status }) => status === 'active').map(({ id, name }) => ({ id, name })),
  };
};
