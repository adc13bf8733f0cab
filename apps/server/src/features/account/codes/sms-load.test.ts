/**
 * Load test of ten thousand requests for an SMS code (security.md §5): no message is sent beyond a limit. Each limit is tested alone, with
 * all other limits far away; otherwise the system-wide limit would hide those of numbers, subnets and devices.
 */

import { afterAll, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from '../../../platform/clock.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../../platform/rate-limit.ts';
import { openRedis, waitUntilReady } from '../../../platform/redis-connection.ts';
import { createRedisRateLimiter } from '../../../platform/redis-rate-limit.ts';
import { startTestRedis } from '../../../platform/testing/test-redis.ts';
import { type CodeRequest, networkOfAddress, takeCodeBudget } from '../budgets.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { outcomeOf } from '../testing/account-fixture.ts';

const CALLS = 2_500;
const AT_ONCE = 50;

const server = await startTestRedis();
const redis = openRedis(server.url, createLogger('silent'));
await waitUntilReady(redis, 30_000);
afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

interface LoadScenario {
  readonly requestOf: (n: number) => Pick<CodeRequest, 'to' | 'address' | 'from'>;
  readonly perHour: number;
  /** Returns the name (number, subnet or device) under which the limit counts a request. */
  readonly nameOf: (request: Pick<CodeRequest, 'to' | 'address' | 'from'>) => string | undefined;
  /** The exact number of messages that must be sent for each number, subnet or device (`nameOf`). */
  readonly most: number;
}

const FAR = 10_000_000;
const ownNumber = (n: number): string => `139${String(n).padStart(8, '0')}`;
const ownAddress = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

const SCENARIOS: readonly [string, LoadScenario][] = [
  [
    'numbers',
    {
      requestOf: (n) => ({ to: ownNumber(n % 25), address: ownAddress(n), from: `device${n}` }),
      perHour: FAR,
      nameOf: ({ to }) => to,
      // All requests for a number come at once, so only one of them leads to a message: the next may be sent only after
      // `LIMITS.smsResendMs`.
      most: 1,
    },
  ],
  [
    'subnets, IPv4 and IPv6',
    {
      // Every third request comes from an IPv6 customer who uses another address of the same subnet each time.
      requestOf: (n) => ({
        to: ownNumber(n),
        address: n % 3 === 0 ? `2001:db8:0:${n % 36}::${n.toString(16)}` : `198.51.100.${n % 36}`,
        from: `device${n}`,
      }),
      perHour: FAR,
      nameOf: ({ address }) => networkOfAddress(address),
      most: ACCOUNT_LIMITS.smsPerIpPerHour,
    },
  ],
  [
    'devices',
    {
      requestOf: (n) => ({ to: ownNumber(n), address: ownAddress(n), from: `device${n % 23}` }),
      perHour: FAR,
      nameOf: ({ from }) => from,
      most: ACCOUNT_LIMITS.smsPerDevicePerHour,
    },
  ],
  [
    'the whole system',
    {
      requestOf: (n) => ({ to: ownNumber(n), address: ownAddress(n), from: `device${n}` }),
      perHour: 300,
      nameOf: () => 'system',
      most: 300,
    },
  ],
];

describe.each([
  ['in memory', async (clock: AdjustableClock): Promise<RateLimiter> => createMemoryRateLimiter(clock)],
  [
    'in Redis',
    async (clock: AdjustableClock): Promise<RateLimiter> => {
      await redis.flushall();
      return createRedisRateLimiter(redis, clock);
    },
  ],
])('a load test of requests for messages, counted %s', (_, create) => {
  it.each(SCENARIOS)(
    'sends exactly as many messages as the limit of %s allows',
    async (_limit, { requestOf, perHour, nameOf, most }) => {
      const now = 1_800_000_000_000;
      const limiter = await create(createAdjustableClock({ now: () => now }));
      const sent = new Map<string, number>();
      const outcomes = new Set<string>();
      const queue = Array.from({ length: CALLS }, (_unused, n) => requestOf(n));
      const names = new Set(queue.map(nameOf));
      const worker = async (): Promise<void> => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const outcome = await outcomeOf(takeCodeBudget(limiter, { purpose: 'login', ...next }, { perHour, alarm: () => undefined }));
          outcomes.add(outcome);
          const name = nameOf(next);
          if (outcome === 'success' && name !== undefined) sent.set(name, (sent.get(name) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect([...sent.values()]).toEqual(Array.from({ length: names.size }, () => most));
      const refusal = nameOf(requestOf(0)) === requestOf(0).to ? 'account.smsTooSoon' : 'account.smsBudget';
      expect([...outcomes].toSorted()).toEqual([refusal, 'success'].toSorted());
    },
    300_000,
  );
});
