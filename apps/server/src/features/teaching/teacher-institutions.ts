/** The institutions to which a class of the caller may belong. */
import type { SignedInReader } from '../../platform/http/call-context.ts';
import { membershipsOf } from '../institution/memberships.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Returns the institutions that list the user as a member, or through which the user signed in, each once. */
export const listTeacherInstitutions = async (
  { db, clock }: Pick<TeachingDependencies, 'db' | 'clock'>,
  reader: SignedInReader,
): Promise<{ id: string; name: string }[]> => {
  const memberships = await membershipsOf({ db: db.orm, clock }, reader);
  return [...new Map(memberships.map(({ institutionId, institution }) => [institutionId, institution]))].map(([id, name]) => ({
    id,
    name,
  }));
};
