/** Sounds and videos in a book: speed, captions, transcript and keyboard, and the position that each reader of a device gets back. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, sizes, visit } from './browser.ts';
import { jumpInPlayer, playerOf, startPlayer, stopPlayer } from './media-in-books.ts';
import { openBook, pageFingerprint, untilAtRest } from './reading.ts';
import { DEMO_ADMIN, DEMO_READER, openSignedIn } from './users.ts';

const CHAPTER = `?href=${encodeURIComponent('EPUB/text/ch06.xhtml')}`;

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const { payload } = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openAs = async (page: Page, user: { tel: string; password: string }): Promise<void> => {
  await openSignedIn(product, page, user.tel, user.password);
  await openBook(page, product.url, bookId, CHAPTER);
};

test('a video has speed, captions and a transcript, by pointer and by keyboard, and the text does not move', async () => {
  const { page, context, picture, problems } = await visit(browser, 'desktop');
  await openAs(page, DEMO_READER);
  await startPlayer(page, 'video');
  const bar = page.getByRole('region', { name: '音频与视频' });
  await bar.waitFor();
  await untilAtRest(page);
  const text = await pageFingerprint(page);
  const speed = bar.getByRole('combobox', { name: '播放速度' });
  await speed.selectOption('1.5 倍');
  await expect.poll(async () => (await playerOf(page, 'video')).rate).toBe(1.5);
  await expect.poll(() => speed.inputValue()).toBe('1.5');
  const captions = bar.getByRole('combobox', { name: '字幕' });
  await captions.selectOption('无字幕');
  await expect.poll(async () => (await playerOf(page, 'video')).caption).toBe('');
  await captions.selectOption({ index: 1 });
  await expect.poll(async () => (await playerOf(page, 'video')).caption, { timeout: 60_000 }).not.toBe('');
  await bar.getByRole('button', { name: '暂停' }).click();
  await picture('video-bar');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await bar.getByRole('button', { name: '文字稿' }).click();
  const transcript = page.getByRole('dialog', { name: /^文字稿/ });
  const lines = transcript.getByRole('listitem');
  await lines.first().waitFor();
  expect(await lines.count()).toBeGreaterThan(2);
  await picture('transcript');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await lines.nth(1).getByRole('button').click();
  await expect.poll(async () => (await playerOf(page, 'video')).at).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await startPlayer(page, 'video');
  await page.keyboard.press(',');
  await expect.poll(async () => (await playerOf(page, 'video')).rate).toBe(1.25);
  await page.keyboard.press('.');
  await expect.poll(async () => (await playerOf(page, 'video')).rate).toBe(1.5);
  await page.keyboard.press('c');
  await expect.poll(() => captions.inputValue()).toBe('none');
  expect(await pageFingerprint(page)).toBe(text);
  for (const size of ['tablet', 'phone'] as const) {
    await page.setViewportSize(sizes[size]);
    await untilAtRest(page);
    await picture(`video-bar-${size}`);
  }
  await bar.getByRole('button', { name: '停止并收起' }).click();
  await bar.waitFor({ state: 'detached' });
  expect((await playerOf(page, 'video')).isPaused).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

test('a video goes on where this reader stopped on this device, and from its beginning for another reader', async () => {
  const { page, context } = await visit(browser, 'desktop');
  await openAs(page, DEMO_READER);
  await startPlayer(page, 'video');
  await jumpInPlayer(page, 'video', 0.5);
  await stopPlayer(page, 'video');
  const stopped = (await playerOf(page, 'video')).at;
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('media:')).length)).toBe(1);
  await page.reload();
  await expect.poll(async () => Math.round((await playerOf(page, 'video')).at), { timeout: 60_000 }).toBe(Math.round(stopped));
  await openAs(page, DEMO_ADMIN);
  await startPlayer(page, 'video');
  await stopPlayer(page, 'video');
  expect((await playerOf(page, 'video')).at).toBeLessThan(stopped / 2);
  await context.close();
});
