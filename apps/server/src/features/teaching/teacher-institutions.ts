/** The institutions to which a class of the caller may belong. */
import { CodedError } from '@shufang/contract';
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

/** Throws `institution.notFound` for an institution that is not one of the caller's. */
export const requireTeacherInstitution = async (
  deps: Pick<TeachingDependencies, 'db' | 'clock'>,
  reader: SignedInReader,
  institutionId: string | undefined,
): Promise<void> => {
  if (institutionId === undefined) return;
  if (!(await listTeacherInstitutions(deps, reader)).some(({ id }) => id === institutionId)) throw new CodedError('institution.notFound');
};
