/** Listening to a book with the operator's speech service, whose voice is espeak-ng of this machine, and without any voice. */
import { type Product, type SpeechService, startProduct, startSpeechService } from '@shufang/dev-env';
import { findEngineFrame } from '@shufang/reading-engine/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { openBook, selectText } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const PASSWORD = 'Tingshu-suixing-2026';
const TEL = '13944450001';
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';

let service: SpeechService;
let product: Product;
let browser: Browser;
let bookId: string;
let narratedId: string;

beforeAll(async () => {
  service = await startSpeechService();
  product = await startProduct({ environment: { SPEECH_URL: service.url, SPEECH_VOICES: 'cmn=普通话' } });
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  const [narrated] = (await product.command('import', corpusFile('epub-tests/mol-css.epub'), '--publish')) as { bookId: string }[];
  narratedId = narrated?.bookId ?? '';
  await createReader(product, TEL, PASSWORD);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await service?.stop();
});

const bar = (page: Page) => page.getByRole('region', { name: '朗读控制' });
/** Makes the handlers of media keys callable, and records the players of the page: a test cannot press the keys of a keyboard or a headset. */
const recordMediaKeys = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const keys: Record<string, MediaSessionActionHandler | null> = {};
    const players: HTMLMediaElement[] = [];
    Object.assign(window, { keys, players });
    const { mediaSession } = navigator;
    const register = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (action, handler) => {
      keys[action] = handler;
      register(action, handler);
    };
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function record() {
      if (!players.includes(this)) players.push(this);
      return play.call(this);
    };
  });
const pressMediaKey = (page: Page, action: MediaSessionAction): Promise<void> =>
  page.evaluate(
    (name) => (window as never as { keys: Record<string, (details: { action: string }) => void> }).keys[name]?.({ action: name }),
    action,
  );
/** What the lock screen shows, and whether a player makes a sound. */
const mediaState = (page: Page): Promise<{ title: string; album: string; state: string; isPlaying: boolean }> =>
  page.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title ?? '',
    album: navigator.mediaSession.metadata?.album ?? '',
    state: navigator.mediaSession.playbackState,
    isPlaying: (window as never as { players: HTMLMediaElement[] }).players.some((player) => !player.paused && player.currentTime > 0),
  }));
/** Tells the page that it is in the background, as when another tab or app is shown, or the screen is locked. */
const hidePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('blur'));
  });
/** Returns the text that is marked as being said. */
const spokenText = async (page: Page): Promise<string> =>
  (await findEngineFrame(page)?.evaluate(() => {
    for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const { CSS } = frame.contentWindow as never as { CSS: { highlights: Map<string, Set<Range>> } };
      for (const range of CSS.highlights.get('shufang-speaking') ?? []) return range.toString();
    }
    return '';
  })) ?? '';

test('on a phone the bar lies below the text, and a failed voice is reported', async () => {
  const testPage = await visit(browser, 'phone');
  const { page } = testPage;
  await openSignedIn(product, page, TEL, PASSWORD);
  await openBook(page, product.url, bookId, CHAPTER);
  await page.getByRole('button', { name: '朗读' }).locator('visible=true').click();
  await expect.poll(() => spokenText(page)).not.toBe('');
  await testPage.picture('listening');
  const text = await page.locator('iframe[title="阅读区"]').boundingBox();
  const controls = await bar(page).boundingBox();
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  service.failWith(500);
  for (let n = 0; n < 4; n++) await bar(page).getByRole('button', { name: '下一句' }).click();
  await bar(page).getByRole('alert').filter({ hasText: '这个声音没有读出来' }).waitFor();
  service.failWith(undefined);
  await bar(page).getByRole('button', { name: '播放' }).click();
  await bar(page).getByRole('button', { name: '暂停' }).waitFor();
  await testPage.context.close();
});

test('without a voice the reader learns what to install', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await openBook(page, product.url, bookId, CHAPTER);
  await page.keyboard.press('r');
  await bar(page).getByRole('alert').filter({ hasText: '这台设备没有可用的朗读声音' }).waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await testPage.picture('no-voice');
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('the narrator of a book reads from the selected text, and another voice goes on there', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await openSignedIn(product, page, TEL, PASSWORD);
  await openBook(page, product.url, narratedId, '?href=EPUB%2Fmobydick.xhtml');
  await selectText(page, 'There is nothing surprising in this.');
  await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '朗读' }).click();
  /** Returns the text that has the class of the book. */
  const narratedText = async (): Promise<string> =>
    (await findEngineFrame(page)?.evaluate(() => {
      const found = [...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument?.querySelector('.active-item'));
      return found.find((element) => element)?.textContent ?? '';
    })) ?? '';
  await expect.poll(narratedText).toBe('There is nothing surprising in this.');
  await expect.poll(narratedText).toMatch(/^If they but knew it/);
  const voices = bar(page).getByRole('combobox', { name: '声音' });
  expect(await voices.locator('option').first().textContent()).toBe('朗读者');
  await testPage.picture('narrator');
  await voices.selectOption('operator:cmn');
  await expect.poll(() => spokenText(page)).toMatch(/^If they but knew it/);
  expect(await narratedText()).toBe('');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test.each([
  { voice: "the operator's voice", narrated: false },
  { voice: 'the narrator of the book', narrated: true },
])('media keys control $voice, which goes on in the background', async ({ narrated }) => {
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await recordMediaKeys(page);
  await openSignedIn(product, page, TEL, PASSWORD);
  await openBook(page, product.url, narrated ? narratedId : bookId, narrated ? '?href=EPUB%2Fmobydick.xhtml' : CHAPTER);
  await page.keyboard.press('r');
  await bar(page).getByRole('button', { name: '暂停' }).waitFor();
  await expect.poll(async () => (await mediaState(page)).isPlaying).toBe(true);
  const shown = await mediaState(page);
  expect(shown).toMatchObject({ album: narrated ? 'mol-css' : '论语', state: 'playing' });
  expect(shown.title).not.toBe('');
  await pressMediaKey(page, 'pause');
  await bar(page).getByRole('button', { name: '播放' }).waitFor();
  await expect.poll(() => mediaState(page)).toMatchObject({ state: 'paused', isPlaying: false });
  /** The state line: the sentence that is being said, or that it is paused. */
  const line = bar(page).locator('p').first();
  await pressMediaKey(page, 'play');
  await bar(page).getByRole('button', { name: '暂停' }).waitFor();
  const before = await line.textContent();
  await pressMediaKey(page, 'nexttrack');
  await expect.poll(() => line.textContent()).not.toBe(before);
  await hidePage(page);
  const hidden = await line.textContent();
  await expect.poll(() => line.textContent(), { timeout: 60_000 }).not.toBe(hidden);
  expect(await mediaState(page)).toMatchObject({ state: 'playing' });
  await pressMediaKey(page, 'stop');
  await expect.poll(() => mediaState(page)).toMatchObject({ state: 'paused', isPlaying: false });
  await pressMediaKey(page, 'play');
  await expect.poll(() => mediaState(page)).toMatchObject({ state: 'playing', isPlaying: true });
  await bar(page).getByRole('button', { name: '结束朗读' }).click();
  await bar(page).waitFor({ state: 'detached' });
  expect(await mediaState(page)).toEqual({ title: '', album: '', state: 'none', isPlaying: false });
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});
