/** The account page: avatar, phone number, devices, data export, closing the account and withdrawing the request. */
import { getUserInfo } from '@shufang/contract';
import { type RunningProduct, readOutbox, signIn } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { openProduct } from './open-product.ts';
import { createReader, followCaptchas, openSignedIn, readCaptcha, signInByPassword, untilFound } from './users.ts';

const PASSWORD = 'Wode-shuzhuo-2026';

let product: RunningProduct;
let browser: Browser;
let userCount = 0;

beforeAll(async () => {
  product = await openProduct();
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/**
 * Creates a user and returns the phone number. `isNotifiedSoon`: whether the number must be able to receive an SMS within the first minute.
 */
const createUser = async (isNotifiedSoon = false): Promise<string> => {
  userCount += 1;
  const tel = `1377777000${userCount}`;
  if (isNotifiedSoon) await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
  else await createReader(product, tel, PASSWORD);
  return tel;
};

const openTestPage = async (tel: string, size: SizeName): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  await testPage.page.goto(`${product.url}/user`);
  await testPage.page.getByRole('heading', { name: '登录与安全' }).waitFor();
  return testPage;
};

const newestCode = async (tel: string, sentBefore: number): Promise<string> =>
  untilFound('the SMS code', async () => {
    const mine = (await readOutbox(product.dataDir, 'sms')).filter((entry) => entry['tel'] === tel);
    return mine.length > sentBefore ? (mine.at(-1)?.['code'] as string) : undefined;
  });

const sentTo = async (tel: string): Promise<number> =>
  (await readOutbox(product.dataDir, 'sms')).filter((entry) => entry['tel'] === tel).length;

/** Solves the captcha in `dialog` and requests a code with the button at `index`. Returns the code. */
const askForCode = async (page: Page, dialog: Locator, tel: string, index = 0): Promise<string> => {
  const before = await sentTo(tel);
  await dialog.getByRole('button', { name: '获取验证码' }).nth(index).click();
  return newestCode(tel, before).then(async (code) => {
    await page
      .getByText(/^验证码已发送至/)
      .first()
      .waitFor();
    return code;
  });
};

/** Returns a picture of two colors, as a camera would send it: larger than shown, not square. */
const aPicture = async (page: Page): Promise<Buffer> => {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1200;
    canvas.height = 800;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#2c5f7a';
    context.fillRect(0, 0, 1200, 800);
    context.fillStyle = '#e8b04b';
    context.beginPath();
    context.arc(600, 400, 260, 0, Math.PI * 2);
    context.fill();
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
};

describe('the account page', () => {
  test.each(['desktop', 'phone'] as const)('is complete and accessible, also its dialogs (%s)', async (size) => {
    const { page, context, problems, picture } = await openTestPage(await createUser(), size);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('center');
    for (const [button, title] of [
      ['更换手机号', '更换手机号'],
      ['修改密码', '修改密码'],
      ['申请注销', '申请注销账号'],
      ['更换头像', '更换头像'],
    ] as const) {
      await page.getByRole('button', { name: button }).press('Enter');
      await page.getByRole('dialog', { name: title }).waitFor();
      expect(await accessibilityProblemsOf(page)).toEqual([]);
      await picture(`dialog-${title}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)).toBe(
        button,
      );
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test('changes the nickname and the avatar, which are shown everywhere, and the avatar is served safely', async () => {
    const { page, context, problems, picture } = await openTestPage(await createUser(), 'desktop');
    await page.getByRole('button', { name: '修改昵称' }).click();
    await page.getByRole('textbox', { name: '昵称' }).fill('读书人 𠮷');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '读书人 𠮷' }).waitFor();

    await page.getByRole('button', { name: '更换头像' }).click();
    const dialog = page.getByRole('dialog', { name: '更换头像' });
    await dialog.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aPicture(page) });
    const crop = dialog.getByRole('button', { name: /头像取景/ });
    await crop.focus();
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    await picture('avatar-crop');
    await dialog.getByRole('button', { name: '使用这张' }).click();
    await dialog.waitFor({ state: 'detached' });
    const shown = page.getByRole('banner').locator('img[width="26"]');
    await shown.waitFor();
    const address = new URL((await shown.getAttribute('src')) ?? '', product.url);
    const served = await fetch(address);
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-type')).toMatch(/^image\/(webp|png)$/);
    await picture('with-avatar');
    await page.reload();
    await page.getByRole('heading', { name: '读书人 𠮷' }).waitFor();
    await shown.waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('lists another device and signs it out', async () => {
    const tel = await createUser(true);
    const { page, context, problems, picture } = await openTestPage(tel, 'desktop');
    const desktopClient = await signIn(product, tel, 'pc');
    await page.reload();
    const devices = page.getByRole('region', { name: '已登录的设备' });
    await devices.getByText('电脑客户端', { exact: true }).waitFor();
    await picture('two-devices');
    await devices.getByRole('button', { name: /退出登录$/ }).click();
    await devices.getByText('电脑客户端', { exact: true }).waitFor({ state: 'detached' });
    const after = await fetch(product.url + getUserInfo.path, { headers: desktopClient.headers });
    expect(await after.json()).toMatchObject({ code: 'requestLogin' });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('changes the phone number after both numbers are verified', async () => {
    const tel = await createUser(true);
    const next = '13766660009';
    const testPage = await openTestPage(tel, 'phone');
    const { page, context, problems, picture } = testPage;
    const captchas = followCaptchas(page);
    await page.getByRole('button', { name: '更换手机号' }).click();
    const dialog = page.getByRole('dialog', { name: '更换手机号' });
    const typeCaptcha = async (): Promise<void> =>
      dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
    await typeCaptcha();
    const oldCode = await askForCode(page, dialog, tel);
    await dialog.getByLabel('原手机号验证码').fill(oldCode);
    await picture('change-phone-old');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await dialog.getByLabel('新手机号', { exact: true }).fill(next);
    await typeCaptcha();
    await dialog.getByLabel('新手机号验证码').fill(await askForCode(page, dialog, next));
    await picture('change-phone');
    await dialog.getByRole('button', { name: '确定' }).click();
    await page.getByText('137****0009', { exact: true }).waitFor();
    captchas.stop();
    expect(problems).toEqual([]);
    await context.close();
    const again = await visit(browser, 'desktop');
    await again.page.goto(product.url);
    await signInByPassword(product, again.page, next, PASSWORD);
    await again.page.goto(`${product.url}/user`);
    await again.page.getByText('137****0009', { exact: true }).waitFor();
    await again.context.close();
  });

  test('exports all data of the user, with progress, and offers it as a download', async () => {
    const { page, context, problems, picture } = await openTestPage(await createUser(), 'desktop');
    await page.getByRole('button', { name: '开始导出' }).click();
    await page.getByText(/^已打包/).waitFor({ timeout: 60_000 });
    await picture('export-ready');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('requests erasure of the account, and keeps the account when the request is withdrawn', async () => {
    const tel = await createUser(true);
    const { page, context, problems, picture } = await openTestPage(tel, 'tablet');
    const captchas = followCaptchas(page);
    await page.getByRole('button', { name: '申请注销' }).click();
    const dialog = page.getByRole('dialog', { name: '申请注销账号' });
    await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
    await dialog.getByLabel('短信验证码').fill(await askForCode(page, dialog, tel));
    await dialog.getByRole('button', { name: '我已了解，申请注销' }).click();
    await page.getByText(/^您已申请注销账号/).waitFor();
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor();
    captchas.stop();
    await signInByPassword(product, page, tel, PASSWORD);
    await page.goto(`${product.url}/user`);
    await page.getByRole('button', { name: '撤销注销' }).waitFor();
    await picture('closing');
    await page.getByRole('button', { name: '撤销注销' }).click();
    await page.getByRole('button', { name: '申请注销' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
