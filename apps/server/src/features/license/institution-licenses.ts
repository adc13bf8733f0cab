/** The licenses of one institution, as its administrators see them. */
import type { InstitutionLicense, LicenseState } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listLicenseRows } from './license-store.ts';

const LICENSES_MAX = 100;

/** Returns the licenses, those that end last first, with their state and how many seats and slots are in use. */
export const listInstitutionLicenses = (
  db: Queryable,
  institutionId: string,
  now: number,
): Promise<(InstitutionLicense & { state: LicenseState; seatsTaken?: number; reading?: number })[]> =>
  listLicenseRows(db, {
    state: undefined,
    q: '',
    scope: { publishers: [], institutions: [institutionId] },
    after: undefined,
    limit: LICENSES_MAX,
    now,
  });
