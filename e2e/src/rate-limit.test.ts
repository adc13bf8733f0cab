/**
 * Reading faster than the rate limit (decision 0005): the sixty-first chapter within a minute shows a message and is loaded automatically
 * after the wait; no input is lost.
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEpub, makeTemporaryFolder } from '../../apps/server/src/features/publication/testing/make-epub.ts';
import { READING_LIMITS } from '../../apps/server/src/features/reading/limits.ts';
import { launchBrowser, type SizeName, visit } from './browser.ts';
import { fetchContent } from './content-address.ts';
import {
  clickAt,
  countHighlights,
  openBook,
  pointOfText,
  pressLongOn,
  selectText,
  tapZone,
  visibleText,
  waitForPositionSaved,
} from './reading.ts';
import { signInByPassword } from './users.ts';

const PASSWORD = 'Yi-mu-shi-hang-2026';
const NOTICE = '翻阅过快，请稍等片刻，内容会自动显示';
const CHAPTERS = 240;
const MINUTE_MS = 60_000;
const hrefOf = (chapter: number): string => `OEBPS/c${chapter}.xhtml`;
const textOf = (chapter: number): string => `这是第${chapter}章的正文`;

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const folder = makeTemporaryFolder();
  // Longer than a poem, so that no chapter is loaded because it could share a page with another.
  const proverbs = '读书不怕慢，只怕站。'.repeat(25);
  const chapters = Array.from(
    { length: CHAPTERS },
    (_, index) => [`第 ${index + 1} 章`, `${textOf(index + 1)}，写来只为了数一数。`, proverbs] as const,
  );
  const metadata =
    '<dc:identifier id="id">urn:uuid:0b6b1d9e-5d0a-4c7e-9a55-2f9d7a3c0005</dc:identifier><dc:title>二百四十章</dc:title><dc:language>zh-CN</dc:language>';
  const [job] = (await product.command('import', folder.file('chapters.epub', makeEpub({ metadata, chapters })), '--publish')) as {
    bookId: string;
  }[];
  folder.remove();
  bookId = job?.bookId ?? '';
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/**
 * Uses up the rate limit by requests with the reader's own content ticket. Returns the number of chapters loaded before the limit was
 * reached.
 */
const readTooFast = async (page: Page): Promise<number> => {
  const address =
    page
      .frames()
      .find((frame) => frame.url().includes('/~c/'))
      ?.url() ?? '';
  const base = address.slice(0, address.indexOf('OEBPS/'));
  // Requests every third chapter: a chapter next to one that was counted a moment ago does not count towards the rate limit.
  for (let given = 0, chapter = 20; chapter < CHAPTERS - 20; given += 1, chapter += 3) {
    const { status, text } = await fetchContent(base + hrefOf(chapter));
    if (status === 429) return given;
    expect({ chapter, status, hasText: text.includes(textOf(chapter)) }).toEqual({ chapter, status: 200, hasText: true });
  }
  throw new Error('no call was rejected by the rate limit');
};

const goByContents = async (page: Page, chapter: number, size: SizeName): Promise<void> => {
  const contents = page.getByRole('dialog', { name: '目录' });
  const opener = page.getByRole('button', { name: '目录', exact: true }).first();
  if (size === 'phone' && (await page.locator('[data-bars="hidden"]').isVisible())) await tapZone(page, 0.5);
  await opener.click();
  await contents.getByRole('searchbox', { name: '筛选目录' }).fill(`第 ${chapter} 章`);
  await contents.getByRole('button', { name: `第 ${chapter} 章`, exact: true }).click();
};

const passMinute = async (): Promise<void> => {
  const response = await fetch(`${product.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: MINUTE_MS }),
  });
  expect(response.status).toBe(200);
};

/** The browser logs every rejected document as an error. */
const isOtherProblem = (problem: string): boolean => !/status of 429/.test(problem);

describe.each(['desktop', 'phone'] as const)('reading faster than the rate limit on a %s', (size) => {
  test('shows one message, preserves position and annotations, and continues automatically', async () => {
    const tel = size === 'desktop' ? '13955550001' : '13955550002';
    await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
    const testPage = await visit(browser, size);
    const { page } = testPage;
    const notice = page.getByText(NOTICE);
    const toolbar = page.getByRole('toolbar', { name: '划线工具' });
    await page.goto(product.url);
    await signInByPassword(product, page, tel, PASSWORD);
    await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(5))}`);
    await waitForPositionSaved(page);

    const given = await readTooFast(page);
    expect(given).toBeLessThan(READING_LIMITS.chaptersPerMinute);
    expect(given).toBeGreaterThan(READING_LIMITS.chaptersPerMinute - 5);
    await goByContents(page, 235, size);
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    expect(await visibleText(page)).toContain(textOf(5));
    await testPage.picture('told-to-wait');

    // Closing the panel lays out the page again: the reader still waits for the same chapter and can annotate in the meantime.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '目录' }).waitFor({ state: 'detached' });
    await (size === 'phone' ? pressLongOn(page, textOf(5)) : selectText(page, textOf(5)));
    await toolbar.getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).fill('等的时候记一笔');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });
    await expect.poll(() => countHighlights(page)).toBe(1);
    expect(await notice.isVisible()).toBe(true);
    await testPage.picture('still-waiting');

    await passMinute();
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(textOf(235));
    await notice.waitFor({ state: 'detached' });
    await testPage.picture('gone-on');
    // The annotation that was made during the wait must still exist.
    await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(5))}`);
    await expect.poll(() => countHighlights(page)).toBe(1);
    await clickAt(page, await pointOfText(page, textOf(5)));
    await toolbar.getByRole('button', { name: '编辑笔记' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: '笔记内容' }).inputValue()).toBe('等的时候记一笔');
    expect(testPage.problems.filter(isOtherProblem)).toEqual([]);
    await testPage.context.close();
  });

  test('a book opened meanwhile waits at the requested position, and shows a cached one immediately', async () => {
    const tel = size === 'desktop' ? '13955550003' : '13955550004';
    await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
    const testPage = await visit(browser, size);
    const { page } = testPage;
    const notice = page.getByText(NOTICE);
    await page.goto(product.url);
    await signInByPassword(product, page, tel, PASSWORD);
    await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(7))}`);
    await waitForPositionSaved(page);
    await readTooFast(page);

    await page.reload();
    await expect.poll(() => visibleText(page)).toContain(textOf(7));
    expect(await notice.count()).toBe(0);

    await page.goto(`${product.url}/course/learning/${bookId}?href=${encodeURIComponent(hrefOf(233))}`);
    await notice.waitFor();
    await testPage.picture('opened-while-waiting');
    await passMinute();
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(textOf(233));
    await notice.waitFor({ state: 'detached' });
    expect(testPage.problems.filter(isOtherProblem)).toEqual([]);
    await testPage.context.close();
  });
});

test('an entry of the contents is loaded while it is pressed, before the click that opens it', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(5))}`);
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  const contents = page.getByRole('dialog', { name: '目录' });
  await contents.getByRole('searchbox', { name: '筛选目录' }).fill('第 200 章');
  await contents.getByRole('button', { name: '第 200 章', exact: true }).hover();
  const requested = page.waitForRequest((request) => request.url().endsWith(hrefOf(200)));
  await page.mouse.down();
  await requested;
  expect(await visibleText(page)).toContain(textOf(5));
  await page.mouse.up();
  await expect.poll(() => visibleText(page)).toContain(textOf(200));
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});
