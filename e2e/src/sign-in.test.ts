/** Every way of signing in at every promised size, by keyboard alone: by SMS, sign-up, by password with picture and slider, and with a new password. */
import { getCaptcha, getSlider } from '@shufang/contract';
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, type Visitor, visit } from './browser.ts';
import { isFocused, press, tabTo } from './keyboard.ts';

const PASSWORD = 'Lunyu-yuedu-2026';
const NEXT_PASSWORD = 'Mengzi-yuedu-2027';

/** Numbers of their own for each size: a number gets one message a minute. */
const numbers: Record<SizeName, { sms: string; signUp: string; password: string }> = {
  desktop: { sms: '13911110001', signUp: '13911110002', password: '13911110003' },
  tablet: { sms: '13911110011', signUp: '13911110012', password: '13911110013' },
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

/** The answer to what is on the screen, which a form may draw anew at any time: `image` is the address of its picture. */
const followAnswers = (page: Page): ((image: () => Promise<string | null>) => Promise<string>) => {
  const keys = new Map<string, string>();
  page.on('response', (response) => {
    if (![getCaptcha.path, getSlider.path].some((path) => response.url().includes(path))) return;
    // A page that is left while an answer is read has no use for it.
    void response.json().then(
      ({ payload }: { payload: { key: string; img: string } }) => keys.set(payload.img, payload.key),
      () => undefined,
    );
  });
  return async (image) => {
    let answer: string | undefined;
    await expect
      .poll(
        async () => {
          const key = keys.get((await image()) ?? '');
          const drawn = await readOutbox(product.dataDir, 'captcha');
          answer = drawn.find((entry) => key !== undefined && entry['key'] === key)?.['answer']?.toString();
          return answer;
        },
        { timeout: 20_000 },
      )
      .toBeDefined();
    return answer ?? '';
  };
};

/** Puts `text` in place of what stands in the field. */
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
      { timeout: 20_000 },
    )
    .toBeDefined();
  return code ?? '';
};

/** The panel in the dialog, with everything the journeys do in it. */
const openDialog = async ({ page }: Visitor, answerTo: ReturnType<typeof followAnswers>) => {
  await page.goto(product.url);
  await press(page, page.getByRole('banner').getByRole('button', { name: '登录' }));
  const dialog = page.getByRole('dialog', { name: '登录' });
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
    fillPicture: async () => type(page, field('图形验证码'), await answerTo(() => picture.getAttribute('src'))),
    solveSlider: async () => {
      const slider = dialog.getByRole('slider', { name: '滑动验证' });
      await tabTo(page, slider);
      const shown = slider.locator('xpath=..').locator('img').first();
      const x = Number(await answerTo(() => shown.getAttribute('src')));
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
    /** The page reloads when one is signed in. */
    submit: async (name: string) => {
      await tabTo(page, button(name));
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      await page.getByRole('link', { name: '个人中心' }).waitFor();
    },
  };
};

const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

describe.each(Object.keys(sizes) as SizeName[])('by keyboard on a %s', (size) => {
  test('a person signs in by SMS, signs up, and signs in by password with picture, slider and a new password', async () => {
    const visitor = await visit(browser, size);
    const { page } = visitor;
    const faults: string[] = [];
    const answerTo = followAnswers(page);
    const { sms, signUp, password } = numbers[size];
    const look = async (name: string): Promise<void> => {
      faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
      await visitor.picture(name);
    };

    // By SMS; a new number gets its account on the way.
    let panel = await openDialog(visitor, answerTo);
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

    // Sign-up. The dialog closes in between, and nothing typed is lost.
    panel = await openDialog(visitor, answerTo);
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

    // By password: a wrong one behind the slider, then the right one behind the picture.
    panel = await openDialog(visitor, answerTo);
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
    panel = await openDialog(visitor, answerTo);
    await panel.follow('使用密码登录');
    await panel.fill('手机号', password);
    await panel.fill('密码', PASSWORD);
    await panel.fillPicture();
    await panel.submit('登录');
    await forget(page);

    // A forgotten password.
    panel = await openDialog(visitor, answerTo);
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

    // The page of its own: whose session it is, then the number of the last sign-in, masked.
    await page.goto(`${product.url}/user/login?mode=password&redirect=/helper/contact`);
    await page.getByRole('button', { name: /^以 .+ 进入$/ }).waitFor();
    await look('page-signed-in');
    await press(page, page.getByRole('button', { name: '切换账号' }));
    await page.getByRole('heading', { name: '登录书房' }).waitFor();
    const masked = `${password.slice(0, 3)}****${password.slice(-4)}`;
    await expect.poll(() => page.getByLabel('手机号', { exact: true }).inputValue()).toBe(masked);
    await page.getByAltText('图形验证码图片').waitFor();
    await look('page');
    await type(page, page.getByLabel('密码', { exact: true }), NEXT_PASSWORD);
    await type(page, page.getByLabel('图形验证码'), await answerTo(() => page.getByAltText('图形验证码图片').getAttribute('src')));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.url}/helper/contact`);

    expect(faults).toEqual([]);
    expect(visitor.faults).toEqual([]);
    expect(visitor.foreignRequests).toEqual([]);
    await visitor.context.close();
  });
});
