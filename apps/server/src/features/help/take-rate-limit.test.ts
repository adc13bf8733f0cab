/** Tests that each rate limit is counted under a key of its own. */
import { expect, it } from 'vitest';
import { createFailingLimiter, createRecordingLimiter } from '../../platform/testing/recording-limiter.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { takeRateLimit } from './take-rate-limit.ts';

const rule = { points: 3, windowMs: 1000 };

it('an exhausted limit rejects the request while another key is still allowed', async () => {
  const limiter = createRecordingLimiter();
  limiter.full.set('help:a', { take: 1 });
  expect([await outcomeOf(takeRateLimit(limiter, 'a', rule)), await outcomeOf(takeRateLimit(limiter, 'b', rule))]).toEqual([
    'request.tooMany',
    'success',
  ]);
  expect(limiter.calls).toEqual([
    ['take', 'help:a', 3, 1000],
    ['take', 'help:b', 3, 1000],
  ]);
});

it('a request is rejected while the rate limiter is unavailable, and any other error is thrown unchanged', async () => {
  expect(await outcomeOf(takeRateLimit(createFailingLimiter(), 'a', rule))).toBe('unavailable');
  const error: unknown = await takeRateLimit(createFailingLimiter(), 'a', rule).catch((thrown: unknown) => thrown);
  expect((error as Error).cause).toBeInstanceOf(Error);
  await expect(takeRateLimit(createFailingLimiter(new RangeError('ours')), 'a', rule)).rejects.toThrow(RangeError);
});
