/**
 * Selects a passage by touch on a phone and writes a note: the toolbar is reachable and does not cover the passage, and the keyboard covers
 * no needed control.
 */
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, sizes, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { openProduct } from './open-product.ts';
import { clickAt, countHighlights, openBook, pointOfText, pressLongOn, selectInBook, selectionBoxes } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const READER = { tel: '13966660001', password: 'Yi-zhi-hua-xian-2026' };
const PASSAGE = '有朋自远方来';
/** Size of the part of the window above the on-screen keyboard of the simulated phone. */
const ABOVE_KEYBOARD = { width: sizes.phone.width, height: 508 };

let product: RunningProduct;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await openProduct();
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  await createReader(product, READER.tel, READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = async (control: Locator): Promise<Box> => {
  const box = await control.boundingBox();
  if (box === null) throw new Error('the element is not visible');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};

const expectInside = (box: Box, window: { width: number; height: number }): void => {
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(window.width);
  expect(box.bottom).toBeLessThanOrEqual(window.height);
};

/** Height of the handles that the operating system displays below the ends of a selection. */
const HANDLE_PX = 24;
const covers = (toolbar: Box, text: Box): boolean =>
  toolbar.left < text.right && toolbar.right > text.left && toolbar.top < text.bottom + HANDLE_PX && toolbar.bottom > text.top;

const expectClear = async (page: Page, toolbar: Locator): Promise<void> => {
  await expect
    .poll(async () => {
      const [box, text] = [await boxOf(toolbar), await selectionBoxes(page)];
      return text.length > 0 && !text.some((line) => covers(box, line));
    })
    .toBe(true);
  expectInside(await boxOf(toolbar), sizes.phone);
};

describe('touch input', () => {
  test('highlights a passage, opens the annotation, and writes a note above the on-screen keyboard', async () => {
    const testPage = await visit(browser, 'phone');
    const { page } = testPage;
    const toolbar = page.getByRole('toolbar', { name: '划线工具' });
    const field = page.getByRole('textbox', { name: '笔记内容' });
    await openSignedIn(product, page, READER.tel, READER.password);
    await openBook(page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');

    await pressLongOn(page, PASSAGE);
    await toolbar.waitFor();
    await expectClear(page, toolbar);
    const buttons = await toolbar.getByRole('button').all();
    // At least six buttons are expected: five colors and a note.
    expect(buttons.length).toBeGreaterThanOrEqual(6);
    for (const button of buttons) {
      const { left, top, right, bottom } = await boxOf(button);
      expect(right - left).toBeGreaterThanOrEqual(36);
      expect(bottom - top).toBeGreaterThanOrEqual(44);
    }
    await testPage.picture('selected');
    // Extends the selection to the end of the sentence, as dragging a handle does.
    await selectInBook(page, `${PASSAGE}，不亦乐乎`);
    await expectClear(page, toolbar);
    await testPage.picture('handle-drawn');

    await toolbar.getByRole('button', { name: '黄色' }).tap();
    await toolbar.waitFor({ state: 'detached' });
    await expect.poll(() => countHighlights(page)).toBe(1);
    expect(await selectionBoxes(page)).toEqual([]);

    await clickAt(page, await pointOfText(page, PASSAGE));
    await toolbar.getByRole('button', { name: '黄色', pressed: true }).waitFor();
    await testPage.picture('mark-opened');
    await toolbar.getByRole('button', { name: '写笔记' }).tap();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize(ABOVE_KEYBOARD);
    for (const control of [field, page.getByRole('button', { name: '保存' }), page.getByRole('button', { name: '取消' })])
      await expect.poll(async () => (await boxOf(control)).bottom).toBeLessThanOrEqual(ABOVE_KEYBOARD.height);
    const { top, bottom } = await boxOf(field);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom - top).toBeGreaterThanOrEqual(100);
    await field.fill('远方的朋友');
    await testPage.picture('note-above-keyboard');
    await page.getByRole('button', { name: '保存' }).tap();
    await field.waitFor({ state: 'detached' });
    await page.setViewportSize(sizes.phone);

    await clickAt(page, await pointOfText(page, PASSAGE));
    await toolbar.getByRole('button', { name: '编辑笔记' }).tap();
    await expect.poll(() => field.inputValue()).toBe('远方的朋友');
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});
