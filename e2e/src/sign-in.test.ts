/**
 * Tests every way of signing in at every supported size, with the keyboard alone: SMS code, sign-up, password with image captcha and
 * slider, and password reset.
 */
import { getCaptcha, getSlider } from '@shufang/contract';
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { isFocused, press, tabTo } from './keyboard.ts';

const PASSWORD = 'Lunyu-yuedu-2026';
const NEXT_PASSWORD = 'Mengzi-yuedu-2027';

/** Phone numbers for each size, because a number can receive one SMS per minute. */
const numbers: Record<'desktop' | 'phone', { sms: string; signUp: string; password: string }> = {
  desktop: { sms: '13911110001', signUp: '13911110002', password: '13911110003' },
  phone: { sms: '13911110021', signUp: '13911110022', password: '13911110023' },
};

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  for (const { password } of Object.values(numbers)) {
    await product.command('user', 'create', '--tel', password, '--password', PASSWORD);
  }
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/**
 * Returns a function that solves the displayed captcha. The form may load another one at any time; `image` returns the URL of the current
 * image.
 */
const followCaptchaSolutions = (page: Page): ((image: () => Promise<string | null>) => Promise<string>) => {
  const keys = new Map<string, string>();
  page.on('response', (response) => {
    if (![getCaptcha.path, getSlider.path].some((path) => response.url().includes(path))) return;
    // If the page was left while the response was read, the solution is not needed.
    void response.json().then(
      ({ payload }: { payload: { key: string; img: string } }) => keys.set(payload.img, payload.key),
      () => undefined,
    );
  });
  return async (image) => {
    let solution: string | undefined;
    await expect
      .poll(
        async () => {
          const key = keys.get((await image()) ?? '');
          const drawn = await readOutbox(product.dataDir, 'captcha');
          solution = drawn.find((entry) => key !== undefined && entry['key'] === key)?.['answer']?.toString();
          return solution;
        },
        { timeout: 60_000 },
      )
      .toBeDefined();
    return solution ?? '';
  };
};

/** Replaces the text of the field. */
const type = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
};

const lastCode = async (tel: string, kind: string): Promise<string> => {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const sent = await readOutbox(product.dataDir, 'sms');
        code = sent.findLast((entry) => entry['tel'] === tel && entry['type'] === kind)?.['code'] as string | undefined;
        return code;
      },
      { timeout: 60_000 },
    )
    .toBeDefined();
  return code ?? '';
};

/** Opens the sign-in dialog. Returns the actions used by the tests. */
const openDialog = async ({ page }: TestPage, solutionOf: ReturnType<typeof followCaptchaSolutions>) => {
  await page.goto(product.url);
  await press(page, page.getByRole('banner').getByRole('button', { name: '登录' }));
  const dialog = page.getByRole('dialog', { name: /登录|注册|重置密码/ });
  const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
  const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true });
  const picture = dialog.getByAltText('图形验证码图片');
  await picture.waitFor();
  await expect.poll(() => isFocused(field('手机号'))).toBe(true);
  return {
    dialog,
    field,
    button,
    follow: (name: string) => press(page, dialog.getByRole('link', { name, exact: true })),
    fill: (name: string, text: string) => type(page, field(name), text),
    fillPicture: async () => type(page, field('图形验证码'), await solutionOf(() => picture.getAttribute('src'))),
    solveSlider: async () => {
      const slider = dialog.getByRole('slider', { name: '滑动验证' });
      await tabTo(page, slider);
      const shown = slider.locator('xpath=..').locator('img').first();
      const x = Number(await solutionOf(() => shown.getAttribute('src')));
      for (let at = 20; at <= x; at += 20) await page.keyboard.press('PageUp');
      for (let at = 2; at <= x % 20; at += 2) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    },
    askForCode: async (tel: string, kind: string) => {
      await press(page, button('获取验证码'));
      const code = await lastCode(tel, kind);
      await dialog.getByRole('button', { name: /秒后重新获取/ }).waitFor();
      return code;
    },
    /**
     * Presses the button `name` by keyboard, confirms the sign-out of another device if asked, and waits for the reload that follows a
     * sign-in.
     */
    submit: async (name: string) => {
      await tabTo(page, button(name));
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      // If a browser was closed before, its session still exists and belongs to another device, so the sign-in asks for confirmation.
      const question = page.getByRole('button', { name: '继续登录' });
      await Promise.race([loaded, question.waitFor().then(() => question.press('Enter'))]);
      await loaded;
      await page.getByRole('link', { name: '个人中心' }).waitFor();
    },
  };
};

const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

