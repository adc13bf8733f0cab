/**
 * The cost of wrong slider answers. A blind guess at one puzzle is right once in 24, at two in sequence once in 560. After some wrong
 * answers in a day, an address, a device or a known account gets two puzzles; after many in an hour only the other captchas are offered.
 *
 * Correct answers offset wrong ones, so that a school whose readers are right nineteen times in twenty is never affected. The path of the
 * pointer is not checked: a program can draw any path, and keyboard users have none.
 */

import { CodedError } from '@shufang/contract';
import { RateLimiterUnavailableError, type RateLimitRule } from '../../../platform/rate-limit.ts';
import type { Account } from '../account.ts';
import { networkOfAddress } from '../budgets.ts';
import { allowanceOf, type LimitedCaller } from '../devices/known-devices.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The maximum number of wrong slider answers that are counted for one caller in a day; further ones have no effect. */
const COUNTED: RateLimitRule = { points: 2_000, windowMs: DAY_MS };
const BEFORE_TWO: RateLimitRule = { points: ACCOUNT_LIMITS.sliderFailuresBeforeTwo, windowMs: DAY_MS };

export type SliderDemand = 'one' | 'two' | 'paused';

export interface SliderBudget {
  /** Returns the slider that this caller must solve now: one puzzle, two, or none because sliders are paused. */
  demand(): Promise<SliderDemand>;
  fail(): Promise<void>;
  succeed(): Promise<void>;
}

const refuseWhenUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

/** Counts slider answers of one caller. Every returned function throws `unavailable` when the counters cannot be reached. */
export const sliderBudget = (
  account: Pick<Account, 'keys' | 'clock' | 'limiter' | 'institutionAddresses'>,
  caller: LimitedCaller,
): SliderBudget => {
  const { limiter } = account;
  const { address, factor, knownUserId } = allowanceOf(account, caller);
  const perHour: RateLimitRule = { points: Math.floor(ACCOUNT_LIMITS.sliderFailuresPerHour * factor), windowMs: HOUR_MS };
  const keys =
    knownUserId === undefined
      ? [`slider:address:${networkOfAddress(address)}`, ...(caller.deviceId === undefined ? [] : [`slider:device:${caller.deviceId}`])]
      : [`slider:known:${knownUserId}`];
  const isUsedUp = async (rule: RateLimitRule): Promise<boolean> =>
    (await Promise.all(keys.map((key) => limiter.peek(key, rule)))).some(({ allowed }) => !allowed);
  return {
    demand: () => refuseWhenUnavailable(async () => ((await isUsedUp(perHour)) ? 'paused' : (await isUsedUp(BEFORE_TWO)) ? 'two' : 'one')),
    fail: () =>
      refuseWhenUnavailable(async () => {
        await Promise.all(keys.map((key) => limiter.take(key, COUNTED)));
      }),
    succeed: () =>
      refuseWhenUnavailable(async () => {
        await Promise.all(keys.map((key) => limiter.giveBack(key, ACCOUNT_LIMITS.sliderFailuresForgiven)));
      }),
  };
};
