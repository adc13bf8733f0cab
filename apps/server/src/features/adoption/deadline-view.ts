/** Converts the deadlines of adoption lists, with the names of their institutions. */
import type { AdoptionDeadline } from '@shufang/contract';
import { listInstitutionNames } from '../institution/institution-names.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { listDeadlines } from './deadline-store.ts';
import { ADOPTION_LIMITS } from './limits.ts';

/** Returns the deadlines of these institutions, of all for undefined, the latest first. */
export const viewDeadlines = async (
  { db }: Pick<AdoptionDependencies, 'db'>,
  institutionIds: readonly string[] | undefined,
): Promise<AdoptionDeadline[]> => {
  const found = await listDeadlines(db.orm, institutionIds, ADOPTION_LIMITS.adoptionDeadlinesMax);
  const names = await listInstitutionNames(db.orm, [...new Set(found.map(({ institutionId }) => institutionId))]);
  return found.map(({ institutionId, term, closesAt }) => ({
    institution: { id: institutionId, name: names.get(institutionId) ?? '' },
    term,
    closesAt,
  }));
};
