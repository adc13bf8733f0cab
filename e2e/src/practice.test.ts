/** Practice questions of the demo textbook: answered in the flow of a chapter, also offline, and the same on the next device. */
import { AUTHORIZATION_SCHEME, pullChanges, type SyncChange } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, sizes, type TestPage, visit } from './browser.ts';
import { openBook, untilAtRest, visibleText } from './reading.ts';
import { createReader, openSignedIn, tokenOf } from './users.ts';

const READER = { tel: '13946660001', password: 'Lianxi-zuoti-2026' };
const CHAPTER = '?href=EPUB%2Ftext%2Fch01.xhtml';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  await createReader(product, READER.tel, READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Turns pages until this text is visible. */
const turnTo = async (page: Page, text: string): Promise<void> => {
  for (let turns = 0; !(await visibleText(page)).includes(text); turns += 1) {
    if (turns === 40) throw new Error(`no page with ${text}`);
    await page.keyboard.press('PageDown');
    await untilAtRest(page);
  }
};

/** Focuses the button of a question by its place in the document, and opens it by keyboard, as a reader does who uses no mouse. */
const openQuestion = async (page: Page, id: string): Promise<void> => {
  for (const frame of page.frames()) {
    const hasFocus = await frame.evaluate((itemId) => {
      const button = document.getElementById(itemId)?.querySelector<HTMLElement>('button');
      button?.focus();
      return button !== undefined && button !== null;
    }, id);
    if (hasFocus) break;
  }
  await page.keyboard.press('Enter');
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const seen = async ({ page, picture }: TestPage, name: string): Promise<void> => {
  for (const [size, box] of Object.entries(sizes)) {
    await page.setViewportSize(box);
    await untilAtRest(page);
    await picture(`${name}-${size}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
  await untilAtRest(page);
};
const answersOnServer = async (page: Page): Promise<Record<string, string>> => {
  const headers = { authorization: `${AUTHORIZATION_SCHEME} ${await tokenOf(page)}`, 'x-device-code': 'web' };
  const { payload } = (await (await fetch(`${product.url}${pullChanges.path}?since=0`, { headers })).json()) as {
    payload: { changes: SyncChange[] };
  };
  return Object.fromEntries(
    payload.changes.flatMap((change) => (change.entity === 'practiceAnswer' ? [[change.record.itemId, change.record.answer.verdict]] : [])),
  );
};

test('questions are answered in the chapter by keyboard, one of them offline, and are known on another device', async () => {
  const first = await visit(browser, 'desktop');
  const { page, context } = first;
  await openSignedIn(product, page, READER.tel, READER.password);
  await openBook(page, product.url, bookId, CHAPTER);
  await turnTo(page, '下面的程序会显示什么');
  await seen(first, 'in-the-chapter');

  await openQuestion(page, 'ex-1-2');
  const choice = dialog(page, '单选题');
  await choice.getByRole('radio', { name: /^C．两行/ }).check();
  await choice.getByRole('button', { name: '检查答案' }).click();
  await choice.getByText('没有答对').waitFor();
  await seen(first, 'wrong');
  await choice.getByRole('button', { name: '再做一次' }).click();
  await choice.getByRole('radio', { name: /^B．两行/ }).check();
  await page.keyboard.press('Enter');
  await choice.getByText('答对了').waitFor();
  await choice.getByText('第二行代码是注释').waitFor();
  await seen(first, 'correct');
  await expect.poll(() => answersOnServer(page), { timeout: 60_000 }).toEqual({ 'ex-1-2': 'correct' });
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });

  await context.setOffline(true);
  await openQuestion(page, 'ex-1-1');
  const general = dialog(page, '简答题');
  await general.getByRole('textbox', { name: '您的答案' }).fill('把代码逐句变成计算机能执行的动作。');
  await general.getByRole('button', { name: '对照参考答案' }).click();
  await general.getByText('解释器逐句读入代码').waitFor();
  await seen(first, 'compared');
  await general.getByRole('button', { name: '做对了' }).click();
  await general.getByText('答案已存本机').waitFor();
  await general.getByRole('button', { name: '回到书中' }).click();
  await context.setOffline(false);
  await expect.poll(() => answersOnServer(page), { timeout: 60_000 }).toEqual({ 'ex-1-1': 'correct', 'ex-1-2': 'correct' });
  expect(first.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([]);
  await context.close();

  const second = await visit(browser, 'phone');
  await openSignedIn(product, second.page, READER.tel, READER.password);
  await openBook(second.page, product.url, bookId, CHAPTER);
  await turnTo(second.page, '下面的程序会显示什么');
  await openQuestion(second.page, 'ex-1-2');
  await dialog(second.page, '单选题')
    .getByText(/做对了；共做 2 次/)
    .waitFor();
  await second.picture('on-the-next-device');
  expect(second.problems).toEqual([]);
  await second.context.close();
});
