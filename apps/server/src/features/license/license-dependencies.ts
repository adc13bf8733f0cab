/** Dependencies of the license use cases. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { LicenseInForce } from './license-in-force.ts';

export interface LicenseDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns the licenses in force for the caller: by client IP, by this session's sign-in, or by an institution's list. */
  readonly licensesFor: (caller: Pick<CallContext, 'reader' | 'address'>) => Promise<readonly LicenseInForce[]>;
}

/** The dependencies of the operations on licenses. */
export type ManageLicensesDependencies = Pick<LicenseDependencies, 'db' | 'clock'>;
