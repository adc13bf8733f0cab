/**
 * Solves the slider puzzle in a real browser by simulated users: by mouse, by touch on a phone, by arrow keys. The page converts the
 * movement to a solution, and the real server verifies it. Only the precision of the users is a model (`HANDS`).
 */
import { getSlider, signInWithPasswordAfterSlider } from '@shufang/contract';
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/src/browser.ts';
import type { Figure } from './figure.ts';

const TRIES = 100;
const SEED = 20_261_123;
const LEAST_SHARE = 0.95;
/**
 * Pause between two attempts: twenty per hour are the maximum under the rate limits. The next puzzle is loaded in advance and valid for
 * five minutes.
 */
const BETWEEN_TRIES_MS = 3 * 60_000;

/** Returns a generator of pseudo-random numbers from 0 to 1, the same in every run (mulberry32, public domain). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
const random = randomFrom(SEED);
/** Returns a normally distributed number with this standard deviation, computed from twelve uniform ones. */
const normal = (deviation: number): number => (Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, 0) - 6) * deviation;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the path of a hand from `from` by `distance`: faster in the middle than at the ends (minimum jerk), not straight, and a few
 * pixels beyond the goal and back. It ends where the hand releases the piece, `miss` pixels beside the goal.
 */
const pathOf = (from: Point, distance: number, miss: number): readonly Point[] => {
  const overshoot = 2 + Math.abs(normal(4));
  const bow = normal(5);
  const steps = 18 + Math.floor(random() * 14);
  const minimumJerk = (to: number, share: number): number => to * (10 * share ** 3 - 15 * share ** 4 + 6 * share ** 5);
  const there = Array.from({ length: steps }, (_, n) => {
    const share = (n + 1) / steps;
    const tremor = share === 1 ? 0 : normal(0.4);
    return { x: from.x + minimumJerk(distance + overshoot, share) + tremor, y: from.y + bow * Math.sin(Math.PI * share) + normal(0.6) };
  });
  const back = Array.from({ length: 6 }, (_, n) => {
    const share = (n + 1) / 6;
    return { x: from.x + distance + overshoot + minimumJerk(miss - overshoot, share), y: from.y + normal(0.5) };
  });
  return [...there, ...back];
};

interface Hand {
  readonly name: string;
  readonly isPhone: boolean;
  /** Moves the puzzle piece from 0 by `distance` pixels of the page. `steps`: the same distance in pixels of the image. */
  readonly move: (page: Page, protocol: CDPSession, grip: Point, distance: number, steps: number) => Promise<void>;
}

/** Standard deviations of the point of release, in pixels of the page, as in `slider-guesses.test`. */
const MISS = { mouse: 1.2, finger: 1.6 } as const;

const HANDS: readonly Hand[] = [
  {
    name: 'mouse',
    isPhone: false,
    move: async (page, _protocol, grip, distance) => {
      await page.mouse.move(grip.x, grip.y);
      await page.mouse.down();
      for (const { x, y } of pathOf(grip, distance, normal(MISS.mouse))) await page.mouse.move(x, y);
      await page.mouse.up();
    },
  },
  {
    name: 'finger',
    isPhone: true,
    move: async (_page, protocol, grip, distance) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
        protocol.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point) => ({ ...point, radiusX: 9, radiusY: 11 })) });
      await touch('touchStart', [grip]);
      for (const point of pathOf(grip, distance, normal(MISS.finger))) await touch('touchMove', [point]);
      await touch('touchEnd', []);
    },
  },
  {
    name: 'arrow keys',
    isPhone: false,
    move: async (page, _protocol, _grip, _distance, steps) => {
      // The piece is moved in a few large steps, then pixel by pixel, one pixel too far and back.
      const strides = Math.floor(steps / 20);
      const rest = Math.round((steps - 20 * strides) / 2);
      for (let n = 0; n < strides; n += 1) await page.keyboard.press('PageUp');
      for (let n = 0; n < rest + 1; n += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
    },
  },
];

