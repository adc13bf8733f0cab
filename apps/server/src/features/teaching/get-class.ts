/** Returns one class for its teachers or an active member. Throws `class.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass } from './class-access.ts';
import { viewClass } from './class-view.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const getClass: UseCase<'getClass', TeachingDependencies> = async (deps, caller, { id }) =>
  viewClass(deps, caller, await requireClass(deps.db.orm, caller.reader.userId, id));
