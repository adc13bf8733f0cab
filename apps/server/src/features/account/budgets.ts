/** How often a number, an address, a device and everybody together may ask or fail (security.md §3). */
import { isIPv6 } from 'node:net';
import { CodedError, LIMITS } from '@shufang/contract';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Addresses are counted as one network: an IPv6 customer owns a whole /64. */
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

/** Without its counts nothing here may go on: no message is sent and nobody signs in until they are back. */
const refuseWhenUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

export interface CodeAsking {
  /** The number or the address a code is to go to. */
  readonly to: string;
  readonly address: string;
  /** Whose wishes are counted together: the device that asked, or the person. */
  readonly from: string | undefined;
}

interface Budget {
  readonly key: string;
  readonly rule: RateLimitRule;
  readonly refuse: (retryAfterMs: number) => CodedError;
}

/** How codes leave: the same numbers for both, counted apart. */
export type CodeChannel = 'sms' | 'mail';
const REFUSALS = {
  sms: { budget: 'account.smsBudget', tooSoon: 'account.smsTooSoon' },
  mail: { budget: 'account.mailBudget', tooSoon: 'account.mailTooSoon' },
} as const satisfies Record<CodeChannel, object>;

/** The limit of everybody together, and whom to wake when it is reached (security.md §3: "with alarm"). */
export interface SystemLimit {
  readonly perHour: number;
  readonly alarm: () => void;
}

const codeBudgets = (channel: CodeChannel, { to, address, from }: CodeAsking, system: SystemLimit): Budget[] => {
  const overBudget = (): CodedError => new CodedError(REFUSALS[channel].budget);
  const tooSoon = (retryAfterMs: number): CodedError =>
    new CodedError(REFUSALS[channel].tooSoon, { seconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) });
  const network = networkOfAddress(address);
  const budget = (key: string, points: number, windowMs: number): Budget => ({ key, rule: { points, windowMs }, refuse: overBudget });
  return [
    { key: `${channel}:resend:${to}`, rule: { points: 1, windowMs: LIMITS.smsResendMs }, refuse: tooSoon },
    budget(`${channel}:number-hour:${to}`, LIMITS.smsPerNumberPerHour, HOUR_MS),
    budget(`${channel}:number-day:${to}`, LIMITS.smsPerNumberPerDay, DAY_MS),
    budget(`${channel}:address-hour:${network}`, LIMITS.smsPerAddressPerHour, HOUR_MS),
    budget(`${channel}:address-day:${network}`, LIMITS.smsPerAddressPerDay, DAY_MS),
    ...(from === undefined ? [] : [budget(`${channel}:device-hour:${from}`, LIMITS.smsPerDevicePerHour, HOUR_MS)]),
    {
      key: `${channel}:system-hour`,
      rule: { points: system.perHour, windowMs: HOUR_MS },
      refuse: () => {
        system.alarm();
        return overBudget();
      },
    },
  ];
};

/**
 * Takes one message from every budget. Each is looked at before any is taken, so that a refused wish costs nobody else's
 * budget; taking decides when wishes run at the same moment. Throws `account.smsTooSoon` and `account.smsBudget`, or those of mail, and
 * `unavailable`.
 */
export const takeCodeBudget = (limiter: RateLimiter, channel: CodeChannel, asking: CodeAsking, system: SystemLimit): Promise<void> =>
  refuseWhenUnavailable(async () => {
    const budgets = codeBudgets(channel, asking, system);
    for (const { key, rule, refuse } of budgets) {
      const answer = await limiter.peek(key, rule);
      if (!answer.allowed) throw refuse(answer.retryAfterMs);
    }
    for (const { key, rule, refuse } of budgets) {
      const answer = await limiter.take(key, rule);
      if (!answer.allowed) throw refuse(answer.retryAfterMs);
    }
  });

/** Takes one picture from the budget of a network. Throws `request.tooMany`, `unavailable`. */
export const takeCaptchaBudget = (limiter: RateLimiter, address: string): Promise<void> =>
  refuseWhenUnavailable(async () => {
    const rule = { points: LIMITS.captchasPerAddressPerMinute, windowMs: 60_000 };
    if (!(await limiter.take(`captcha:${networkOfAddress(address)}`, rule)).allowed) throw new CodedError('request.tooMany');
  });

