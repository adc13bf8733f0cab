/**
 * Tests of the keys under which each rate limit of the account slice counts, with limit and window, and of the error when a limit is
 * reached.
 */
import { describe, expect, it } from 'vitest';
import { createFailingLimiter, createRecordingLimiter } from '../../platform/testing/recording-limiter.ts';
import {
  type CodeRequest,
  joinFailureBudget,
  networkOfAddress,
  passwordFailureBudget,
  secondFactorBudget,
  sentCodeFailureBudget,
  subnetOfAddress,
  takeCaptchaBudget,
  takeCodeBudget,
  takeInstitutionBudget,
  takeProviderBudget,
  takeSearchReportBudget,
} from './budgets.ts';
import { sliderBudget } from './captcha/slider-budget.ts';
import { outcomeOf } from './testing/account-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const known = { userId: 'owner', key: 'owner:phone' };
const open = () => createRecordingLimiter();
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
const codeRequest = (change: Partial<CodeRequest> = {}): CodeRequest => ({
  purpose: 'login',
  to: '13900000001',
  address: '198.51.100.1',
  from: 'device1',
  ...change,
});
let alarms = 0;
const system = { perHour: 15, alarm: () => void (alarms += 1) };
/** Returns the keys under which `take` counts a request, and separately those that it only checks. */
const taken = async (request: CodeRequest) => {
  const limiter = open();
  await takeCodeBudget(limiter, request, system);
  const peeked = limiter.calls.filter(([what]) => what === 'peek').map(([, ...rest]) => rest);
  const takes = limiter.calls.filter(([what]) => what === 'take').map(([, ...rest]) => rest);
  return { peeked, takes };
};

