/** Tests of the rate limits with both limiters: in memory, and in a Redis that the test starts. */

import { CodedError } from '@shufang/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryRateLimiter, type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { openRedis, waitUntilReady } from '../../platform/redis-connection.ts';
import { createRedisRateLimiter } from '../../platform/redis-rate-limit.ts';
import { startTestRedis } from '../../platform/testing/test-redis.ts';
import {
  type CodeRequest,
  type FailingCaller,
  networkOfAddress,
  passwordFailureBudget,
  sentCodeFailureBudget,
  takeCaptchaBudget,
  takeCodeBudget,
  takeInstitutionBudget,
  takeProviderBudget,
} from './budgets.ts';
import type { Allowance } from './devices/known-devices.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { outcomeOf } from './testing/account-fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const server = await startTestRedis();
const redis = openRedis(server.url, createLogger('silent'));
await waitUntilReady(redis, 30_000);
afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

describe.each([
  ['in memory', async (clock: AdjustableClock): Promise<RateLimiter> => createMemoryRateLimiter(clock)],
  [
    'in Redis',
    async (clock: AdjustableClock): Promise<RateLimiter> => {
      await redis.flushall();
      return createRedisRateLimiter(redis, clock);
    },
  ],
])('counted %s', (_, create) => {
  let clock: AdjustableClock;
  let limiter: RateLimiter;
  beforeEach(async () => {
    clock = createAdjustableClock({ now: () => 1_800_000_000_000 });
    limiter = await create(clock);
  });

  const number = (n: number): string => `139${String(n).padStart(8, '0')}`;
  const alarms: string[] = [];
  const alarm = (): void => void alarms.push('system');
  let others = 0;
  /**
   * Requests an SMS code. By default each request has a subnet and a phone number of its own, so that only the limit under test is reached.
   */
  const send = (request: Partial<CodeRequest> = {}, perHour = 1_000_000): Promise<string> => {
    others += 1;
    const own = {
      purpose: 'login',
      to: number(10_000_000 + others),
      address: `10.${others >> 16}.${(others >> 8) & 255}.${others & 255}`,
    } as const;
    return outcomeOf(takeCodeBudget(limiter, { ...own, from: undefined, ...request }, { perHour, alarm }));
  };
  const known = { userId: 'owner', key: 'owner:device' };
  /** Requests `count` codes, one a minute, and returns the results. */
  const series = async (count: number, request: Partial<CodeRequest>): Promise<string[]> => {
    const outcomes: string[] = [];
    for (let n = 0; n < count; n++) {
      outcomes.push(await send(request));
      clock.advance(60_000);
    }
    return outcomes;
  };
  const allowedThen = (allowed: number, refusal: string, refused = 1): string[] => [
    ...Array.from({ length: allowed }, () => 'success'),
    ...Array.from({ length: refused }, () => refusal),
  ];
  const PURPOSES = [
    ['login', ACCOUNT_LIMITS.smsSignInPerNumberPerDay, ACCOUNT_LIMITS.smsSignInReservedPerDay, 10, 3],
    ['resetPassword', ACCOUNT_LIMITS.smsResetPerNumberPerDay, ACCOUNT_LIMITS.smsResetReservedPerDay, 5, 2],
    ['binding', ACCOUNT_LIMITS.smsBindingPerNumberPerDay, ACCOUNT_LIMITS.smsBindingReservedPerDay, 10, 3],
  ] as const;

  describe('message limits', () => {
    it.each(PURPOSES)('of a number (%s) allow one message a minute from unknown devices and one from known devices', async (purpose) => {
      for (const more of [{}, { known }]) {
        const request = { purpose, to: number(1), ...more };
        expect(await send(request)).toBe('success');
        clock.advance(59_999);
        expect(await send(request)).toBe('account.smsTooSoon');
        clock.advance(1);
        expect(await send(request)).toBe('success');
        clock.advance(3_600_000);
      }
    });

    it.each(PURPOSES)(
      'of a number (%s) allow %i messages a day, of which %i are reserved for known devices',
      async (purpose, perDay, reserved, day, expected) => {
        expect([perDay, reserved]).toEqual([day, expected]);
        const request = { purpose, to: number(1) };
        const unknown = perDay - reserved;
        expect(await series(unknown + 3, request)).toEqual(allowedThen(unknown, 'account.smsBudget', 3));
        expect(await series(reserved + 2, { ...request, known })).toEqual(allowedThen(reserved, 'account.smsBudget', 2));
        clock.advance(DAY_MS);
        expect(await series(perDay + 1, { ...request, known })).toEqual(allowedThen(perDay, 'account.smsBudget'));
      },
    );

    it('are sliding windows: the day of a number ends message by message', async () => {
      const unknown = ACCOUNT_LIMITS.smsSignInPerNumberPerDay - ACCOUNT_LIMITS.smsSignInReservedPerDay;
      await series(unknown, { to: number(1) });
      clock.advance(DAY_MS - unknown * 60_000 - 1);
      expect(await send({ to: number(1) })).toBe('account.smsBudget');
      clock.advance(1);
      expect([await send({ to: number(1) }), await send({ to: number(1) })]).toEqual(['success', 'account.smsTooSoon']);
      clock.advance(59_999);
      expect(await send({ to: number(1) })).toBe('account.smsTooSoon');
    });

    it('of a number are counted separately for each purpose', async () => {
      await series(20, { purpose: 'resetPassword', to: number(1) });
      await send({ purpose: 'resetPassword', to: number(1) });
      expect(await send({ purpose: 'login', to: number(1) })).toBe('success');
      expect(await send({ purpose: 'binding', to: number(1) })).toBe('success');
    });

    it.each(PURPOSES)('leave the owner a way to sign in (%s), whenever unknown devices send requests', async (purpose) => {
      const to = number(1);
      for (let n = 0; n < 30; n++) {
        await send({ purpose, to });
        clock.advance(30_000);
      }
      await send({ purpose, to });
      expect(await send({ purpose, to, known })).toBe('success');
    });

    it('count messages of a known device against the minute and the day of unknown devices', async () => {
      expect(await send({ to: number(1), known })).toBe('success');
      expect(await send({ to: number(1) })).toBe('account.smsTooSoon');
      clock.advance(60_000);
      await series(ACCOUNT_LIMITS.smsSignInPerNumberPerDay, { to: number(1), known });
      expect(await send({ to: number(1) })).toBe('account.smsBudget');
    });

    it.each([
      ['hour', ACCOUNT_LIMITS.smsPerIpPerHour, 20],
      ['day', ACCOUNT_LIMITS.smsPerIpPerDay, 100],
    ])('of an address allow a fixed number of messages an %s, and an IPv6 subnet counts as one address', async (window, most, refused) => {
      expect(most).toBe(refused);
      const outcomes: string[] = [];
      for (let n = 0; n <= most; n++) {
        outcomes.push(await send({ address: `2001:db8:1:2::${(n + 1).toString(16)}` }));
        // Messages that test the daily limit are sent ten minutes apart, so that the hourly limit is not reached; those that test the
        // hourly limit are sent at once.
        clock.advance(window === 'day' ? 600_000 : 0);
      }
      expect(outcomes).toEqual(allowedThen(most, 'account.smsBudget'));
      expect(await send({ address: '2001:db8:1:3::1' })).toBe('success');
      expect(await send({ address: '2001:db8:1:2::1', known })).toBe('success');
      clock.advance(window === 'day' ? DAY_MS : HOUR_MS);
      expect(await send({ address: '2001:db8:1:2::1' })).toBe('success');
    });

    it("of an institution's address are raised, by the hour and by the day", async () => {
      const outcomes: string[] = [];
      for (let n = 0; n <= ACCOUNT_LIMITS.smsPerIpPerHour * 3; n++)
        outcomes.push(await send({ address: '198.51.100.9', addressFactor: 3 }));
      expect(outcomes).toEqual(allowedThen(ACCOUNT_LIMITS.smsPerIpPerHour * 3, 'account.smsBudget'));
    });

    it('of a device allow twenty messages an hour, known or not', async () => {
      for (const more of [{ from: 'device1' }, { from: 'device1', known }]) {
        const outcomes: string[] = [];
        for (let n = 0; n <= ACCOUNT_LIMITS.smsPerDevicePerHour; n++) outcomes.push(await send(more));
        expect(outcomes).toEqual(allowedThen(20, 'account.smsBudget'));
      }
      expect(await send({ from: 'device2' })).toBe('success');
      clock.advance(HOUR_MS);
      expect(await send({ from: 'device1' })).toBe('success');
    });

    it('of the whole system allow the configured number, then raise an alarm, and reserve a tenth for known devices', async () => {
      alarms.length = 0;
      const outcomes: string[] = [];
      for (let n = 0; n <= 20; n++) outcomes.push(await send({}, 20));
      expect(outcomes).toEqual(allowedThen(20, 'account.smsBudget'));
      expect(alarms).toEqual(['system']);
      const owners: string[] = [];
      for (let n = 0; n <= 2; n++) owners.push(await send({ known: { userId: `u${n}`, key: `u${n}:` } }, 20));
      expect(owners).toEqual(allowedThen(2, 'account.smsBudget'));
      clock.advance(HOUR_MS);
      expect(await send({}, 20)).toBe('success');
    });

    it('of a mailbox allow five messages an hour and ten a day', async () => {
      const request = { purpose: 'mail', to: 'mei@example.edu.cn' } as const;
      expect(await series(ACCOUNT_LIMITS.mailPerMailboxPerHour + 1, request)).toEqual(allowedThen(5, 'account.mailBudget'));
      clock.advance(HOUR_MS);
      expect(await series(ACCOUNT_LIMITS.mailPerMailboxPerHour, request)).toEqual(allowedThen(5, '', 0));
      clock.advance(HOUR_MS);
      expect(await send(request)).toBe('account.mailBudget');
    });

    it('of a number are not charged by requests of an address that has reached its own limit', async () => {
      for (let i = 0; i < ACCOUNT_LIMITS.smsPerIpPerHour; i++) await send({ address: '198.51.100.1' });
      for (let i = 0; i < 10; i++) expect(await send({ to: number(1), address: '198.51.100.1' })).toBe('account.smsBudget');
      expect(await send({ to: number(1), address: '203.0.113.77' })).toBe('success');
    });

    it.each([
      ['a number', { to: number(1) }, 1],
      ['an address', { address: '198.51.100.1' }, ACCOUNT_LIMITS.smsPerIpPerHour],
      ['a device', { from: 'device1' }, ACCOUNT_LIMITS.smsPerDevicePerHour],
    ])('of %s are not exceeded by 300 concurrent requests', async (_of, request, most) => {
      const outcomes = await Promise.all(Array.from({ length: 300 }, () => send(request)));
      expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(most);
    });
  });

  const from = (address: string, factor = 1, knownUserId?: string): Allowance => ({ address, factor, knownUserId });
  describe.each([
    ['captchas', takeCaptchaBudget, ACCOUNT_LIMITS.captchasPerIpPerMinute],
    ['flows of providers', takeProviderBudget, ACCOUNT_LIMITS.providerStartsPerIpPerMinute],
    ['flows of institutions', takeInstitutionBudget, ACCOUNT_LIMITS.institutionStartsPerIpPerMinute],
  ])('the limit of %s', (_what, take, most) => {
    const run = async (count: number, caller: Allowance): Promise<string[]> => {
      const outcomes: string[] = [];
      for (let n = 0; n < count; n++) outcomes.push(await outcomeOf(take(limiter, caller)));
      return outcomes;
    };

    it('admits a school, stops a flood of requests, and admits accounts that have signed in from there before', async () => {
      expect(await run(most + 1, from('198.51.100.1'))).toEqual(allowedThen(most, 'request.tooMany'));
      expect(await run(1, from('198.51.100.2'))).toEqual(['success']);
      expect(await run(ACCOUNT_LIMITS.signInStartsPerUserPerMinute + 1, from('198.51.100.1', 1, 'owner'))).toEqual(
        allowedThen(ACCOUNT_LIMITS.signInStartsPerUserPerMinute, 'request.tooMany'),
      );
      clock.advance(60_000);
      expect(await run(1, from('198.51.100.1'))).toEqual(['success']);
    });

    it('is raised for an address of an institution', async () => {
      expect(await run(most * 2 + 1, from('198.51.100.1', 2))).toEqual(allowedThen(most * 2, 'request.tooMany'));
    });
  });

  const failOnce = async (tel: string, address: string, more: Partial<FailingCaller> = {}): Promise<string> => {
    const budget = passwordFailureBudget(limiter, tel, { address, ...more });
    return outcomeOf(budget.check().then(() => budget.fail()));
  };

  describe('failure limits', () => {
    it('allow ten failures an hour for a number and leave SMS sign-in available', async () => {
      for (let i = 0; i < ACCOUNT_LIMITS.failedLoginsPerNumberPerHour; i++)
        expect(await failOnce(number(1), `198.51.100.${i}`)).toBe('success');
      expect(await failOnce(number(1), '198.51.100.99')).toBe('account.tooManyFailures');
      expect(await outcomeOf(sentCodeFailureBudget(limiter, { address: '198.51.100.99' }).check())).toBe('success');
      clock.advance(HOUR_MS);
      expect(await failOnce(number(1), '198.51.100.99')).toBe('success');
    });

    it('allow a known device ten failures of its own, which no other device can use up', async () => {
      for (let i = 0; i < 200; i++) await failOnce(number(1), `198.51.100.${i % 7}`);
      expect(await failOnce(number(1), '198.51.100.1')).toBe('account.tooManyFailures');
      const outcomes: string[] = [];
      for (let i = 0; i <= ACCOUNT_LIMITS.failedLoginsPerNumberPerHour; i++)
        outcomes.push(await failOnce(number(1), '198.51.100.1', { known }));
      expect(outcomes).toEqual(allowedThen(10, 'account.tooManyFailures'));
      expect(await failOnce(number(1), '198.51.100.1', { known: { userId: 'owner', key: 'owner:phone' } })).toBe('success');
      const code = (caller: FailingCaller) => outcomeOf(sentCodeFailureBudget(limiter, caller).fail());
      for (let i = 0; i < ACCOUNT_LIMITS.failedLoginsPerIpPerHour; i++) await code({ address: '198.51.100.1' });
      expect(await code({ address: '198.51.100.1' })).toBe('account.tooManyFailures');
      for (let i = 0; i < ACCOUNT_LIMITS.failedLoginsPerIpPerHour; i++)
        expect(await code({ address: '198.51.100.1', known })).toBe('success');
      expect(await code({ address: '198.51.100.1', known })).toBe('account.tooManyFailures');
    });

    it('allow an address of an institution a multiple of them', async () => {
      const outcomes: string[] = [];
      for (let i = 0; i <= ACCOUNT_LIMITS.failedLoginsPerIpPerHour * 2; i++)
        outcomes.push(await failOnce(number(i), '198.51.100.1', { addressFactor: 2 }));
      expect(outcomes).toEqual(allowedThen(100, 'account.tooManyFailures'));
    });

    it('allow fifty failures an hour for an address over all numbers', async () => {
      for (let i = 0; i < ACCOUNT_LIMITS.failedLoginsPerIpPerHour; i++) expect(await failOnce(number(i), '198.51.100.1')).toBe('success');
      expect(await failOnce(number(999), '198.51.100.1')).toBe('account.tooManyFailures');
      expect(await outcomeOf(sentCodeFailureBudget(limiter, { address: '198.51.100.1' }).check())).toBe('account.tooManyFailures');
    });

    it('reset the failures of a number after a success, not those of the address', async () => {
      for (let i = 0; i < 9; i++) await failOnce(number(1), '198.51.100.1');
      await passwordFailureBudget(limiter, number(1), { address: '198.51.100.1' }).succeed();
      for (let i = 0; i < 10; i++) expect(await failOnce(number(1), '198.51.100.1')).toBe('success');
      for (let i = 19; i < 50; i++) expect(await failOnce(number(100 + i), '198.51.100.1')).toBe('success');
      expect(await failOnce(number(1_000), '198.51.100.1')).toBe('account.tooManyFailures');
    });

    it('reject a correct guess after the limit is reached', async () => {
      const late = passwordFailureBudget(limiter, number(1), { address: '198.51.100.1' });
      await late.check();
      for (let i = 0; i < 10; i++) await failOnce(number(1), `198.51.100.${i}`);
      expect(await outcomeOf(late.succeed())).toBe('account.tooManyFailures');
    });

    it('reject everything while the counters are unavailable', async () => {
      const fail = async (): Promise<never> => {
        throw new RateLimiterUnavailableError();
      };
      const broken: RateLimiter = { take: fail, takeMember: fail, peek: fail, giveBack: fail, forget: fail };
      await expect(
        takeCodeBudget(broken, { purpose: 'login', to: number(1), address: '198.51.100.1', from: undefined }, { perHour: 10, alarm }),
      ).rejects.toThrow(CodedError);
      expect(await outcomeOf(passwordFailureBudget(broken, number(1), { address: '198.51.100.1' }).check())).toBe('unavailable');
    });
  });
});

describe('the subnet of an address', () => {
  it('is the address itself for IPv4, and the /64 for IPv6', () => {
    expect(networkOfAddress('203.0.113.7')).toBe('203.0.113.7');
    expect(networkOfAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(networkOfAddress('2001:db8:0:1:aaaa::1')).toBe(networkOfAddress('2001:0DB8::1:0:0:0:2'));
    expect(networkOfAddress('::1')).toBe('0:0:0:0::/64');
    expect(networkOfAddress('2001:db8:0:1::1')).not.toBe(networkOfAddress('2001:db8:0:2::1'));
  });
});
