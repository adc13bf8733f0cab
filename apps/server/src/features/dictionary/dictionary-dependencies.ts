/** Dependencies of the dictionary use cases, and the limits and errors that they have in common. */
import { CodedError } from '@shufang/contract';
import { type DictionaryGateway, LookUpUnavailableError, type TranslationGateway } from '../../gateways/dictionary/dictionary-gateway.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';

export interface DictionaryDependencies {
  /** The imported dictionaries. */
  readonly db: Database;
  /** The operator's dictionary services; empty if there are none. */
  readonly dictionaries: readonly DictionaryGateway[];
  readonly translation: TranslationGateway | undefined;
  readonly limiter: RateLimiter;
  readonly log: Logger;
}

/** Name of the job that imports an uploaded dictionary. */
export const DICTIONARY_IMPORT_JOB = 'dictionary.import';

/** Time limit of that job; enough for the largest dictionary on a busy machine. */
export const DICTIONARY_EXPIRE_MS = 30 * 60_000;

/** Dependencies of the dictionaries in the admin area. */
export interface DictionaryImportDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly withTemporaryFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Records an object that is deleted a day later, unless a row of another table refers to it. */
  readonly noteUnclaimedObject: (db: Queryable, sha256: string, now: number) => Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Counts a call of the user. Throws `request.tooMany`. */
export const takeCall = async (
  { limiter }: Pick<DictionaryDependencies, 'limiter'>,
  name: string,
  perMinute: number,
  perDay: number,
): Promise<void> => {
  const rules = [
    [`${name}:minute`, { points: perMinute, windowMs: MINUTE_MS }],
    [`${name}:day`, { points: perDay, windowMs: DAY_MS }],
  ] as const;
  for (const [key, rule] of rules) if (!(await limiter.take(key, rule)).allowed) throw new CodedError('request.tooMany');
};

/** Returns `unavailable` for a service that failed, which is logged, and any other error as it is. */
export const asCodedError = ({ log }: Pick<DictionaryDependencies, 'log'>, error: unknown): unknown => {
  if (!(error instanceof LookUpUnavailableError)) return error;
  log.warn({ err: error }, 'a dictionary or translation service failed');
  return new CodedError('unavailable');
};
