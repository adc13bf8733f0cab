/** Nothing a reader typed is lost: by a reload, without a network, by a killed server, by a sign-in elsewhere, by two devices at once. */
import { type Annotation, AUTHORIZATION_SCHEME, pullChanges, type SyncChange } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { arriveAs, makeReader, signInByPassword, tokenOf } from './people.ts';
import { clickAt, countHighlights, openBook, pointOfText, selectText } from './reading.ts';

const PASSWORD = 'Bu-diu-yi-zi-2026';
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';

let product: Product;
let browser: Browser;
let bookId: string;
let peopleMade = 0;

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

const makePerson = async (): Promise<string> => {
  peopleMade += 1;
  const tel = `1393333000${peopleMade}`;
  await makeReader(product, tel, PASSWORD);
  return tel;
};

const arrive = async (tel: string, size: 'desktop' | 'phone'): Promise<Visitor> => {
  const visitor = await visit(browser, size);
  await arriveAs(product, visitor.page, tel, PASSWORD);
  await openBook(visitor.page, product.url, bookId, CHAPTER);
  return visitor;
};

const toolbar = (page: Page) => page.getByRole('toolbar', { name: '划线工具' });
const field = (page: Page) => page.getByRole('textbox', { name: '笔记内容' });
const standing = (page: Page, words: string) => page.getByText(words, { exact: true }).first();
const mark = async (page: Page, text: string, color = '黄色'): Promise<void> => {
  await selectText(page, text);
  await toolbar(page).getByRole('button', { name: color }).click();
  await toolbar(page).waitFor({ state: 'detached' });
};
const beginNote = async (page: Page, text: string): Promise<void> => {
  await selectText(page, text);
  await toolbar(page).getByRole('button', { name: '写笔记' }).click();
  await field(page).waitFor();
};
/** Opens the note of a passage that is marked already. */
const reopenNote = async (page: Page, text: string): Promise<void> => {
  await clickAt(page, await pointOfText(page, text));
  await toolbar(page)
    .getByRole('button', { name: /写笔记|编辑笔记/ })
    .click();
  await field(page).waitFor();
};

