/** A reader adds a font file: it is used on this device only, named on another one, and removed. The file is never sent. */
import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RunningProduct } from '@shufang/dev-env';
import { LAUNCH } from '@shufang/dev-env/chromium';
import { makeFont } from '@shufang/reading-engine/make-font';
import { findEngineFrame } from '@shufang/reading-engine/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { openProduct } from './open-product.ts';
import { panel, settle, tool } from './reader-tools.ts';
import { openBook } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const PASSWORD = 'Wodeziti-2026-ziti';
const TEL = '13944450011';
const NAME = '方格体';
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

/** Returns how many font sizes a character of the text is wide. */
const widthOfCharacter = async (page: Page): Promise<number> =>
  (await findEngineFrame(page)?.evaluate(() => {
    const [frame] = [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].filter(
      ({ style }) => style.visibility === 'visible',
    );
    const doc = frame?.contentDocument;
    const text = doc && document.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
    for (let node = text?.nextNode(); node; node = text?.nextNode() ?? null) {
      const at = node.textContent?.indexOf('子') ?? -1;
      if (!doc || at < 0 || !node.parentElement) continue;
      const range = doc.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return Math.round((range.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(node.parentElement).fontSize)) * 10) / 10;
    }
    return 0;
  })) ?? 0;

const open = async () => {
  const testPage = await visit(browser, 'desktop');
  await openSignedIn(product, testPage.page, TEL, PASSWORD);
  await openBook(testPage.page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0001.xhtml');
  return testPage;
};
const addFile = (page: Page, name: string, buffer: Uint8Array) =>
  page.getByLabel('添加字体').setInputFiles({ name, mimeType: 'font/ttf', buffer: Buffer.from(buffer) });
/** Adds a file of 30 MB and one byte. The browser reads it from the disk: as a buffer, it would be sent to the browser in one message. */
const addLargeFile = async (page: Page): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-font-'));
  const file = path.join(folder, 'large.ttf');
  await writeFile(file, '');
  await truncate(file, 30 * 1_048_576 + 1);
  await page.getByLabel('添加字体').setInputFiles(file);
  await panel(page, '显示设置').getByText('字体文件超过 30 MB，不能添加。').waitFor();
  await rm(folder, { recursive: true });
};

test('a font file is used on this device, named on another one, and never sent', async () => {
  const font = makeFont({ name: NAME, characters: '子', width: 1.6 });
  const testPage = await open();
  const { page } = testPage;
  const sentBytes: number[] = [];
  page.on('request', (request) => sentBytes.push(request.postDataBuffer()?.length ?? 0));
  await tool(page, '显示设置').click();
  const settings = panel(page, '显示设置');
  await addFile(page, 'book.pdf', new TextEncoder().encode('%PDF-1.7 and more text'));
  await settings.getByText('这不是字体文件。').waitFor();
  await addLargeFile(page);
  await addFile(page, 'square.ttf', font);
  await settings.getByRole('radio', { name: NAME, exact: true }).waitFor();
  expect(await settings.getByRole('radio', { name: NAME, exact: true }).isChecked()).toBe(true);
  await expect.poll(() => widthOfCharacter(page)).toBe(1.6);
  await testPage.picture('own-font');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await settle(page);
  expect(Math.max(...sentBytes)).toBeLessThan(font.length);
  await page.reload();
  await expect.poll(() => widthOfCharacter(page)).toBe(1.6);

  const other = await open();
  await tool(other.page, '显示设置').click();
  await panel(other.page, '显示设置').getByText(`这台设备上没有“${NAME}”，正文暂用宋体。`).waitFor();
  expect(await widthOfCharacter(other.page)).toBe(1);
  await other.picture('own-font-missing');
  await other.context.close();
});

test('a removed font is no longer used', async () => {
  const testPage = await open();
  const { page } = testPage;
  await tool(page, '显示设置').click();
  const settings = panel(page, '显示设置');
  await addFile(page, 'square.ttf', makeFont({ name: NAME, characters: '子', width: 1.6 }));
  await expect.poll(() => widthOfCharacter(page)).toBe(1.6);
  await settings.getByRole('button', { name: `移除字体“${NAME}”` }).click();
  await settings.getByText(`已移除字体“${NAME}”`).waitFor();
  await expect.poll(() => widthOfCharacter(page)).toBe(1);
  expect(await settings.getByRole('radio', { name: '原书', exact: true }).first().isChecked()).toBe(true);
  await testPage.context.close();
});

/** Starts a browser on a device that has this one font. */
const launchWithFont = async (folder: string, font: string): Promise<Browser> => {
  await copyFile(font, path.join(folder, path.basename(font)));
  const settings = path.join(folder, 'fonts.conf');
  await writeFile(settings, `<fontconfig><dir>${folder}</dir><cachedir>${path.join(folder, 'cache')}</cachedir></fontconfig>`);
  return chromium.launch({ ...LAUNCH, env: { ...LAUNCH.env, FONTCONFIG_FILE: settings } });
};

test('the face that the server does not have is offered where the device has it, and not on a device without it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fonts-'));
  const bare = await launchWithFont(folder, '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf');
  const facesIn = async (device: Browser) => {
    const { page } = await visit(device, 'desktop');
    await openBook(page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0001.xhtml');
    await tool(page, '显示设置').click();
    const group = panel(page, '显示设置').getByRole('group', { name: '字体', exact: true });
    await group.getByRole('radio', { name: '仿宋' }).waitFor();
    return () => group.getByRole('radio').evaluateAll((all) => all.map((each) => each.parentElement?.textContent ?? ''));
  };
  await expect.poll(await facesIn(bare)).toEqual(['原书', '宋体', '楷体', '仿宋']);
  await bare.close();
  await expect.poll(await facesIn(browser)).toEqual(['原书', '宋体', '楷体', '黑体', '仿宋']);
  await rm(folder, { recursive: true });
});
