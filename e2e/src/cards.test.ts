/** Review cards: made from annotations, rated by keyboard and offline, the same in every browser of their reader, exported to Anki. */
import { readFile } from 'node:fs/promises';
import { AUTHORIZATION_SCHEME, pullChanges, type SyncChange } from '@shufang/contract';
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, sizes, type TestPage, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { openProduct } from './open-product.ts';
import { settle } from './reader-tools.ts';
import { openBook, selectText } from './reading.ts';
import { createReader, openSignedIn, tokenOf } from './users.ts';

const TEL = '13945550001';
const PASSWORD = 'Kapian-fuxi-2026';

let product: RunningProduct;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await openProduct();
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  await createReader(product, TEL, PASSWORD);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const toolbar = (page: Page) => page.getByRole('toolbar', { name: '划线工具' });
const annotate = async (page: Page, text: string, note?: string): Promise<void> => {
  await selectText(page, text);
  await toolbar(page)
    .getByRole('button', { name: note === undefined ? '绿色' : '写笔记' })
    .click();
  if (note === undefined) return toolbar(page).waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: '笔记内容' }).fill(note);
  await page.getByRole('button', { name: '保存' }).click();
};
const question = (page: Page) => page.getByRole('group', { name: '问题' });
const response = (page: Page) => page.getByRole('group', { name: '答案' });
const counts = async (page: Page): Promise<string[]> =>
  (await page.getByRole('region', { name: '复习卡片' }).locator('dl').first().locator('dd').allTextContents()).slice(0, 3);
const seen = async ({ page, picture }: TestPage, name: string): Promise<void> => {
  for (const [size, box] of Object.entries(sizes)) {
    await page.setViewportSize(box);
    await picture(`${name}-${size}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
};
const cardsOnServer = async (page: Page): Promise<{ rated: number; out: number }> => {
  const headers = { authorization: `${AUTHORIZATION_SCHEME} ${await tokenOf(page)}`, 'x-device-code': 'web' };
  const { payload } = (await (await fetch(`${product.url}${pullChanges.path}?since=0`, { headers })).json()) as {
    payload: { changes: SyncChange[] };
  };
  const cards = payload.changes.flatMap((change) => (change.entity === 'reviewCard' ? [change.record] : []));
  return { rated: cards.filter(({ schedule }) => schedule !== undefined).length, out: cards.filter(({ isOut }) => isOut).length };
};

test('annotations are reviewed by keyboard, partly without a network, and have the same state in another browser', async () => {
  const first = await visit(browser, 'desktop');
  const { page, context } = first;
  await openSignedIn(product, page, TEL, PASSWORD);
  await openBook(page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');
  await annotate(page, '人不知而不愠');
  await annotate(page, '有朋自远方来');
  await annotate(page, '不亦说乎', '开篇第一句：学了要时时温习，这是高兴的事。');
  await settle(page);
  await page.goto(`${product.url}/user/myNotes`);
  await page.getByRole('button', { name: '复习卡片，3 张待复习' }).waitFor();
  await seen(first, 'list');
  await page.getByRole('button', { name: '复习卡片，3 张待复习' }).click();

  await question(page).getByText('（隐去的文字）').waitFor({ state: 'attached' });
  await seen(first, 'question');
  await page.keyboard.press('Space');
  await response(page).getByText('人不知而不愠').waitFor();
  await seen(first, 'answer');

  // The code that schedules cards was loaded with the first card, so the remaining steps work without a network.
  await context.setOffline(true);
  await page.keyboard.press('4');
  await question(page).waitFor();
  await page.keyboard.press('Space');
  await response(page).getByText('有朋自远方来').waitFor();
  await page.keyboard.press('1');
  await question(page).getByText('不亦说乎').waitFor();
  await page.keyboard.press('Space');
  await response(page).getByText('开篇第一句').waitFor();
  await seen(first, 'note');
  expect(await counts(page)).toEqual(['1', '1', '1']);
  await page.keyboard.press('4');
  // The card that was rated as forgotten is shown again before the end of the review.
  await question(page).getByText('（隐去的文字）').waitFor({ state: 'attached' });
  await page.keyboard.press('z');
  await response(page).getByText('开篇第一句').waitFor();
  await page.keyboard.press('4');
  await question(page).getByText('（隐去的文字）').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.keyboard.press('4');
  await page.getByRole('heading', { name: '这一轮复习完了' }).waitFor();
  expect(await counts(page)).toEqual(['0', '0', '3']);
  await seen(first, 'end');
  await context.setOffline(false);
  await expect.poll(() => cardsOnServer(page), { timeout: 60_000 }).toEqual({ rated: 3, out: 0 });

  await page.reload();
  await page.getByRole('heading', { name: '现在没有到期的卡片' }).waitFor();
  await seen(first, 'none-due');
  await page.getByRole('button', { name: '全部过一遍' }).click();
  await question(page).waitFor();
  await page.getByRole('link', { name: '跳转到原文' }).click();
  await page.waitForURL(/course\/learning/);
  await page.goBack();
  await question(page).waitFor();
  await page.getByRole('button', { name: '移出卡片' }).click();
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('button', { name: '复习卡片', exact: true }).evaluate((button) => button === document.activeElement))
    .toBe(true);
  expect(await page.evaluate(() => location.search)).toBe('');

  await expect.poll(() => cardsOnServer(page)).toEqual({ rated: 3, out: 1 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByLabel('导出', { exact: true }).selectOption({ label: 'Anki 卡片' }),
  ]);
  expect(download.suggestedFilename()).toMatch(/^论语-卡片-.*\.txt$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(lines[0]).toBe('#separator:tab');
  expect(lines.filter((line) => !line.startsWith('#'))).toHaveLength(2);
  expect(first.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([]);
  await context.close();

  const second = await visit(browser, 'desktop');
  await openSignedIn(product, second.page, TEL, PASSWORD);
  await second.page.goto(`${product.url}/user/myNotes?review=1`);
  await second.page.getByRole('heading', { name: '现在没有到期的卡片' }).waitFor();
  await expect.poll(() => counts(second.page)).toEqual(['0', '0', '2']);
  await second.page.getByText('已移出的卡片（1）').click();
  await seen(second, 'taken-out');
  await second.page.getByRole('button', { name: /^放回：/ }).click();
  await expect.poll(() => counts(second.page)).toEqual(['0', '0', '3']);
  expect(second.problems).toEqual([]);
  await second.context.close();
});
