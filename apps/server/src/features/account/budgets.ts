/** Rate limits by phone number, client IP, device and for the whole system (security.md §3). */

import { isIPv4, isIPv6 } from 'node:net';
import { CodedError, type ErrorCode, LIMITS, type SmsType } from '@shufang/contract';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';
import type { Allowance, KnownDevice } from './devices/known-devices.ts';
import { ACCOUNT_LIMITS } from './limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the key by which limits count a client IP: the IPv4 address, or the /64 of an IPv6 address, because one customer owns a whole
 * /64.
 */
export const networkOfAddress = (address: string): string => {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/** Returns the subnet of a client IP for limits on reading: /24 of IPv4, /64 of IPv6. */
export const subnetOfAddress = (address: string): string => {
  const network = networkOfAddress(address);
  return isIPv4(network) ? network.replace(/\d+$/, '0/24') : network;
};

/**
 * Runs `work`, which counts a call. Throws `unavailable` when the counters cannot be reached: no code is sent then and no user can sign
 * in.
 */
const refuseWhenUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

/** The purpose under which a sent code is counted: each purpose of an SMS separately, and all mail together. */
export type CodePurpose = SmsType | 'mail';

export interface CodeRequest {
  readonly purpose: CodePurpose;
  /** The phone number or mailbox the code is sent to. */
  readonly to: string;
  readonly address: string;
  /** Who is counted as the requester: the device that requests an SMS, or the user who requests a mail. */
  readonly from: string | undefined;
  /** The device of the caller, if it has signed in to the account of this phone number before. */
  readonly known?: KnownDevice | undefined;
  /** The factor by which the limits of the client IP are raised (`addressFactor`). */
  readonly addressFactor?: number;
}

interface Budget {
  readonly key: string;
  readonly rule: RateLimitRule;
  readonly refuse: (retryAfterMs: number) => CodedError;
}

/** Maximum number of messages per day for each phone number and purpose, and how many of them are reserved for known devices. */
const PER_DAY: Record<CodePurpose, { readonly points: number; readonly reserved: number }> = {
  login: { points: ACCOUNT_LIMITS.smsSignInPerNumberPerDay, reserved: ACCOUNT_LIMITS.smsSignInReservedPerDay },
  resetPassword: { points: ACCOUNT_LIMITS.smsResetPerNumberPerDay, reserved: ACCOUNT_LIMITS.smsResetReservedPerDay },
  binding: { points: ACCOUNT_LIMITS.smsBindingPerNumberPerDay, reserved: ACCOUNT_LIMITS.smsBindingReservedPerDay },
  mail: { points: ACCOUNT_LIMITS.mailPerMailboxPerDay, reserved: 0 },
};

/** How many messages known devices may request beyond the system-wide limit, as a share of this limit. */
export const SYSTEM_RESERVE = 0.1;

/** The system-wide limit and the alarm to raise when it is reached (security.md §3: "with alarm"). */
export interface SystemLimit {
  readonly perHour: number;
  readonly alarm: () => void;
}

/**
 * Returns the limits for one message. `checked`: limits that must all have capacity. `counted`: limits that count this message without
 * refusing it. A message of a known device uses up the shared capacity; other messages never use up the capacity reserved for known
 * devices.
 */
const codeBudgets = (request: CodeRequest, system: SystemLimit): { checked: Budget[]; counted: Budget[] } => {
  const { purpose, to, address, from, known, addressFactor = 1 } = request;
  const channel = purpose === 'mail' ? 'mail' : 'sms';
  const overBudget = (): CodedError => new CodedError(channel === 'mail' ? 'account.mailBudget' : 'account.smsBudget');
  const tooSoon = (retryAfterMs: number): CodedError =>
    new CodedError(channel === 'mail' ? 'account.mailTooSoon' : 'account.smsTooSoon', {
      seconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
    });
  const budget = (key: string, points: number, windowMs: number): Budget => ({ key, rule: { points, windowMs }, refuse: overBudget });
  const resend = (key: string): Budget => ({ key, rule: { points: 1, windowMs: LIMITS.smsResendMs }, refuse: tooSoon });
  const target = `${purpose}:${to}`;
  const { points, reserved } = PER_DAY[purpose];
  const systemBudget = (most: number): Budget => ({
    key: `${channel}:system-hour`,
    rule: { points: most, windowMs: HOUR_MS },
    refuse: () => {
      system.alarm();
      return overBudget();
    },
  });
  const shared = resend(`${channel}:resend:${target}`);
  if (known !== undefined) {
    return {
      checked: [
        resend(`${channel}:resend-known:${target}`),
        budget(`${channel}:number-day:${target}`, points, DAY_MS),
        budget(`${channel}:device-hour:known:${known.key}`, ACCOUNT_LIMITS.smsPerDevicePerHour, HOUR_MS),
        systemBudget(system.perHour + Math.ceil(system.perHour * SYSTEM_RESERVE)),
      ],
      counted: [shared],
    };
  }
  const network = networkOfAddress(address);
  return {
    checked: [
      shared,
      ...(purpose === 'mail' ? [budget(`${channel}:number-hour:${target}`, ACCOUNT_LIMITS.mailPerMailboxPerHour, HOUR_MS)] : []),
      budget(`${channel}:number-day:${target}`, points - reserved, DAY_MS),
      budget(`${channel}:address-hour:${network}`, Math.floor(ACCOUNT_LIMITS.smsPerIpPerHour * addressFactor), HOUR_MS),
      budget(`${channel}:address-day:${network}`, Math.floor(ACCOUNT_LIMITS.smsPerIpPerDay * addressFactor), DAY_MS),
      ...(from === undefined ? [] : [budget(`${channel}:device-hour:${from}`, ACCOUNT_LIMITS.smsPerDevicePerHour, HOUR_MS)]),
      systemBudget(system.perHour),
    ],
    counted: [],
  };
};

/**
 * Counts one message against every limit. All limits are checked before any is charged, so that a refused request uses no capacity; when
 * requests are concurrent, charging decides which one is refused. Throws `account.smsTooSoon` and `account.smsBudget`, or the same errors
 * of mail, and `unavailable`.
 */
export const takeCodeBudget = (limiter: RateLimiter, request: CodeRequest, system: SystemLimit): Promise<void> =>
  refuseWhenUnavailable(async () => {
    const { checked, counted } = codeBudgets(request, system);
    for (const { key, rule, refuse } of checked) {
      const state = await limiter.peek(key, rule);
      if (!state.allowed) throw refuse(state.retryAfterMs);
    }
    for (const { key, rule, refuse } of checked) {
      const state = await limiter.take(key, rule);
      if (!state.allowed) throw refuse(state.retryAfterMs);
    }
    for (const { key, rule } of counted) await limiter.take(key, rule);
  });

/** Counts one call under `key`. Throws `request.tooMany`, `unavailable`. */
const takeOne = (limiter: RateLimiter, key: string, points: number, windowMs: number): Promise<void> =>
  refuseWhenUnavailable(async () => {
    if (!(await limiter.take(key, { points: Math.floor(points), windowMs })).allowed) throw new CodedError('request.tooMany');
  });

/**
 * Counts one call against the subnet, or against the account to which the device is known, so that a flood of calls from a subnet does not
 * lock out users who have signed in from there before. Throws `request.tooMany`, `unavailable`.
 */
const takeOfCaller = (limiter: RateLimiter, what: string, caller: Allowance, perMinute: number): Promise<void> =>
  caller.knownUserId === undefined
    ? takeOne(limiter, `${what}:${networkOfAddress(caller.address)}`, perMinute * caller.factor, 60_000)
    : takeOne(limiter, `${what}:known:${caller.knownUserId}`, ACCOUNT_LIMITS.signInStartsPerUserPerMinute, 60_000);

/** Counts one requested captcha. Throws `request.tooMany`, `unavailable`. */
export const takeCaptchaBudget = (limiter: RateLimiter, caller: Allowance): Promise<void> =>
  takeOfCaller(limiter, 'captcha', caller, ACCOUNT_LIMITS.captchasPerIpPerMinute);

/** Counts one start of an authorization flow with a provider. Throws `request.tooMany`, `unavailable`. */
export const takeProviderBudget = (limiter: RateLimiter, caller: Allowance): Promise<void> =>
  takeOfCaller(limiter, 'provider', caller, ACCOUNT_LIMITS.providerStartsPerIpPerMinute);

/** Counts one start of an authorization flow of an institution. Throws `request.tooMany`, `unavailable`. */
export const takeInstitutionBudget = (limiter: RateLimiter, caller: Allowance): Promise<void> =>
  takeOfCaller(limiter, 'institution', caller, ACCOUNT_LIMITS.institutionStartsPerIpPerMinute);

/** Counts one report of an unsuccessful search against the caller's subnet. Throws `request.tooMany`, `unavailable`. */
export const takeSearchReportBudget = (limiter: RateLimiter, address: string): Promise<void> =>
  takeOne(limiter, `search-report:${networkOfAddress(address)}`, ACCOUNT_LIMITS.searchReportsPerIpPerHour, HOUR_MS);

const NUMBER_FAILURES: RateLimitRule = { points: ACCOUNT_LIMITS.failedLoginsPerNumberPerHour, windowMs: HOUR_MS };

/** Counts failed sign-in attempts: by subnet, and those with a password also by phone number. */
export interface FailureBudget {
  /** Throws `account.tooManyFailures` when the limit of failures is reached. */
  check(): Promise<void>;
  /** Counts a failure. Throws `account.tooManyFailures` when concurrent attempts have reached the limit. */
  fail(): Promise<void>;
  /**
   * Resets the failures of the phone number, not of the subnet. Throws as `check` does, so that a correct guess among many concurrent ones
   * gains nothing once the limit is reached.
   */
  succeed(): Promise<void>;
}

type Counter = readonly [key: string, rule: RateLimitRule];

const failureBudget = (
  limiter: RateLimiter,
  counters: readonly Counter[],
  forgotten: readonly string[],
  refusal: ErrorCode = 'account.tooManyFailures',
): FailureBudget => {
  const check = async (): Promise<void> => {
    for (const [key, rule] of counters) if (!(await limiter.peek(key, rule)).allowed) throw new CodedError(refusal);
  };
  return {
    check: () => refuseWhenUnavailable(check),
    fail: () =>
      refuseWhenUnavailable(async () => {
        const results = await Promise.all(counters.map(([key, rule]) => limiter.take(key, rule)));
        if (results.some(({ allowed }) => !allowed)) throw new CodedError(refusal);
      }),
    succeed: () =>
      refuseWhenUnavailable(async () => {
        await check();
        for (const key of forgotten) await limiter.forget(key);
      }),
  };
};

const addressCounter = (address: string, factor = 1): Counter => [
  `login:address:${networkOfAddress(address)}`,
  { points: Math.floor(ACCOUNT_LIMITS.failedLoginsPerIpPerHour * factor), windowMs: HOUR_MS },
];

/**
 * The caller of an attempt that may fail. Failures of an unknown device count against its subnet, those of a known device only against the
 * device.
 */
export interface FailingCaller {
  readonly address: string;
  readonly addressFactor?: number;
  readonly known?: KnownDevice | undefined;
}

/**
 * Limits wrong passwords: ten per phone number from unknown devices; a known device has ten of its own, which other devices cannot use up.
 */
export const passwordFailureBudget = (limiter: RateLimiter, tel: string, caller: FailingCaller): FailureBudget => {
  const { address, addressFactor, known } = caller;
  const numberKey = known === undefined ? `login:number:${tel}` : `login:known:${known.key}`;
  const counters: Counter[] = [[numberKey, NUMBER_FAILURES]];
  if (known === undefined) counters.push(addressCounter(address, addressFactor));
  return failureBudget(limiter, counters, [numberKey]);
};

/**
 * Limits wrong entries of codes sent by SMS or mail. Each code limits its own tries, so only the failures of the subnet are counted here;
 * a user whose password is locked can still sign in by code. A known device is counted separately from its subnet.
 */
export const sentCodeFailureBudget = (limiter: RateLimiter, { address, addressFactor, known }: FailingCaller): FailureBudget =>
  failureBudget(
    limiter,
    [
      known === undefined
        ? addressCounter(address, addressFactor)
        : [`code:known:${known.key}`, { points: ACCOUNT_LIMITS.failedLoginsPerIpPerHour, windowMs: HOUR_MS }],
    ],
    [],
  );

/** Counts wrong codes of the second factor: by user, and separately by each known device. Throws `account.secondFactorTries`. */
export const secondFactorBudget = (limiter: RateLimiter, userId: string, known: KnownDevice | undefined): FailureBudget => {
  const key = `second-factor:${known === undefined ? userId : `known:${known.key}`}`;
  const rule = { points: ACCOUNT_LIMITS.secondFactorTriesPerHour, windowMs: HOUR_MS };
  return failureBudget(limiter, [[key, rule]], [key], 'account.secondFactorTries');
};

/** Counts failed attempts to claim an entry on an institution's member list, by user and by subnet. */
export const joinFailureBudget = (limiter: RateLimiter, userId: string, address: string, factor = 1): FailureBudget =>
  failureBudget(
    limiter,
    [[`join:user:${userId}`, { points: ACCOUNT_LIMITS.joinTriesPerHour, windowMs: HOUR_MS }], addressCounter(address, factor)],
    [],
  );
