/** A finger on a phone marks a passage and writes to it: the toolbar stays within reach and clear of the words, the keyboard covers nothing needed. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, sizes, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { arriveAs, makeReader } from './people.ts';
import { clickAt, countHighlights, openBook, pointOfText, pressLongOn, selectInBook, selectionBoxes } from './reading.ts';

const READER = { tel: '13966660001', password: 'Yi-zhi-hua-xian-2026' };
const PASSAGE = '有朋自远方来';
/** What is left of the window above the keyboard of a phone of this size. */
const ABOVE_KEYBOARD = { width: sizes.phone.width, height: 508 };

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  await makeReader(product, READER.tel, READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const placeOf = async (control: Locator): Promise<Place> => {
  const box = await control.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};

const expectInside = (place: Place, window: { width: number; height: number }): void => {
  expect(place.left).toBeGreaterThanOrEqual(0);
  expect(place.top).toBeGreaterThanOrEqual(0);
  expect(place.right).toBeLessThanOrEqual(window.width);
  expect(place.bottom).toBeLessThanOrEqual(window.height);
};

/** The system draws its handles below the ends of a selection. */
const HANDLE_PX = 24;
const covers = (toolbar: Place, words: Place): boolean =>
  toolbar.left < words.right && toolbar.right > words.left && toolbar.top < words.bottom + HANDLE_PX && toolbar.bottom > words.top;

const expectClear = async (page: Page, toolbar: Locator): Promise<void> => {
  await expect
    .poll(async () => {
      const [place, words] = [await placeOf(toolbar), await selectionBoxes(page)];
      return words.length > 0 && !words.some((line) => covers(place, line));
    })
    .toBe(true);
  expectInside(await placeOf(toolbar), sizes.phone);
};

describe('a finger', () => {
  test('marks a passage, opens the mark, and writes a note above the keyboard', async () => {
    const visitor = await visit(browser, 'phone');
    const { page } = visitor;
    const toolbar = page.getByRole('toolbar', { name: '划线工具' });
    const field = page.getByRole('textbox', { name: '笔记内容' });
    await arriveAs(product, page, READER.tel, READER.password);
    await openBook(page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');

    await pressLongOn(page, PASSAGE);
    await toolbar.waitFor();
    await expectClear(page, toolbar);
    for (const button of await toolbar.getByRole('button').all()) {
      const { left, top, right, bottom } = await placeOf(button);
      expect(right - left).toBeGreaterThanOrEqual(36);
      expect(bottom - top).toBeGreaterThanOrEqual(44);
    }
    await visitor.picture('selected');
    // A handle is drawn on to the end of the sentence.
    await selectInBook(page, `${PASSAGE}，不亦乐乎`);
    await expectClear(page, toolbar);
    await visitor.picture('handle-drawn');

    await toolbar.getByRole('button', { name: '黄色' }).tap();
    await toolbar.waitFor({ state: 'detached' });
    await expect.poll(() => countHighlights(page)).toBe(1);
    expect(await selectionBoxes(page)).toEqual([]);

    await clickAt(page, await pointOfText(page, PASSAGE));
    await toolbar.getByRole('button', { name: '黄色', pressed: true }).waitFor();
    await visitor.picture('mark-opened');
    await toolbar.getByRole('button', { name: '写笔记' }).tap();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize(ABOVE_KEYBOARD);
    for (const control of [field, page.getByRole('button', { name: '保存' }), page.getByRole('button', { name: '取消' })])
      await expect.poll(async () => (await placeOf(control)).bottom).toBeLessThanOrEqual(ABOVE_KEYBOARD.height);
    const { top, bottom } = await placeOf(field);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom - top).toBeGreaterThanOrEqual(100);
    await field.fill('远方的朋友');
    await visitor.picture('note-above-keyboard');
    await page.getByRole('button', { name: '保存' }).tap();
    await field.waitFor({ state: 'detached' });
    await page.setViewportSize(sizes.phone);

    await clickAt(page, await pointOfText(page, PASSAGE));
    await toolbar.getByRole('button', { name: '编辑笔记' }).tap();
    await expect.poll(() => field.inputValue()).toBe('远方的朋友');
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});
