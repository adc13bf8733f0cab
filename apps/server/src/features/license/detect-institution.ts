/** Returns the institution through which the caller can read, and how it was recognized; empty if there is none. */
import type { UseCase } from '../../platform/http/register.ts';
import type { LicenseDependencies } from './license-dependencies.ts';

export const detectInstitution: UseCase<'detectInstitution', Pick<LicenseDependencies, 'licensesFor'>> = async (
  { licensesFor },
  caller,
) => {
  const [license] = await licensesFor(caller);
  return license === undefined ? {} : { institution: license.institution, via: license.mode };
};
