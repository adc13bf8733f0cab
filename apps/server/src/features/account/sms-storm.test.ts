/** Ten thousand wishes for a message, from many numbers, networks and devices (security.md §5): none is sent over a budget. */
import { LIMITS } from '@shufang/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../platform/rate-limit.ts';
import { openRedis, waitUntilReady } from '../../platform/redis-connection.ts';
import { createRedisRateLimiter } from '../../platform/redis-rate-limit.ts';
import { startOwnRedis } from '../../platform/testing/own-redis.ts';
import { networkOfAddress, takeCodeBudget } from './budgets.ts';
import { outcomeOf } from './testing/account-fixture.ts';

const CALLS = 10_000;
const WAVES = 10;
const AT_ONCE = 50;
const NUMBERS = 400;
const NETWORKS = 37;
const DEVICES = 23;
const SYSTEM_PER_HOUR = 300;

const server = await startOwnRedis();
const redis = openRedis(server.url, createLogger('silent'));
await waitUntilReady(redis, 30_000);
afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

interface Wish {
  readonly tel: string;
  readonly address: string;
  readonly deviceId: string | undefined;
  readonly wave: number;
}

const numberOf = (n: number): string => `139${String(n % NUMBERS).padStart(8, '0')}`;
/** Every third is an IPv6 customer who takes another address of their network each time. */
const addressOf = (n: number): string => {
  const network = (n * 7) % NETWORKS;
  return network % 3 === 0 ? `2001:db8:0:${network}::${(n % 5_000).toString(16)}` : `198.51.100.${network}`;
};
const wishes: readonly Wish[] = Array.from({ length: CALLS }, (_, n) => ({
  tel: numberOf(n * 13 + Math.floor(n / 400)),
  address: addressOf(n),
  deviceId: n % 2 === 0 ? `device${(n * 3) % DEVICES}` : undefined,
  wave: Math.floor((n * WAVES) / CALLS),
}));

/** The most that anything `nameOf` names was sent. */
const most = (sent: readonly Wish[], nameOf: (wish: Wish) => string | undefined): number => {
  const counts = new Map<string, number>();
  for (const wish of sent) {
    const name = nameOf(wish);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Math.max(...counts.values());
};

describe.each([
  ['in memory', (clock: AdjustableClock): RateLimiter => createMemoryRateLimiter(clock)],
  ['in Redis', (clock: AdjustableClock): RateLimiter => createRedisRateLimiter(redis, clock)],
])('a storm of wishes for messages, counted %s', (_, create) => {
  it('lets nothing through over a budget', async () => {
    const clock = createAdjustableClock({ now: () => 1_800_000_000_000 });
    const limiter = create(clock);
    const sent: Wish[] = [];
    const outcomes = new Map<string, number>();
    const ask = async (wish: Wish): Promise<void> => {
      const outcome = await outcomeOf(
        takeCodeBudget(
          limiter,
          'sms',
          { to: wish.tel, address: wish.address, from: wish.deviceId },
          { perHour: SYSTEM_PER_HOUR, alarm: () => undefined },
        ),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === 'success') sent.push(wish);
    };
    for (let wave = 0; wave < WAVES; wave++) {
      const queue = wishes.filter((wish) => wish.wave === wave);
      const worker = async (): Promise<void> => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) await ask(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      clock.advance(LIMITS.smsResendMs);
    }

    expect(most(sent, ({ tel, wave }) => `${tel} in wave ${wave}`)).toBe(1);
    expect(most(sent, ({ tel }) => tel)).toBeLessThanOrEqual(LIMITS.smsPerNumberPerHour);
    expect(most(sent, ({ address }) => networkOfAddress(address))).toBeLessThanOrEqual(LIMITS.smsPerAddressPerHour);
    expect(most(sent, ({ deviceId }) => deviceId)).toBeLessThanOrEqual(LIMITS.smsPerDevicePerHour);
    expect(sent.length).toBeLessThanOrEqual(SYSTEM_PER_HOUR);
    // Nor does less get through than everybody's budget allows; a Redis that was slow for a second refuses in between.
    expect(sent.length + (outcomes.get('unavailable') ?? 0)).toBeGreaterThanOrEqual(SYSTEM_PER_HOUR);
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(CALLS);
    const expected = new Set(['success', 'account.smsTooSoon', 'account.smsBudget', 'unavailable']);
    expect([...outcomes.keys()].filter((name) => !expected.has(name))).toEqual([]);
  }, 300_000);
});
