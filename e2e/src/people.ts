/** Signing in as a person does it: in the dialog, reading the captcha and the code where the demo puts them. */
import { AUTHORIZATION_SCHEME, getCaptcha, type Operation, type OutputOf, SUCCESS } from '@shufang/contract';
import { type Product, readOutbox } from '@shufang/dev-env';
import type { Locator, Page, Response } from 'playwright-core';

/** design.md §7: one of the demo people, who owns the paid demo books. */
export const DEMO_READER = { tel: '13800000001', password: 'Shufang-2026' } as const;

export const untilFound = async <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Follows which captcha each picture belongs to: a form may draw another one at any time. */
export const followCaptchas = (page: Page): { keyOf: (image: string) => string | undefined; stop: () => void } => {
  const keys = new Map<string, string>();
  const follow = async (response: Response): Promise<void> => {
    if (!response.url().includes(getCaptcha.path) || !response.ok()) return;
    const { payload } = (await response.json()) as { payload: { key: string; img: string } };
    keys.set(payload.img, payload.key);
  };
  // A page that is left while an answer is read has no use for it.
  const listen = (response: Response): void => void follow(response).catch(() => undefined);
  page.on('response', listen);
  return { keyOf: (image) => keys.get(image), stop: () => page.off('response', listen) };
};

/** The characters of the picture that is on the screen. */
export const readCaptcha = (product: Product, dialog: Locator, keyOf: (image: string) => string | undefined): Promise<string> =>
  untilFound('the captcha', async () => {
    const image = dialog.getByAltText('图形验证码图片');
    if (!(await image.isVisible())) return undefined;
    const key = keyOf((await image.getAttribute('src')) ?? '');
    const drawn = key === undefined ? undefined : (await readOutbox(product.dataDir, 'captcha')).find((entry) => entry['key'] === key);
    return drawn?.['answer'] as string | undefined;
  });

const openDialog = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: '登录' });
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  return dialog;
};

/** Opens the dialog by the title bar's button and signs in with an SMS code. The page reloads at the end. */
export const signInBySms = async (product: Product, page: Page, tel: string): Promise<void> => {
  const sent = (await readOutbox(product.dataDir, 'sms')).length;
  const captchas = followCaptchas(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel('手机号', { exact: true }).fill(tel);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const code = await untilFound('the SMS code', async () => {
    const entries = await readOutbox(product.dataDir, 'sms');
    return entries.length > sent ? (entries.at(-1)?.['code'] as string) : undefined;
  });
  await dialog.getByLabel('短信验证码').fill(code);
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '登录', exact: true }).click()]);
  captchas.stop();
};

/** The same with a password. */
export const signInByPassword = async (product: Product, page: Page, tel: string, password: string): Promise<void> => {
  const captchas = followCaptchas(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByLabel('手机号', { exact: true }).fill(tel);
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '登录', exact: true }).click()]);
  captchas.stop();
};

/** The token this page calls with: to ask the server as the same person without the page. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('dpAuth') ?? '{}') as { value?: { token?: string } }).value?.token ?? '');

/** Asks the server as this page's person does, without the page; answers the payload, or throws what it was refused with. */
export const callAs = async <Call extends Operation>(
  product: Product,
  page: Page,
  operation: Call,
  input: Record<string, unknown>,
): Promise<OutputOf<Call>> => {
  const headers = {
    authorization: `${AUTHORIZATION_SCHEME} ${await tokenOf(page)}`,
    'x-device-code': await page.evaluate(() => (/Mobile/.test(navigator.userAgent) ? 'mobile' : 'web')),
    'content-type': 'application/json',
  };
  const isPost = operation.method === 'POST';
  const query = isPost ? '' : `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()}`;
  const response = await fetch(`${product.url}${operation.path}${query}`, {
    method: operation.method,
    headers,
    ...(isPost ? { body: JSON.stringify(input) } : {}),
  });
  const { code, message, payload } = (await response.json()) as { code: string; message?: string; payload: OutputOf<Call> };
  if (code !== SUCCESS) throw new Error(`${operation.path}: ${message}`);
  return payload;
};
