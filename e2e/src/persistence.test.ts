/**
 * Tests that input of a reader survives a reload, a lost network, a killed server, a sign-in on another device, and edits on two devices.
 */
import { type Annotation, AUTHORIZATION_SCHEME, pullChanges, type SyncChange } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { clickAt, countHighlights, openBook, pointOfText, selectText } from './reading.ts';
import { createReader, openSignedIn, signInByPassword, tokenOf } from './users.ts';

const PASSWORD = 'Bu-diu-yi-zi-2026';
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';

let product: Product;
let browser: Browser;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  product = await startProduct();
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const createUser = async (): Promise<string> => {
  userCount += 1;
  const tel = `1393333000${userCount}`;
  await createReader(product, tel, PASSWORD);
  return tel;
};

const openTestPage = async (tel: string, size: 'desktop' | 'phone'): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  await openBook(testPage.page, product.url, bookId, CHAPTER);
  return testPage;
};

const toolbar = (page: Page) => page.getByRole('toolbar', { name: '划线工具' });
const field = (page: Page) => page.getByRole('textbox', { name: '笔记内容' });
const visibleText = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const annotation = async (page: Page, text: string, color = '黄色'): Promise<void> => {
  await selectText(page, text);
  await toolbar(page).getByRole('button', { name: color }).click();
  await toolbar(page).waitFor({ state: 'detached' });
};
const beginNote = async (page: Page, text: string): Promise<void> => {
  await selectText(page, text);
  await toolbar(page).getByRole('button', { name: '写笔记' }).click();
  await field(page).waitFor();
};
/** Opens the note of a highlighted passage. */
const reopenNote = async (page: Page, text: string): Promise<void> => {
  await clickAt(page, await pointOfText(page, text));
  await toolbar(page)
    .getByRole('button', { name: /写笔记|编辑笔记/ })
    .click();
  await field(page).waitFor();
};

/** Returns the annotations stored on the server, requested with the page's token. */
const annotationsOnServer = async (page: Page): Promise<Annotation[]> => {
  const token = await tokenOf(page);
  const device = await page.evaluate(() => (/Mobile/.test(navigator.userAgent) ? 'mobile' : 'web'));
  const response = await fetch(`${product.url}${pullChanges.path}?since=0`, {
    headers: { authorization: `${AUTHORIZATION_SCHEME} ${token}`, 'x-device-code': device },
  });
  const { payload } = (await response.json()) as { payload: { changes: SyncChange[] } };
  return payload.changes.flatMap((change) =>
    change.entity === 'annotation' && change.record.deletedAt === undefined ? [change.record] : [],
  );
};

