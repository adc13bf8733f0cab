/** Dependencies of the release use cases. */
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { QuietPeriod } from '../../platform/quiet-periods.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';

export interface ReleaseDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
  readonly limiter: RateLimiter;
  readonly quietPeriods: readonly QuietPeriod[];
  /** Returns the setting CONTENT_URL, or the content origin that belongs to an additional origin of the application. */
  readonly contentUrlFor: (appOrigin: string) => string;
  /** Returns the subnet of a client IP. */
  readonly subnetOf: (clientIp: string) => string;
}
