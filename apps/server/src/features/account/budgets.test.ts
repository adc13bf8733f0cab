/** The budgets over either limiter: in memory, and in a Redis of this test's own. */
import { CodedError, LIMITS } from '@shufang/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryRateLimiter, type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { openRedis, waitUntilReady } from '../../platform/redis-connection.ts';
import { createRedisRateLimiter } from '../../platform/redis-rate-limit.ts';
import { startOwnRedis } from '../../platform/testing/own-redis.ts';
import {
  networkOfAddress,
  passwordFailureBudget,
  sentCodeFailureBudget,
  takeCaptchaBudget,
  takeCodeBudget,
  takeWechatBudget,
} from './budgets.ts';
import { outcomeOf } from './testing/account-fixture.ts';

const HOUR_MS = 3_600_000;
const server = await startOwnRedis();
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
  const send = (asker: Partial<Parameters<typeof takeCodeBudget>[2]>, perHour = 1_000_000): Promise<string> =>
    outcomeOf(takeCodeBudget(limiter, 'sms', { to: number(1), address: '198.51.100.1', from: undefined, ...asker }, { perHour, alarm }));

  describe('message budgets', () => {
    it('allow one a minute, five an hour and ten a day for a number', async () => {
      for (let i = 1; i <= LIMITS.smsPerNumberPerHour; i++) {
        expect(await send({ address: `198.51.100.${i}` })).toBe('success');
        clock.advance(59_999);
        expect(await send({})).toBe('account.smsTooSoon');
        clock.advance(1);
      }
      expect(await send({})).toBe('account.smsBudget');
      clock.advance(HOUR_MS);
      for (let i = LIMITS.smsPerNumberPerHour; i < LIMITS.smsPerNumberPerDay; i++) {
        expect(await send({ address: `198.51.100.${i}` })).toBe('success');
        clock.advance(60_000);
      }
      clock.advance(HOUR_MS);
      expect(await send({})).toBe('account.smsBudget');
      clock.advance(22 * HOUR_MS);
      expect(await send({})).toBe('success');
    });

    it('allow 20 an hour and 100 a day for an address, and count an IPv6 network as one', async () => {
      let sent = 0;
      for (let hour = 0; hour < 6; hour++) {
        for (let i = 0; i < 22; i++) {
          const outcome = await send({ to: number(hour * 100 + i), address: `2001:db8:1:2::${i + 1}` });
          expect(outcome).toBe(i < LIMITS.smsPerAddressPerHour && sent < LIMITS.smsPerAddressPerDay ? 'success' : 'account.smsBudget');
          if (outcome === 'success') sent += 1;
        }
        clock.advance(HOUR_MS);
      }
      expect(sent).toBe(LIMITS.smsPerAddressPerDay);
      expect(await send({ to: number(9_000), address: '2001:db8:1:3::1' })).toBe('success');
    });

    it('allow 20 an hour for a device and the set number for everybody', async () => {
      const outcomes: string[] = [];
      for (let i = 0; i < LIMITS.smsPerDevicePerHour + 1; i++) {
        outcomes.push(await send({ to: number(i), address: `203.0.113.${i}`, from: 'device1' }));
      }
      expect(outcomes).toEqual([...Array.from({ length: LIMITS.smsPerDevicePerHour }, () => 'success'), 'account.smsBudget']);
      clock.advance(HOUR_MS);
      const everybody: string[] = [];
      for (let i = 0; i < 4; i++) everybody.push(await send({ to: number(100 + i), address: `203.0.113.${i}` }, 3));
      expect(everybody).toEqual(['success', 'success', 'success', 'account.smsBudget']);
      expect(alarms).toEqual(['system']);
    });

    it('are not spent by an address that has none left: the number it names keeps its own', async () => {
      for (let i = 0; i < LIMITS.smsPerAddressPerHour; i++) await send({ to: number(i + 10) });
      for (let i = 0; i < 10; i++) expect(await send({ to: number(1) })).toBe('account.smsBudget');
      expect(await send({ to: number(1), address: '203.0.113.77' })).toBe('success');
    });

    it('are not exceeded by 500 wishes at the same moment', async () => {
      const outcomes = await Promise.all(Array.from({ length: 500 }, (_, i) => send({ to: number(i) })));
      expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(LIMITS.smsPerAddressPerHour);
    });
  });

  it('the budget of pictures lets a school in and stops a storm', async () => {
    const draw = (address: string): Promise<string> => outcomeOf(takeCaptchaBudget(limiter, address));
    for (let i = 0; i < LIMITS.captchasPerAddressPerMinute; i++) expect(await draw('198.51.100.1')).toBe('success');
    expect(await draw('198.51.100.1')).toBe('request.tooMany');
    expect(await draw('198.51.100.2')).toBe('success');
    clock.advance(60_000);
    expect(await draw('198.51.100.1')).toBe('success');
  });

  it("the budget of walks to WeChat is a network's own", async () => {
    const begin = (address: string): Promise<string> => outcomeOf(takeWechatBudget(limiter, address));
    for (let i = 0; i < LIMITS.wechatStartsPerAddressPerMinute; i++) expect(await begin('198.51.100.1')).toBe('success');
    expect(await begin('198.51.100.1')).toBe('request.tooMany');
    expect(await begin('198.51.100.2')).toBe('success');
  });

  const failOnce = async (tel: string, address: string): Promise<string> => {
    const budget = passwordFailureBudget(limiter, tel, address);
    return outcomeOf(budget.check().then(() => budget.fail()));
  };

  describe('failure budgets', () => {
    it('allow ten failures an hour for a number and leave SMS sign-in open', async () => {
      for (let i = 0; i < LIMITS.failedLoginsPerNumberPerHour; i++) expect(await failOnce(number(1), `198.51.100.${i}`)).toBe('success');
      expect(await failOnce(number(1), '198.51.100.99')).toBe('account.tooManyFailures');
      expect(await outcomeOf(sentCodeFailureBudget(limiter, '198.51.100.99').check())).toBe('success');
      clock.advance(HOUR_MS);
      expect(await failOnce(number(1), '198.51.100.99')).toBe('success');
    });

    it('allow fifty failures an hour for an address over all numbers', async () => {
      for (let i = 0; i < LIMITS.failedLoginsPerAddressPerHour; i++) expect(await failOnce(number(i), '198.51.100.1')).toBe('success');
      expect(await failOnce(number(999), '198.51.100.1')).toBe('account.tooManyFailures');
      expect(await outcomeOf(sentCodeFailureBudget(limiter, '198.51.100.1').check())).toBe('account.tooManyFailures');
    });

    it('forget the failures of a number after a success, not those of the address', async () => {
      for (let i = 0; i < 9; i++) await failOnce(number(1), '198.51.100.1');
      await passwordFailureBudget(limiter, number(1), '198.51.100.1').succeed();
      for (let i = 0; i < 10; i++) expect(await failOnce(number(1), '198.51.100.1')).toBe('success');
      for (let i = 19; i < 50; i++) expect(await failOnce(number(100 + i), '198.51.100.1')).toBe('success');
      expect(await failOnce(number(1_000), '198.51.100.1')).toBe('account.tooManyFailures');
    });

    it('give a right guess that comes after the budget nothing', async () => {
      const late = passwordFailureBudget(limiter, number(1), '198.51.100.1');
      await late.check();
      for (let i = 0; i < 10; i++) await failOnce(number(1), `198.51.100.${i}`);
      expect(await outcomeOf(late.succeed())).toBe('account.tooManyFailures');
    });

    it('refuse everything while the counts cannot be reached', async () => {
      const fail = async (): Promise<never> => {
        throw new RateLimiterUnavailableError();
      };
      const broken: RateLimiter = { take: fail, peek: fail, forget: fail };
      await expect(
        takeCodeBudget(broken, 'sms', { to: number(1), address: '198.51.100.1', from: undefined }, { perHour: 10, alarm }),
      ).rejects.toThrow(CodedError);
      expect(await outcomeOf(passwordFailureBudget(broken, number(1), '198.51.100.1').check())).toBe('unavailable');
    });
  });
});

describe('the network of an address', () => {
  it('is the address itself, or the /64 of an IPv6 customer', () => {
    expect(networkOfAddress('203.0.113.7')).toBe('203.0.113.7');
    expect(networkOfAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(networkOfAddress('2001:db8:0:1:aaaa::1')).toBe(networkOfAddress('2001:0DB8::1:0:0:0:2'));
    expect(networkOfAddress('::1')).toBe('0:0:0:0::/64');
    expect(networkOfAddress('2001:db8:0:1::1')).not.toBe(networkOfAddress('2001:db8:0:2::1'));
  });
});
