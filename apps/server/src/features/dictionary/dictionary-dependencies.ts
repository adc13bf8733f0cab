/** Dependencies of the dictionary use cases, and the limits and errors that they have in common. */
import { CodedError } from '@shufang/contract';
import { type DictionaryGateway, LookUpUnavailableError, type TranslationGateway } from '../../gateways/dictionary/dictionary-gateway.ts';
import type { Database } from '../../platform/database.ts';
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
