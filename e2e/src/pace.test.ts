/** Faster than a person reads (decision 0005): the sixty-first chapter of a minute is told to wait for, nothing is lost, and it comes by itself. */
import { LIMITS } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEpub, makeFolder } from '../../apps/server/src/features/media/testing/make-epub.ts';
import { launchBrowser, type SizeName, visit } from './browser.ts';
import { fetchContent } from './content-address.ts';
import { signInByPassword } from './people.ts';
import {
  clickAt,
  countHighlights,
  openBook,
  pointOfText,
  pressLongOn,
  selectText,
  tapZone,
  untilPlaceKept,
  untilText,
  visibleText,
} from './reading.ts';

const PASSWORD = 'Yi-mu-shi-hang-2026';
const NOTICE = '翻阅过快，请稍等片刻，内容会自动显示';
const CHAPTERS = 240;
const MINUTE_MS = 60_000;
const hrefOf = (chapter: number): string => `OEBPS/c${chapter}.xhtml`;
const wordsOf = (chapter: number): string => `这是第${chapter}章的正文`;

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const folder = makeFolder();
  const chapters = Array.from(
    { length: CHAPTERS },
    (_, index) => [`第 ${index + 1} 章`, `${wordsOf(index + 1)}，写来只为了数一数。`, '读书不怕慢，只怕站。'] as const,
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

/** Uses up the minute as a program would, with the reader's own ticket; answers how many chapters it was given before it was told to wait. */
const readTooFast = async (page: Page): Promise<number> => {
  const address =
    page
      .frames()
      .find((frame) => frame.url().includes('/~c/'))
      ?.url() ?? '';
  const base = address.slice(0, address.indexOf('OEBPS/'));
  // Every third: neighbours of a counted chapter are free.
  for (let given = 0, chapter = 20; chapter < CHAPTERS - 20; given += 1, chapter += 3) {
    const { status, text } = await fetchContent(base + hrefOf(chapter));
    if (status === 429) return given;
    expect({ chapter, status, hasText: text.includes(wordsOf(chapter)) }).toEqual({ chapter, status: 200, hasText: true });
  }
  throw new Error('nobody said that this was too fast');
};

const goByContents = async (page: Page, chapter: number, size: SizeName): Promise<void> => {
  const contents = page.getByRole('dialog', { name: '目录' });
  const opener = page.getByRole('button', { name: '目录', exact: true }).first();
  if (size === 'phone' && !(await opener.isVisible())) await tapZone(page, 0.5);
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

/** The browser writes down every refused document by itself. */
const isOwnFault = (fault: string): boolean => !/status of 429/.test(fault);

describe.each(['desktop', 'phone'] as const)('reading too fast on a %s', (size) => {
  test('is told once, keeps place and marks, and goes on by itself', async () => {
    const tel = size === 'desktop' ? '13955550001' : '13955550002';
    await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
    const visitor = await visit(browser, size);
    const { page } = visitor;
    const notice = page.getByText(NOTICE);
    const toolbar = page.getByRole('toolbar', { name: '划线工具' });
    await page.goto(product.url);
    await signInByPassword(product, page, tel, PASSWORD);
    await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(5))}`);
    await untilPlaceKept(page);

    const given = await readTooFast(page);
    expect(given).toBeLessThan(LIMITS.chaptersPerMinute);
    expect(given).toBeGreaterThan(LIMITS.chaptersPerMinute - 5);
    await goByContents(page, 235, size);
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    expect(await visibleText(page)).toContain(wordsOf(5));
    await visitor.picture('told-to-wait');

    // The panel goes and the page is laid out anew: the reader still waits for the same chapter, and may write meanwhile.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '目录' }).waitFor({ state: 'detached' });
    await (size === 'phone' ? pressLongOn(page, wordsOf(5)) : selectText(page, wordsOf(5)));
    await toolbar.getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).fill('等的时候记一笔');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });
    await expect.poll(() => countHighlights(page)).toBe(1);
    expect(await notice.isVisible()).toBe(true);
    await visitor.picture('still-waiting');

    await passMinute();
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(wordsOf(235));
    await notice.waitFor({ state: 'detached' });
    await visitor.picture('gone-on');
    // Everything is where it was left.
    await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(5))}`);
    await expect.poll(() => countHighlights(page)).toBe(1);
    await clickAt(page, await pointOfText(page, wordsOf(5)));
    await toolbar.getByRole('button', { name: '编辑笔记' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: '笔记内容' }).inputValue()).toBe('等的时候记一笔');
    expect(visitor.faults.filter(isOwnFault)).toEqual([]);
    await visitor.context.close();
  });

  test('a book opened meanwhile waits at the place asked for, and shows the kept one at once', async () => {
    const tel = size === 'desktop' ? '13955550003' : '13955550004';
    await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
    const visitor = await visit(browser, size);
    const { page } = visitor;
    const notice = page.getByText(NOTICE);
    await page.goto(product.url);
    await signInByPassword(product, page, tel, PASSWORD);
    await openBook(page, product.url, bookId, `?href=${encodeURIComponent(hrefOf(7))}`);
    await untilPlaceKept(page);
    await readTooFast(page);

    await page.reload();
    await untilText(page);
    expect(await visibleText(page)).toContain(wordsOf(7));
    expect(await notice.count()).toBe(0);

    await page.goto(`${product.url}/course/learning/${bookId}?href=${encodeURIComponent(hrefOf(233))}`);
    await notice.waitFor();
    await visitor.picture('opened-while-waiting');
    await passMinute();
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(wordsOf(233));
    await notice.waitFor({ state: 'detached' });
    expect(visitor.faults.filter(isOwnFault)).toEqual([]);
    await visitor.context.close();
  });
});