describe('an SMS code', () => {
  it.each([
    ['login', 7],
    ['resetPassword', 3],
    ['binding', 7],
  ] as const)('(%s) is counted for its number, subnet, device and the whole system, and each is checked first', async (purpose, perDay) => {
    const target = `${purpose}:13900000001`;
    const counted = [
      [`sms:resend:${target}`, 1, MINUTE_MS],
      [`sms:number-day:${target}`, perDay, DAY_MS],
      ['sms:address-hour:198.51.100.1', 20, HOUR_MS],
      ['sms:address-day:198.51.100.1', 100, DAY_MS],
      ['sms:device-hour:device1', 20, HOUR_MS],
      ['sms:system-hour', 15, HOUR_MS],
    ];
    expect(await taken(codeRequest({ purpose }))).toEqual({ peeked: counted, takes: counted });
  });

  it('is not counted for a device without an id, and has raised limits at an institution', async () => {
    const { takes } = await taken(codeRequest({ from: undefined, addressFactor: 2.5 }));
    expect(takes).toEqual([
      ['sms:resend:login:13900000001', 1, MINUTE_MS],
      ['sms:number-day:login:13900000001', 7, DAY_MS],
      ['sms:address-hour:198.51.100.1', 50, HOUR_MS],
      ['sms:address-day:198.51.100.1', 250, DAY_MS],
      ['sms:system-hour', 15, HOUR_MS],
    ]);
    expect((await taken(codeRequest({ addressFactor: 1.27 }))).takes).toContainEqual(['sms:address-hour:198.51.100.1', 25, HOUR_MS]);
    expect((await taken(codeRequest({ addressFactor: 1.279 }))).takes).toContainEqual(['sms:address-day:198.51.100.1', 127, DAY_MS]);
  });

  it('to a known device is counted for that device, and uses up the minute of the others', async () => {
    const counted = [
      ['sms:resend-known:login:13900000001', 1, MINUTE_MS],
      ['sms:number-day:login:13900000001', 10, DAY_MS],
      ['sms:device-hour:known:owner:phone', 20, HOUR_MS],
      ['sms:system-hour', 17, HOUR_MS],
    ];
    const { peeked, takes } = await taken(codeRequest({ known }));
    expect(peeked).toEqual(counted);
    expect(takes).toEqual([...counted, ['sms:resend:login:13900000001', 1, MINUTE_MS]]);
  });

  it('by mail is counted separately, with an hourly limit of the mailbox', async () => {
    const { takes } = await taken(codeRequest({ purpose: 'mail', to: 'm@example.com' }));
    expect(takes).toEqual([
      ['mail:resend:mail:m@example.com', 1, MINUTE_MS],
      ['mail:number-hour:mail:m@example.com', 5, HOUR_MS],
      ['mail:number-day:mail:m@example.com', 10, DAY_MS],
      ['mail:address-hour:198.51.100.1', 20, HOUR_MS],
      ['mail:address-day:198.51.100.1', 100, DAY_MS],
      ['mail:device-hour:device1', 20, HOUR_MS],
      ['mail:system-hour', 15, HOUR_MS],
    ]);
  });

  const refusedBy = async (key: string, what: 'peek' | 'take', request = codeRequest(), waitMs = 1) => {
    const limiter = open();
    limiter.full.set(key, { [what]: waitMs });
    alarms = 0;
    const work = takeCodeBudget(limiter, request, system);
    const code = await outcomeOf(work);
    return { code, message: await messageOf(work), took: limiter.calls.filter(([asked]) => asked === 'take').length, alarms };
  };

  it.each([
    ['sms:resend:login:13900000001', 'account.smsTooSoon', 0],
    ['sms:number-day:login:13900000001', 'account.smsBudget', 0],
    ['sms:address-hour:198.51.100.1', 'account.smsBudget', 0],
    ['sms:address-day:198.51.100.1', 'account.smsBudget', 0],
    ['sms:device-hour:device1', 'account.smsBudget', 0],
    ['sms:system-hour', 'account.smsBudget', 1],
  ] as const)('is rejected when the limit of %s is reached, before anything is counted or during counting', async (key, code, rings) => {
    expect(await refusedBy(key, 'peek')).toMatchObject({ code, took: 0, alarms: rings });
    expect(await refusedBy(key, 'take')).toMatchObject({ code, alarms: rings });
  });

  it('has an error with the seconds to wait, at least one', async () => {
    const key = 'sms:resend:login:13900000001';
    const seconds = async (waitMs: number) => /\d+/.exec((await refusedBy(key, 'peek', codeRequest(), waitMs)).message)?.[0];
    expect([await seconds(0), await seconds(1), await seconds(1000), await seconds(1001), await seconds(59_999)]).toEqual([
      '1',
      '1',
      '1',
      '2',
      '60',
    ]);
  });

  it('by mail is rejected with the errors of mail', async () => {
    const request = codeRequest({ purpose: 'mail', to: 'm' });
    expect((await refusedBy('mail:resend:mail:m', 'peek', request)).code).toBe('account.mailTooSoon');
    expect((await refusedBy('mail:number-hour:mail:m', 'peek', request)).code).toBe('account.mailBudget');
  });

  it('is not sent while the counters are unavailable; an internal error is thrown unchanged', async () => {
    expect(await outcomeOf(takeCodeBudget(createFailingLimiter(), codeRequest(), system))).toBe('unavailable');
    await expect(takeCodeBudget(createFailingLimiter(new RangeError('ours')), codeRequest(), system)).rejects.toThrow(RangeError);
    const error: unknown = await takeCodeBudget(createFailingLimiter(), codeRequest(), system).catch((thrown: unknown) => thrown);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });
});

