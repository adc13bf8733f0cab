/** Returns the analysis of an assignment. Throws `assignment.notFound`. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { analyzeAssignment } from './analyze-assignment.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireTaughtAssignment } from './assignment-view.ts';
import type { CallerAssignment } from './store.ts';

/** Returns an assignment that students may have answered. Throws `assignment.notFound`. */
export const requireAnswered = async (db: Queryable, userId: string, id: string): Promise<CallerAssignment> => {
  const one = await requireTaughtAssignment(db, userId, id);
  if (one.status === 'draft') throw new CodedError('assignment.notFound');
  return one;
};

export const getPaperAnalysis: UseCase<'getPaperAnalysis', AssignmentDependencies> = async ({ db }, { reader }, { assignmentId }) => {
  const one = await requireAnswered(db.orm, reader.userId, assignmentId);
  return analyzeAssignment(db.orm, one);
};
