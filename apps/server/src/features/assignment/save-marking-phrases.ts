/** Replaces the caller's own phrases; repeated ones are stored once. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { putPhrases } from './phrase-store.ts';

export const saveMarkingPhrases: UseCase<'saveMarkingPhrases', AssignmentDependencies> = async ({ db }, { reader }, { phrases }) => {
  const unique = [...new Set(phrases)];
  await putPhrases(db.orm, reader.userId, unique);
  return { payload: { phrases: unique }, say: '已保存' };
};
