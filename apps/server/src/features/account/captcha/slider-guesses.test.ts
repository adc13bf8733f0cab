/** Simulates programs that guess at the slider, and humans who solve it, with the real choice of gaps and the real limits. */

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawSlider } from '../../../gateways/captcha/draw-slider.ts';
import { issueDeviceCredential, type LimitedCaller } from '../devices/known-devices.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { checkCaptcha, SLIDER_TOLERANCE } from './captchas.ts';
import { getSlider } from './get-slider.ts';

const TRIES = 2_000;
const MOST_GUESSED = 0.005;
const LEAST_SOLVED = 0.95;

let fixture: AccountFixture;
const answers = new Map<string, readonly number[]>();
/** Gap positions of 200 real puzzles. They are drawn once, because drawing 20,000 pictures would take an hour. */
const positions: number[] = [];
beforeAll(async () => {
  for (let n = 0; n < 200; n++) positions.push((await drawSlider(Math.random)).answer);
  fixture = await createAccountFixture({
    captcha: {
      createImage: async () => ({ answer: 'AK7T', png: Buffer.from('png') }),
      createAudio: async () => ({ answer: '320746', wav: Buffer.from('wav') }),
      createSlider: async () => ({
        answer: positions[randomInt(positions.length)] ?? 0,
        width: 320,
        height: 40,
        pieceWidth: 48,
        picture: Buffer.from('png'),
        piece: Buffer.from('png'),
      }),
      async noteAnswer({ key, answer }) {
        answers.set(key, answer.split(',').map(Number));
      },
    },
  });
}, 120_000);
afterAll(() => fixture.drop());

interface Puzzle {
  readonly key: string;
  readonly second?: unknown;
}

/** Tries one slider with the positions that `positionsOf` chooses. `refused`: no slider was offered. */
const tryOnce = async (
  caller: LimitedCaller,
  positionsOf: (puzzle: Puzzle) => readonly number[],
  wait: () => void = () => undefined,
): Promise<'passed' | 'wrong' | 'refused'> => {
  let puzzle: Puzzle;
  try {
    puzzle = await payloadOf(getSlider(fixture.account, callerOf(caller), {}));
  } catch {
    return 'refused';
  }
  const [x = 0, second] = positionsOf(puzzle);
  wait();
  const captcha = JSON.stringify({ key: puzzle.key, x, ...(second === undefined ? {} : { second }) });
  return (await outcomeOf(checkCaptcha(fixture.account, { captcha }, caller))) === 'success' ? 'passed' : 'wrong';
};

let subnet = 0;
const ownAddress = (): string => {
  subnet += 1;
  return `198.51.100.${subnet}`;
};
const rounds = (puzzle: Puzzle): number => (puzzle.second === undefined ? 1 : 2);
const anywhere = (): number => 60 + randomInt(213);

/** Returns the position near which most of the drawn gaps are. */
const mostFrequent = (): number => {
  const near = (x: number): number => positions.filter((position) => Math.abs(position - x) <= SLIDER_TOLERANCE).length;
  return Array.from({ length: 213 }, (_, n) => 60 + n).toSorted((a, b) => near(b) - near(a))[0] ?? 0;
};

const STRATEGIES: readonly [string, (puzzle: Puzzle) => readonly number[]][] = [
  ['anywhere', (puzzle) => Array.from({ length: rounds(puzzle) }, anywhere)],
  ['always in the middle', (puzzle) => Array(rounds(puzzle)).fill(166)],
  ['always at one place', (puzzle) => Array(rounds(puzzle)).fill(80)],
  ['where most gaps have been', (puzzle) => Array(rounds(puzzle)).fill(mostFrequent())],
  ['at one place, as if there were never a second puzzle', () => [166]],
  ['always for two puzzles', () => [anywhere(), anywhere()]],
];

describe('two thousand blind guesses from one address', () => {
  it.each(STRATEGIES)('%s are right in at most five of a thousand tries', async (_, positionsOf) => {
    const address = ownAddress();
    let passed = 0;
    for (let n = 0; n < TRIES; n++) if ((await tryOnce({ address, deviceId: `fresh${n}` }, positionsOf)) === 'passed') passed += 1;
    expect(passed).toBeLessThanOrEqual(TRIES * MOST_GUESSED);
  });

  it('are not more successful when fifty run concurrently', async () => {
    const address = ownAddress();
    let passed = 0;
    for (let n = 0; n < TRIES; n += 50) {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => tryOnce({ address }, () => [anywhere()])));
      passed += outcomes.filter((outcome) => outcome === 'passed').length;
    }
    expect(passed).toBeLessThanOrEqual(TRIES * MOST_GUESSED);
  });

  it('are not more successful with puzzles drawn before the first wrong answer', async () => {
    const address = ownAddress();
    const puzzles: Puzzle[] = [];
    for (let n = 0; n < 500; n++) puzzles.push(await payloadOf(getSlider(fixture.account, callerOf({ address }), {})));
    const passed: unknown[] = [];
    for (const { key } of puzzles) {
      const captcha = JSON.stringify({ key, x: anywhere() });
      if ((await outcomeOf(checkCaptcha(fixture.account, { captcha }, { address }))) === 'success') passed.push(key);
    }
    expect(passed.length).toBeLessThanOrEqual(TRIES * MOST_GUESSED);
  });

  it('are not more successful an hour apart: two puzzles are required all day', async () => {
    const address = ownAddress();
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresBeforeTwo; n++) await tryOnce({ address }, () => [0]);
    for (let hour = 0; hour < 23; hour++) {
      expect((await payloadOf(getSlider(fixture.account, callerOf({ address }), {}))).second).toBeDefined();
      fixture.clock.advance(3_600_000);
    }
  });
});