/** Fraction of the attempts in which the simulated user moves the piece to the wrong gap. */
const WRONG_GAP = 1 / 100;
/** A password that no user has. */
const PASSWORD = 'Bu-shi-mima-2026';

interface FormInUse {
  readonly page: Page;
  readonly slider: Locator;
  readonly button: Locator;
  readonly phone: Locator;
  readonly password: Locator;
}

const openSlider = async (product: Product, context: BrowserContext): Promise<FormInUse> => {
  const page = await context.newPage();
  await page.goto(product.url);
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  const phone = dialog.getByLabel('手机号', { exact: true });
  await phone.fill('13990000000');
  const password = dialog.getByLabel('密码', { exact: true });
  await password.fill(PASSWORD);
  await dialog.getByText('使用滑动验证').click();
  return { page, slider: dialog.getByRole('slider', { name: '滑动验证' }), button: dialog.locator('button[type=submit]'), phone, password };
};

const tryBy = async (product: Product, browser: Browser, hand: Hand): Promise<number> => {
  const context = await browser.newContext({
    viewport: hand.isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    locale: 'zh-CN',
    ...(hand.isPhone ? { hasTouch: true, isMobile: true } : {}),
  });
  const keys = new Map<string, string>();
  context.on('response', (response) => {
    if (!response.url().includes(getSlider.path)) return;
    // A response that cannot be read is ignored: it belongs to a puzzle that the page has replaced by another one since.
    void response.json().then(
      ({ payload }: { payload: { key: string; img: string } }) => keys.set(payload.img, payload.key),
      () => undefined,
    );
  });
  const { page, slider, button, phone, password } = await openSlider(product, context);
  const protocol = await context.newCDPSession(page);
  let passed = 0;
  for (let n = 0; n < TRIES; n += 1) {
    await slider.and(page.locator('[aria-valuenow="0"][aria-disabled="false"]')).waitFor();
    const image = (await slider.locator('xpath=..').locator('img').first().getAttribute('src')) ?? '';
    const drawn = await readOutbox(product.dataDir, 'captcha');
    const goal = Number(drawn.find(({ key }) => key === keys.get(image))?.['answer']);
    if (!Number.isFinite(goal)) throw new Error(`${hand.name}: the displayed puzzle is not one that was drawn`);
    const aim = random() < WRONG_GAP ? 60 + random() * 212 : goal;
    const [piece, stage] = [await slider.boundingBox(), await slider.locator('xpath=..').boundingBox()];
    if (piece === null || stage === null) throw new Error(`${hand.name}: no slider is on the screen`);
    await slider.focus();
    const grip = { x: piece.x + piece.width * (0.3 + 0.4 * random()), y: piece.y + piece.height - 14 + normal(2) };
    await hand.move(page, protocol, grip, (aim * stage.width) / 320, aim);
    await phone.fill(`1399${String(n).padStart(7, '0')}`);
    const answered = page.waitForResponse((response) => response.url().includes(signInWithPasswordAfterSlider.path));
    await button.click();
    const { code } = (await (await answered).json()) as { code: string };
    if (!/^account\.(sliderWrong|credentialsWrong)$/.test(code)) throw new Error(`${hand.name}: the server responded with ${code}`);
    if (code === 'account.credentialsWrong') passed += 1;
    // The alert is shown for a right and for a wrong solution, as the specification requires; then another puzzle is loaded.
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await password.fill(PASSWORD);
    const moved = await fetch(`${product.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: BETWEEN_TRIES_MS }),
    });
    if (!moved.ok) throw new Error('the clock of the product cannot be set');
  }
  await context.close();
  return passed;
};

export const measureSlider = async (): Promise<Figure[]> => {
  const product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    for (const hand of HANDS) {
      const passed = await tryBy(product, browser, hand);
      figures.push({
        name: `slider by ${hand.name}: right of ${TRIES}`,
        value: String(passed),
        budget: `>= ${TRIES * LEAST_SHARE}`,
        ok: passed >= TRIES * LEAST_SHARE,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
};