/** The marks as any program sees them over the wire, with the page's own token. */
const marksOnServer = async (page: Page): Promise<Annotation[]> => {
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

describe('what a reader typed', () => {
  test('survives a reload before it was saved', async () => {
    const visitor = await arrive(await makePerson(), 'desktop');
    const { page } = visitor;
    await beginNote(page, '不亦说乎');
    await field(page).fill('还没有写完的一句');
    await page.getByText('草稿已存本机').waitFor();
    await page.reload();
    await openBook(page, product.url, bookId, CHAPTER);
    await expect.poll(() => countHighlights(page)).toBe(1);
    await reopenNote(page, '不亦说乎');
    await page.getByText('已恢复上次没有保存的草稿').waitFor();
    expect(await field(page).inputValue()).toBe('还没有写完的一句');
    await visitor.picture('draft-restored');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(async () => (await marksOnServer(page)).map(({ body }) => body)).toEqual(['还没有写完的一句']);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });

  test('waits on this device without a network, and says so, and is sent when there is one', async () => {
    const visitor = await arrive(await makePerson(), 'desktop');
    const { page, context } = visitor;
    await standing(page, '已同步').waitFor();
    await context.setOffline(true);
    await mark(page, '有朋自远方来');
    await beginNote(page, '人不知而不愠');
    await field(page).fill('断网时写下的');
    await page.getByRole('button', { name: '保存' }).click();
    await page
      .getByText(/已存本机/)
      .first()
      .waitFor();
    await expect.poll(() => countHighlights(page)).toBe(2);
    await visitor.picture('offline-marks');
    await context.setOffline(false);
    await standing(page, '已同步').waitFor({ timeout: 30_000 });
    await expect.poll(async () => (await marksOnServer(page)).map(({ body }) => body).toSorted()).toEqual(['', '断网时写下的']);
    await context.close();
  });

  test('arrives once and whole though the server was killed while marks were made', async () => {
    const visitor = await arrive(await makePerson(), 'desktop');
    const { page } = visitor;
    const passages = ['学而时习之', '有朋自远方来', '人不知而不愠', '巧言令色', '吾日三省吾身', '与朋友交'];
    for (const [index, passage] of passages.entries()) {
      if (index === 2) product.process.kill('SIGKILL');
      await mark(page, passage, ['黄色', '绿色', '蓝色'][index % 3]);
    }
    await page
      .getByText(/已存本机/)
      .first()
      .waitFor();
    expect(await countHighlights(page)).toBe(passages.length);
    await visitor.picture('server-gone');
    const { dataDir, port } = product;
    product = { ...(await startProduct({ dataDir, port })), dataDir };
    await standing(page, '已同步').waitFor({ timeout: 90_000 });
    const marks = await marksOnServer(page);
    expect(marks.map(({ target }) => target.quote.exact).toSorted()).toEqual(passages.toSorted());
    expect(new Set(marks.map(({ id }) => id)).size).toBe(passages.length);
    await page.reload();
    await openBook(page, product.url, bookId, CHAPTER);
    await expect.poll(() => countHighlights(page)).toBe(passages.length);
    await visitor.context.close();
  });

  test('is still there after a sign-in elsewhere ended the session, and one alert tells of it', async () => {
    const tel = await makePerson();
    const visitor = await arrive(tel, 'desktop');
    const { page } = visitor;
    await standing(page, '已同步').waitFor();
    await beginNote(page, '不亦说乎');
    await field(page).fill('正在写的时候被登出');
    await page.getByText('草稿已存本机').waitFor();
    const other = await visit(browser, 'desktop');
    await arriveAs(product, other.page, tel, PASSWORD);

    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('检测到账号在同类型设备登录，请重新登录').waitFor({ timeout: 40_000 });
    expect(await page.getByRole('alertdialog').count()).toBe(1);
    await visitor.picture('kicked-out');
    await alert.getByRole('button', { name: '确定' }).click();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await signInByPassword(product, page, tel, PASSWORD);
    await openBook(page, product.url, bookId, CHAPTER);
    await expect.poll(() => countHighlights(page)).toBe(1);
    await reopenNote(page, '不亦说乎');
    await expect.poll(() => field(page).inputValue()).toBe('正在写的时候被登出');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(async () => (await marksOnServer(page)).map(({ body }) => body), { timeout: 20_000 }).toEqual(['正在写的时候被登出']);
    await other.context.close();
    await visitor.context.close();
  });

  test('is kept from both when two devices rewrite the same note', async () => {
    const tel = await makePerson();
    const desk = await arrive(tel, 'desktop');
    const phone = await arrive(tel, 'phone');
    await beginNote(desk.page, '不亦说乎');
    await field(desk.page).fill('第一稿');
    await desk.page.getByRole('button', { name: '保存' }).click();
    await standing(desk.page, '已同步').waitFor();
    await expect.poll(() => countHighlights(phone.page)).toBe(1);

    await desk.context.setOffline(true);
    await reopenNote(desk.page, '不亦说乎');
    await field(desk.page).fill('电脑上改的');
    await desk.page.getByRole('button', { name: '保存' }).click();
    await reopenNote(phone.page, '不亦说乎');
    await field(phone.page).fill('手机上改的');
    await phone.picture('note-on-phone');
    await phone.page.getByRole('button', { name: '保存' }).click();
    await expect.poll(async () => (await marksOnServer(phone.page)).map(({ body }) => body)).toEqual(['手机上改的']);
    await desk.context.setOffline(false);
    await expect
      .poll(
        async () =>
          (await marksOnServer(phone.page))
            .flatMap(({ body, otherBodies = [] }) => [body, ...otherBodies.map((other) => other.body)])
            .toSorted(),
        { timeout: 30_000 },
      )
      .toEqual(['手机上改的', '电脑上改的']);
    await standing(desk.page, '已同步').waitFor({ timeout: 30_000 });
    await reopenNote(desk.page, '不亦说乎');
    await desk.page.getByText('另一设备上的文字').waitFor();
    await desk.picture('both-texts-kept');
    await desk.context.close();
    await phone.context.close();
  });
});