/** Takes one walk to WeChat from the budget of a network. Throws `request.tooMany`, `unavailable`. */
export const takeWechatBudget = (limiter: RateLimiter, address: string): Promise<void> =>
  refuseWhenUnavailable(async () => {
    const rule = { points: LIMITS.wechatStartsPerAddressPerMinute, windowMs: 60_000 };
    if (!(await limiter.take(`wechat:${networkOfAddress(address)}`, rule)).allowed) throw new CodedError('request.tooMany');
  });

/** Takes one walk to an institution from the budget of a network. Throws `request.tooMany`, `unavailable`. */
export const takeInstitutionBudget = (limiter: RateLimiter, address: string): Promise<void> =>
  refuseWhenUnavailable(async () => {
    const rule = { points: LIMITS.institutionStartsPerAddressPerMinute, windowMs: 60_000 };
    if (!(await limiter.take(`institution:${networkOfAddress(address)}`, rule)).allowed) throw new CodedError('request.tooMany');
  });

/** Takes one report of a search from the budget of a network. Throws `request.tooMany`, `unavailable`. */
export const takeSearchReportBudget = (limiter: RateLimiter, address: string): Promise<void> =>
  refuseWhenUnavailable(async () => {
    const rule = { points: LIMITS.searchReportsPerAddressPerHour, windowMs: HOUR_MS };
    if (!(await limiter.take(`search-report:${networkOfAddress(address)}`, rule)).allowed) throw new CodedError('request.tooMany');
  });

const NUMBER_FAILURES: RateLimitRule = { points: LIMITS.failedLoginsPerNumberPerHour, windowMs: HOUR_MS };
const ADDRESS_FAILURES: RateLimitRule = { points: LIMITS.failedLoginsPerAddressPerHour, windowMs: HOUR_MS };

/** The failures of one attempt to sign in: counted for its network, and for its number when a password is tried. */
export interface FailureBudget {
  /** Throws `account.tooManyFailures` when a budget is used up. */
  check(): Promise<void>;
  /** Counts a failure; throws `account.tooManyFailures` when attempts at the same moment used the budget up meanwhile. */
  fail(): Promise<void>;
  /** Forgets the failures of the number, not of the network. Throws as `check` does: of many guesses at once, a late right one gains nothing. */
  succeed(): Promise<void>;
}

type Counter = readonly [key: string, rule: RateLimitRule];

const failureBudget = (limiter: RateLimiter, counters: readonly Counter[], forgotten: readonly string[]): FailureBudget => {
  const check = async (): Promise<void> => {
    for (const [key, rule] of counters) if (!(await limiter.peek(key, rule)).allowed) throw new CodedError('account.tooManyFailures');
  };
  return {
    check: () => refuseWhenUnavailable(check),
    fail: () =>
      refuseWhenUnavailable(async () => {
        const answers = await Promise.all(counters.map(([key, rule]) => limiter.take(key, rule)));
        if (answers.some(({ allowed }) => !allowed)) throw new CodedError('account.tooManyFailures');
      }),
    succeed: () =>
      refuseWhenUnavailable(async () => {
        await check();
        for (const key of forgotten) await limiter.forget(key);
      }),
  };
};

const addressCounter = (address: string): Counter => [`login:address:${networkOfAddress(address)}`, ADDRESS_FAILURES];

export const passwordFailureBudget = (limiter: RateLimiter, tel: string, address: string): FailureBudget => {
  const numberKey = `login:number:${tel}`;
  return failureBudget(limiter, [[numberKey, NUMBER_FAILURES], addressCounter(address)], [numberKey]);
};

/** A code that was sent limits its own tries; only the network's failures are counted here, so a locked password leaves this way open. */
export const sentCodeFailureBudget = (limiter: RateLimiter, address: string): FailureBudget =>
  failureBudget(limiter, [addressCounter(address)], []);

/** Tries of student numbers: of one person, and of a network. */
export const joinFailureBudget = (limiter: RateLimiter, userId: string, address: string): FailureBudget =>
  failureBudget(limiter, [[`join:person:${userId}`, { points: LIMITS.joinTriesPerHour, windowMs: HOUR_MS }], addressCounter(address)], []);
