/** Returns the caller's own phrases. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { listPhrases } from './phrase-store.ts';

export const listMarkingPhrases: UseCase<'listMarkingPhrases', AssignmentDependencies> = async ({ db }, { reader }) => ({
  phrases: await listPhrases(db.orm, reader.userId),
});