describe('wrong sliders', () => {
  const wrong = (caller: LimitedCaller) => tryOnce(caller, (puzzle) => Array(rounds(puzzle)).fill(0));
  const demanded = async (caller: LimitedCaller): Promise<string> => {
    try {
      return (await payloadOf(getSlider(fixture.account, callerOf(caller), {}))).second === undefined ? 'one' : 'two';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each([
    ['an address', () => ({ address: ownAddress() }), (n: number) => ({ deviceId: `d${n}abcdef` })],
    ['a device', () => ({ deviceId: 'slowthief' }), () => ({ address: ownAddress() })],
  ])('of %s lead to two puzzles, and then to a pause', async (_, fixed, varied) => {
    const same = fixed();
    const caller = (n: number) => ({ address: '', ...varied(n), ...same });
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresPerHour; n++) {
      expect(await demanded(caller(n)), String(n)).toBe(n < ACCOUNT_LIMITS.sliderFailuresBeforeTwo ? 'one' : 'two');
      expect(await wrong(caller(n))).toBe('wrong');
    }
    expect(await demanded(caller(999))).toBe('account.sliderPaused');
    fixture.clock.advance(3_600_000);
    expect(await demanded(caller(999))).toBe('two');
    fixture.clock.advance(24 * 3_600_000);
    expect(await demanded(caller(999))).toBe('one');
  });

  it('lead to a pause in which even a correct answer is rejected', async () => {
    const address = ownAddress();
    const puzzle = await payloadOf(getSlider(fixture.account, callerOf({ address }), {}));
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresPerHour; n++) await wrong({ address });
    const captcha = JSON.stringify({ key: puzzle.key, x: answers.get(puzzle.key)?.[0] });
    expect(await outcomeOf(checkCaptcha(fixture.account, { captcha }, { address }))).toBe('account.sliderWrong');
  });

  it('require both puzzles to be right, where there are two', async () => {
    const address = ownAddress();
    const solve = (change: (x: number, round: number) => number) =>
      tryOnce({ address }, ({ key }) => (answers.get(key) ?? []).map((x, round) => change(x, round)));
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresBeforeTwo + 2; n++) await wrong({ address });
    expect(await solve((x, round) => (round === 0 ? x + 20 : x))).toBe('wrong');
    expect(await solve((x, round) => (round === 1 ? x + 20 : x))).toBe('wrong');
    expect(await tryOnce({ address }, ({ key }) => (answers.get(key) ?? []).slice(0, 1))).toBe('wrong');
    expect(await solve((x) => x + SLIDER_TOLERANCE)).toBe('passed');
  });

  it('are offset by correct ones', async () => {
    const address = ownAddress();
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresBeforeTwo; n++) await wrong({ address });
    expect(await demanded({ address })).toBe('two');
    await tryOnce({ address }, ({ key }) => answers.get(key) ?? []);
    expect(await demanded({ address })).toBe('one');
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresForgiven; n++) await wrong({ address });
    expect(await demanded({ address })).toBe('two');
  });

  it('of one account are counted together for every device it signed in from, and not for other accounts', async () => {
    const address = ownAddress();
    const known = (n: number): LimitedCaller => {
      const deviceId = `device${n}`;
      return { address, deviceId, deviceCredentials: [issueDeviceCredential(fixture.account, 'thief', deviceId)] };
    };
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresBeforeTwo; n++) await wrong(known(n));
    expect([await demanded(known(99)), await demanded({ address })]).toEqual(['two', 'one']);
  });
});

describe('five hundred human users', () => {
  /** Returns a normally distributed number, as the sum of twelve uniform ones. */
  const jitter = (deviation: number): number =>
    (Array.from({ length: 12 }, () => Math.random()).reduce((sum, part) => sum + part, 0) - 6) * deviation;
  /** Returns where a hand on the mouse stops the slider: it overshoots, returns and releases a pixel or two off. */
  const byMouse = (x: number): number => Math.round(x + jitter(1.2));
  const byTouch = (x: number): number => Math.round(x + jitter(1.6));
  /** Returns where the keyboard stops the slider: each press moves it two pixels, so the position is even. */
  const byKeys = (x: number): number => 2 * Math.round(x / 2);
  /** Returns the position that a human chooses: one human in a hundred chooses the wrong gap. */
  const orElsewhere = (x: number): number => (Math.random() < 1 / 100 ? anywhere() : x);

  it.each([
    ['a mouse', byMouse, 'one school'],
    ['a finger', byTouch, 'one school'],
    ['arrow keys', byKeys, 'one school'],
    ['a mouse', byMouse, 'addresses of their own'],
  ])('with %s behind %s pass nineteen times in twenty', async (_tool, hand, position) => {
    const school = ownAddress();
    let passed = 0;
    for (let n = 0; n < 500; n++) {
      const caller = { address: position === 'one school' ? school : `10.9.${n >> 8}.${n & 255}`, deviceId: `pupil${n % 40}x` };
      const outcome = await tryOnce(caller, ({ key }) => (answers.get(key) ?? []).map((x) => orElsewhere(hand(x))));
      if (outcome === 'passed') passed += 1;
      fixture.clock.advance(1_000);
    }
    expect(passed / 500).toBeGreaterThanOrEqual(LEAST_SOLVED);
  });
});
