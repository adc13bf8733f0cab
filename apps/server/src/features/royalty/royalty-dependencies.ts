/** Dependencies of the use cases of royalties. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

export interface RoyaltyDependencies {
  readonly db: Database;
  readonly clock: Clock;
}