describe('a call', () => {
  it.each([
    ['captcha', takeCaptchaBudget, 600],
    ['provider', takeProviderBudget, 120],
    ['institution', takeInstitutionBudget, 240],
  ] as const)('of %s is counted for the subnet, or for the known account', async (what, take, points) => {
    const limiter = open();
    await take(limiter, { address: '2001:db8::1', factor: 1.5, knownUserId: undefined });
    await take(limiter, { address: '198.51.100.1', factor: 1.001, knownUserId: undefined });
    await take(limiter, { address: '198.51.100.1', factor: 9, knownUserId: 'owner' });
    expect(limiter.calls).toEqual([
      ['take', `${what}:2001:db8:0:0::/64`, points * 1.5, MINUTE_MS],
      ['take', `${what}:198.51.100.1`, points, MINUTE_MS],
      ['take', `${what}:known:owner`, 60, MINUTE_MS],
    ]);
    limiter.full.set(`${what}:known:owner`, { take: 1 });
    expect(await outcomeOf(take(limiter, { address: '198.51.100.1', factor: 1, knownUserId: 'owner' }))).toBe('request.tooMany');
    expect(await outcomeOf(take(createFailingLimiter(), { address: '198.51.100.1', factor: 1, knownUserId: undefined }))).toBe(
      'unavailable',
    );
  });

  it('that reports a search is counted for the subnet, by the hour', async () => {
    const limiter = open();
    await takeSearchReportBudget(limiter, '198.51.100.1');
    expect(limiter.calls).toEqual([['take', 'search-report:198.51.100.1', 60, HOUR_MS]]);
  });
});

