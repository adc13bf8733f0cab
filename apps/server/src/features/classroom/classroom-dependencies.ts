/** Dependencies of the use cases of attendance and polls. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { ClassroomChanges } from './classroom-changes.ts';

export interface ClassroomDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** Key from which the codes of attendance are derived. */
  readonly codeKey: Uint8Array;
  readonly changes: ClassroomChanges;
  /** Raises the limits by client IP for a while where a teacher begins a lesson: a whole class is behind one client IP. */
  readonly raiseLimitsOf: (address: string) => Promise<void>;
}
