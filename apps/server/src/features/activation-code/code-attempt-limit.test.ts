/** Tests of the rate limit of attempts with codes that do not exist: its keys, and how long a user has to wait. */
import { expect, it } from 'vitest';
import { createFailingLimiter, createRecordingLimiter } from '../../platform/testing/recording-limiter.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { codeAttemptLimit } from './code-attempt-limit.ts';

const HOUR_MS = 3_600_000;
const open = () => {
  const limiter = createRecordingLimiter();
  return { limiter, budget: codeAttemptLimit(limiter, { userId: 'mei', network: 'n', kind: '激活码' as never }) };
};
const detailsOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as { details: object }).details,
  );

it('attempts are checked and counted per user and per subnet', async () => {
  const { limiter, budget } = open();
  await budget.check();
  await budget.fail();
  const keys = (what: string) => [
    [what, 'code:user:mei', 5, HOUR_MS],
    [what, 'code:network:n', 30, HOUR_MS],
  ];
  expect(limiter.calls).toEqual([...keys('peek'), ...keys('take')]);
});

it.each(['code:user:mei', 'code:network:n'])('genuine codes are refused too when the limit of %s is reached', async (key) => {
  const { limiter, budget } = open();
  limiter.full.set(key, { peek: 1, take: 1 });
  expect([await outcomeOf(budget.check()), await outcomeOf(budget.fail())]).toEqual([
    'activationCode.codeTries',
    'activationCode.codeTries',
  ]);
});

it('the error contains the longer waiting time in whole minutes, at least one', async () => {
  const { limiter, budget } = open();
  for (const [user, network, minutes] of [
    [0, 60_000, 1],
    [60_001, 1, 2],
    [1, 3_600_000, 60],
    [0, 0, 1],
  ] as const) {
    limiter.full.set('code:user:mei', { peek: user }).set('code:network:n', { peek: network });
    expect(await detailsOf(budget.check())).toEqual({ kind: '激活码', minutes });
  }
});

it('an attempt is refused while the rate limiter is unavailable, and any other error is thrown unchanged', async () => {
  const of = (error?: Error) => codeAttemptLimit(createFailingLimiter(error), { userId: 'mei', network: 'n', kind: '激活码' as never });
  expect([await outcomeOf(of().check()), await outcomeOf(of().fail())]).toEqual(['unavailable', 'unavailable']);
  const error: unknown = await of()
    .check()
    .catch((thrown: unknown) => thrown);
  expect((error as Error).cause).toBeInstanceOf(Error);
  await expect(of(new RangeError('ours')).check()).rejects.toThrow(RangeError);
});
