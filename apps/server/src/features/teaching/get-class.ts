/** Returns one class for its teacher or an active member. Throws `class.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireOwnClass, viewClass } from './class-view.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const getClass: UseCase<'getClass', TeachingDependencies> = async (deps, caller, { id }) =>
  viewClass(deps, caller, await requireOwnClass(deps.db.orm, caller.reader.userId, id));