describe('the input of a reader', () => {
  test('survives a reload before it is saved', async () => {
    const testPage = await openTestPage(await createUser(), 'desktop');
    const { page } = testPage;
    await beginNote(page, '不亦说乎');
    await field(page).fill('还没有写完的一句');
    await page.getByText('草稿已存本机').waitFor();
    await page.reload();
    await openBook(page, product.url, bookId, CHAPTER);
    await expect.poll(() => countHighlights(page)).toBe(1);
    await reopenNote(page, '不亦说乎');
    await page.getByText('已恢复上次没有保存的草稿').waitFor();
    expect(await field(page).inputValue()).toBe('还没有写完的一句');
    await testPage.picture('draft-restored');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(async () => (await annotationsOnServer(page)).map(({ body }) => body)).toEqual(['还没有写完的一句']);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('is stored on the device without a network, with a notice, and sent when the network is back', async () => {
    const testPage = await openTestPage(await createUser(), 'desktop');
    const { page, context } = testPage;
    await visibleText(page, '已同步').waitFor();
    await context.setOffline(true);
    await annotation(page, '有朋自远方来');
    await beginNote(page, '人不知而不愠');
    await field(page).fill('断网时写下的');
    await page.getByRole('button', { name: '保存' }).click();
    await page
      .getByText(/已存本机/)
      .first()
      .waitFor();
    await expect.poll(() => countHighlights(page)).toBe(2);
    await testPage.picture('offline-marks');
    await context.setOffline(false);
    await visibleText(page, '已同步').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await annotationsOnServer(page)).map(({ body }) => body).toSorted()).toEqual(['', '断网时写下的']);
    await context.close();
  });

  test('arrives once and completely when the server is killed while annotations are created', async () => {
    const testPage = await openTestPage(await createUser(), 'desktop');
    const { page } = testPage;
    const passages = ['学而时习之', '有朋自远方来', '人不知而不愠', '巧言令色', '吾日三省吾身', '与朋友交'];
    for (const [index, passage] of passages.entries()) {
      if (index === 2) product.process.kill('SIGKILL');
      await annotation(page, passage, ['黄色', '绿色', '蓝色'][index % 3]);
    }
    await page
      .getByText(/已存本机/)
      .first()
      .waitFor();
    expect(await countHighlights(page)).toBe(passages.length);
    await testPage.picture('server-gone');
    const { dataDir, port } = product;
    product = { ...(await startProduct({ dataDir, port })), dataDir };
    await visibleText(page, '已同步').waitFor({ timeout: 90_000 });
    const annotations = await annotationsOnServer(page);
    expect(annotations.map(({ target }) => target.quote.exact).toSorted()).toEqual(passages.toSorted());
    expect(new Set(annotations.map(({ id }) => id)).size).toBe(passages.length);
    await page.reload();
    await openBook(page, product.url, bookId, CHAPTER);
    await expect.poll(() => countHighlights(page)).toBe(passages.length);
    await testPage.context.close();
  });

  test('is preserved when a sign-in on another device ends the session, with one alert', async () => {
    const tel = await createUser();
    const testPage = await openTestPage(tel, 'desktop');
    const { page } = testPage;
    await visibleText(page, '已同步').waitFor();
    await beginNote(page, '不亦说乎');
    await field(page).fill('正在写的时候被登出');
    await page.getByText('草稿已存本机').waitFor();
    const other = await visit(browser, 'desktop');
    await openSignedIn(product, other.page, tel, PASSWORD);

    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('检测到账号在同类型设备登录，请重新登录').waitFor({ timeout: 60_000 });
    expect(await page.getByRole('alertdialog').count()).toBe(1);
    await testPage.picture('kicked-out');
    await alert.getByRole('button', { name: '重新登录' }).click();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await signInByPassword(product, page, tel, PASSWORD);
    await openBook(page, product.url, bookId, CHAPTER);
    await expect.poll(() => countHighlights(page)).toBe(1);
    await reopenNote(page, '不亦说乎');
    await expect.poll(() => field(page).inputValue()).toBe('正在写的时候被登出');
    await page.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(async () => (await annotationsOnServer(page)).map(({ body }) => body), { timeout: 60_000 })
      .toEqual(['正在写的时候被登出']);
    await other.context.close();
    await testPage.context.close();
  });

  test('is preserved from both devices that edit the same note', async () => {
    const tel = await createUser();
    const desktop = await openTestPage(tel, 'desktop');
    const phone = await openTestPage(tel, 'phone');
    await beginNote(desktop.page, '不亦说乎');
    await field(desktop.page).fill('第一稿');
    await desktop.page.getByRole('button', { name: '保存' }).click();
    await visibleText(desktop.page, '已同步').waitFor();
    await expect.poll(() => countHighlights(phone.page)).toBe(1);

    await desktop.context.setOffline(true);
    await reopenNote(desktop.page, '不亦说乎');
    await field(desktop.page).fill('电脑上改的');
    await desktop.page.getByRole('button', { name: '保存' }).click();
    await reopenNote(phone.page, '不亦说乎');
    await field(phone.page).fill('手机上改的');
    await phone.picture('note-on-phone');
    await phone.page.getByRole('button', { name: '保存' }).click();
    await expect.poll(async () => (await annotationsOnServer(phone.page)).map(({ body }) => body)).toEqual(['手机上改的']);
    await desktop.context.setOffline(false);
    await expect
      .poll(
        async () =>
          (await annotationsOnServer(phone.page))
            .flatMap(({ body, otherBodies = [] }) => [body, ...otherBodies.map((other) => other.body)])
            .toSorted(),
        { timeout: 60_000 },
      )
      .toEqual(['手机上改的', '电脑上改的']);
    await visibleText(desktop.page, '已同步').waitFor({ timeout: 60_000 });
    await reopenNote(desktop.page, '不亦说乎');
    await desktop.page.getByText('另一设备上的文字').waitFor();
    await desktop.picture('both-texts-kept');
    await desktop.context.close();
    await phone.context.close();
  });
});
