/** Dependencies of the release use cases. */
import type { FastifyRequest } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { QuietPeriod } from '../../platform/quiet-periods.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';

export interface ReleaseDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
  readonly limiter: RateLimiter;
  /** Receives a form with one file, which is written to `folder`. Throws `file.missing`, `file.tooLarge`, `request.invalid`. */
  readonly receiveForm: (
    request: FastifyRequest,
    folder: string,
    maxBytes: () => number,
  ) => Promise<{ readonly fields: unknown; readonly filePath: string; readonly bytes: number }>;
  /** Runs `work` with a temporary folder, which is deleted afterwards. */
  readonly withTemporaryFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Records that an object may be unclaimed: a day later the sweep deletes it, unless a row refers to it. */
  readonly noteUnclaimedObject: (db: Queryable, sha256: string, now: number) => Promise<void>;
  /** Returns an upload token for the session of the caller. */
  readonly sealUploadToken: (caller: ReaderContext, expiresAt: number) => string;
  readonly quietPeriods: readonly QuietPeriod[];
  /** Returns the setting CONTENT_URL, or the content origin that belongs to an additional origin of the application. */
  readonly contentUrlFor: (appOrigin: string) => string;
  /** Returns the subnet of a client IP. */
  readonly subnetOf: (clientIp: string) => string;
}
