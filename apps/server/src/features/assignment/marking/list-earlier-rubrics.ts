/** Lists the newest rubrics of the classes that the caller teaches. */
import { LIMITS } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { listRubricsOfTeacher } from './rubric-store.ts';

export const listEarlierRubrics: UseCase<'listEarlierRubrics', AssignmentDependencies> = async ({ db }, { reader }) => ({
  items: await listRubricsOfTeacher(db.orm, reader.userId, LIMITS.earlierRubricsMax),
});