describe.each(['desktop', 'phone'] as const)('the keyboard on a %s', (size) => {
  test('is sufficient for sign-in by SMS, sign-up, sign-in by password with captcha and slider, and password reset', async () => {
    const testPage = await visit(browser, size);
    const { page } = testPage;
    const problems: string[] = [];
    const solutionOf = followCaptchaSolutions(page);
    const { sms, signUp, password } = numbers[size];
    const look = async (name: string): Promise<void> => {
      problems.push(...(await accessibilityProblemsOf(page)).map((problem) => `${name}: ${problem}`));
      await testPage.picture(name);
    };

    // Signs in by SMS code; a new number gets an account.
    let panel = await openDialog(testPage, solutionOf);
    await look('sms');
    await press(page, panel.button('登录'));
    await panel.dialog.getByText('请输入正确的手机号码').waitFor();
    await expect.poll(() => isFocused(panel.field('手机号'))).toBe(true);
    await look('sms-missing');
    await panel.fill('手机号', sms);
    await panel.fillPicture();
    const loginCode = await panel.askForCode(sms, 'login');
    await look('sms-sent');
    await panel.fill('短信验证码', loginCode);
    await panel.submit('登录');
    await forget(page);

    // Signs up. The dialog is closed and opened in between, and the input is preserved.
    panel = await openDialog(testPage, solutionOf);
    await panel.follow('注册新用户');
    await panel.fill('手机号', signUp);
    await panel.fill('密码', PASSWORD);
    await panel.fill('确认密码', 'something else');
    await page.keyboard.press('Escape');
    await panel.dialog.waitFor({ state: 'hidden' });
    await press(page, page.getByRole('banner').getByRole('button', { name: '登录' }));
    await panel.button('注册').waitFor();
    expect(await panel.field('手机号').inputValue()).toBe(signUp);
    await panel.fillPicture();
    const bindingCode = await panel.askForCode(signUp, 'binding');
    await panel.fill('短信验证码', bindingCode);
    await press(page, panel.button('注册'));
    await panel.dialog.getByText('确认密码不一致').waitFor();
    await look('sign-up');
    await panel.fill('确认密码', PASSWORD);
    await panel.submit('注册');
    await forget(page);

    // Signs in by password: with a wrong password after the slider, then with the correct one after the image captcha.
    panel = await openDialog(testPage, solutionOf);
    await panel.follow('使用密码登录');
    await look('password');
    await panel.fill('手机号', password);
    await panel.fill('密码', 'not-the-password');
    await panel.follow('使用滑动验证');
    await panel.dialog.getByRole('slider', { name: '滑动验证' }).waitFor();
    await look('slider');
    await panel.solveSlider();
    await press(page, panel.button('登录'));
    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('业务验证不通过').waitFor();
    await look('slider-refused');
    await page.keyboard.press('Escape');
    await alert.waitFor({ state: 'hidden' });
    await panel.dialog.getByText('手机号或密码错误').waitFor();
    await panel.fill('密码', PASSWORD);
    await panel.solveSlider();
    await panel.submit('登录');
    await forget(page);
    panel = await openDialog(testPage, solutionOf);
    await panel.follow('使用密码登录');
    await panel.fill('手机号', password);
    await panel.fill('密码', PASSWORD);
    await panel.fillPicture();
    await panel.submit('登录');
    await forget(page);

    // Resets a forgotten password.
    panel = await openDialog(testPage, solutionOf);
    await panel.follow('使用密码登录');
    await panel.fill('手机号', password);
    await panel.follow('忘记密码');
    const resetCode = await panel.askForCode(password, 'resetPassword');
    await panel.fill('短信验证码', resetCode);
    await panel.fill('新密码', NEXT_PASSWORD);
    await panel.fill('确认新密码', NEXT_PASSWORD);
    await look('reset');
    await press(page, panel.button('重置密码'));
    await panel.dialog.getByText('密码已重置，请用新密码登录。').waitFor();
    await look('reset-done');
    await panel.fill('密码', NEXT_PASSWORD);
    await panel.fillPicture();
    await panel.submit('登录');

    // The page `/user/login`: shows the user of the session, then the masked number of the last sign-in.
    await page.goto(`${product.url}/user/login?mode=password&redirect=/helper/contact`);
    await page.getByRole('button', { name: /^以 .+ 进入$/ }).waitFor();
    await look('page-signed-in');
    await press(page, page.getByRole('button', { name: '切换账号' }));
    // Once signed out, the heading names the sign-in mode of the URL.
    await page.getByRole('heading', { name: '登录', exact: true }).waitFor();
    const masked = `${password.slice(0, 3)}****${password.slice(-4)}`;
    await expect.poll(() => page.getByLabel('手机号', { exact: true }).inputValue()).toBe(masked);
    await page.getByAltText('图形验证码图片').waitFor();
    await look('page');
    await type(page, page.getByLabel('密码', { exact: true }), NEXT_PASSWORD);
    await type(page, page.getByLabel('图形验证码'), await solutionOf(() => page.getByAltText('图形验证码图片').getAttribute('src')));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.url}/helper/contact`);

    expect(problems).toEqual([]);
    expect(testPage.problems).toEqual([]);
    expect(testPage.foreignRequests).toEqual([]);
    await testPage.context.close();
  });
});