describe('failures', () => {
  const ADDRESS = ['login:address:198.51.100.1', 50, HOUR_MS] as const;
  const each = (limiter: ReturnType<typeof open>) =>
    [
      [
        passwordFailureBudget(limiter, '139', { address: '198.51.100.1' }),
        [['login:number:139', 10, HOUR_MS], ADDRESS],
        ['login:number:139'],
        'account.tooManyFailures',
      ],
      [
        passwordFailureBudget(limiter, '139', { address: '198.51.100.1', known }),
        [['login:known:owner:phone', 10, HOUR_MS]],
        ['login:known:owner:phone'],
        'account.tooManyFailures',
      ],
      [sentCodeFailureBudget(limiter, { address: '198.51.100.1' }), [ADDRESS], [], 'account.tooManyFailures'],
      [
        sentCodeFailureBudget(limiter, { address: '198.51.100.1', known }),
        [['code:known:owner:phone', 50, HOUR_MS]],
        [],
        'account.tooManyFailures',
      ],
      [
        secondFactorBudget(limiter, 'mei', undefined),
        [['second-factor:mei', 10, HOUR_MS]],
        ['second-factor:mei'],
        'account.secondFactorTries',
      ],
      [
        secondFactorBudget(limiter, 'mei', known),
        [['second-factor:known:owner:phone', 10, HOUR_MS]],
        ['second-factor:known:owner:phone'],
        'account.secondFactorTries',
      ],
      [joinFailureBudget(limiter, 'mei', '198.51.100.1'), [['join:user:mei', 10, HOUR_MS], ADDRESS], [], 'account.tooManyFailures'],
    ] as const;

  it('are counted under their keys; a success resets those of the number alone', async () => {
    const limiter = open();
    for (const [budget, counters, forgotten, refusal] of each(limiter)) {
      limiter.calls.length = 0;
      await budget.check();
      await budget.fail();
      await budget.succeed();
      const asked = (what: string) => counters.map((counter) => [what, ...counter]);
      expect(limiter.calls).toEqual([...asked('peek'), ...asked('take'), ...asked('peek'), ...forgotten.map((key) => ['forget', key])]);
      for (const [key] of counters) {
        limiter.full.set(key, { peek: 1 });
        expect([await outcomeOf(budget.check()), await outcomeOf(budget.fail()), await outcomeOf(budget.succeed())], key).toEqual([
          refusal,
          'success',
          refusal,
        ]);
        limiter.full.set(key, { take: 1 });
        expect([await outcomeOf(budget.check()), await outcomeOf(budget.fail())], key).toEqual(['success', refusal]);
        limiter.full.clear();
      }
    }
  });

  it("of an institution's address have raised limits", async () => {
    const limiter = open();
    await passwordFailureBudget(limiter, '139', { address: '198.51.100.1', addressFactor: 1.59 }).check();
    await sentCodeFailureBudget(limiter, { address: '198.51.100.1', addressFactor: 2 }).check();
    await joinFailureBudget(limiter, 'mei', '198.51.100.1', 3).check();
    expect(limiter.calls.filter(([, key]) => key === ADDRESS[0]).map(([, , points]) => points)).toEqual([79, 100, 150]);
  });

  it('make every attempt fail while the counters are unavailable', async () => {
    const budget = passwordFailureBudget(createFailingLimiter(), '139', { address: '198.51.100.1' });
    for (const work of [() => budget.check(), () => budget.fail(), () => budget.succeed()])
      expect(await outcomeOf(work())).toBe('unavailable');
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::FFFF:203.0.113.7%eth0', '203.0.113.7', '203.0.113.0/24'],
    ['2001:DB8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64', '2001:db8:0:1::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5::', '1:2:3:4::/64', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64', '0:2:3:4::/64'],
    ['1::4:5:6:7:8', '1:0:0:4::/64', '1:0:0:4::/64'],
    ['::', '0:0:0:0::/64', '0:0:0:0::/64'],
    ['Somewhere', 'somewhere', 'somewhere'],
    ['1.2.3.4:80', '1.2.3.4:80', '1.2.3.4:80'],
    ['x::ffff:203.0.113.7', 'x::ffff:203.0.113.7', 'x::ffff:203.0.113.7'],
    ['::ffff:203.0.113.7x', '::ffff:203.0.113.7x', '::ffff:203.0.113.7x'],
  ])('%s is counted as %s, with the subnet %s for reading', (address, network, subnet) => {
    expect([networkOfAddress(address), subnetOfAddress(address)]).toEqual([network, subnet]);
  });
});

describe('wrong sliders', () => {
  const account = (limiter: ReturnType<typeof createFailingLimiter>) =>
    ({
      limiter,
      clock: { now: () => 0 },
      keys: { device: Buffer.alloc(32) },
      institutionAddresses: { has: (address: string) => address === '203.0.113.9', smsPerHour: 31 },
    }) as never;
  const budget = (limiter: ReturnType<typeof createFailingLimiter>, caller: object = {}) =>
    sliderBudget(account(limiter), { address: '198.51.100.1', ...caller });

  it('are counted for the subnet and the device, or for the calling account', async () => {
    for (const [caller, keys] of [
      [{}, ['slider:address:198.51.100.1']],
      [{ deviceId: 'd' }, ['slider:address:198.51.100.1', 'slider:device:d']],
      [{ deviceId: 'd', reader: { userId: 'mei' } }, ['slider:known:mei']],
    ] as const) {
      const limiter = open();
      const one = budget(limiter, caller);
      expect(await one.demand()).toBe('one');
      await one.fail();
      await one.succeed();
      expect(limiter.calls).toEqual([
        ...keys.map((key) => ['peek', key, 60, HOUR_MS]),
        ...keys.map((key) => ['peek', key, 5, DAY_MS]),
        ...keys.map((key) => ['take', key, 2000, DAY_MS]),
        ...keys.map((key) => ['giveBack', key, 3]),
      ]);
    }
  });

  it('have raised limits at an institution', async () => {
    const limiter = open();
    await budget(limiter, { address: '203.0.113.9' }).demand();
    expect(limiter.calls[0]).toEqual(['peek', 'slider:address:203.0.113.9', 93, HOUR_MS]);
  });

  it('of one of them are sufficient for two puzzles, and for a pause', async () => {
    for (const full of ['slider:address:198.51.100.1', 'slider:device:d']) {
      const limiter = open();
      const two = {
        ...limiter,
        peek: async (key: string, { points }: { points: number }) => ({ allowed: !(key === full && points === 5), retryAfterMs: 0 }),
      };
      expect(await budget(two, { deviceId: 'd' }).demand()).toBe('two');
      limiter.full.set(full, { peek: 1 });
      expect(await budget(limiter, { deviceId: 'd' }).demand()).toBe('paused');
    }
  });

  it('are not evaluated while the counters are unavailable', async () => {
    const away = budget(createFailingLimiter());
    for (const work of [() => away.demand(), () => away.fail(), () => away.succeed()]) expect(await outcomeOf(work())).toBe('unavailable');
    await expect(budget(createFailingLimiter(new RangeError('ours'))).demand()).rejects.toThrow(RangeError);
  });
});
