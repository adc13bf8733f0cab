/** Deletes the requests through licenses from which nothing more is counted. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteRequestsBefore } from './license-use.ts';
import { LICENSE_LIMITS } from './limits.ts';

/** Returns the number of deleted rows. */
export const deleteOldLicenseRequests = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> =>
  deleteRequestsBefore(db.orm, clock.now() - LICENSE_LIMITS.licenseRequestMs);
