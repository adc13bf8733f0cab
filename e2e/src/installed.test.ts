/** The web client as an installed application: opens without a server, keeps nobody's answers, and changes over without losing a word. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { type ChangingServer, NEVER_ANSWERED, openChangingServer } from './changing-server.ts';
import { DEMO_READER, signInByPassword } from './people.ts';
import { openBook, selectText, untilPlaceSent } from './reading.ts';

let product: Product;
let front: ChangingServer;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  let port = 0;
  front = await openChangingServer(() => port);
  product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  browser = await launchBrowser();
  const answer = (await (await fetch(`${front.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = answer.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await front?.close();
});

/** The worker has all its files and answers for this page. */
const untilKept = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
};

const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

describe('the manifest', () => {
  test('names icons that are there, of the sizes it says', async () => {
    const manifest = (await (await fetch(`${front.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    expect(manifest.icons.filter(({ type }) => type === 'image/png').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    for (const { src, type, sizes } of manifest.icons) {
      const answer = await fetch(front.url + src);
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      // Width and height of a PNG stand at its 16th byte.
      const drawn = type === 'image/png' ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : 'any';
      expect(drawn).toBe(sizes);
    }
  });

  test('is one from which Chromium offers to install', async () => {
    const { page, context } = await visit(browser, 'desktop', 'allow');
    await page.goto(front.url);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as {
      installabilityErrors: { errorId: string }[];
    };
    // A window of Playwright counts as incognito, where nothing is installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    await context.close();
  });
});

/** Answers when the page has been loaded anew. */
const changeOver = async (page: Page): Promise<void> => {
  const isAnew = page.waitForEvent('load', { timeout: 40_000 });
  await page.getByRole('button', { name: '换用新版本' }).click();
  await isAnew;
};

describe('a new version', () => {
  test('waits until the person changes over; what is typed in another tab stays', async () => {
    const { page: writing, context, faults, picture } = await visit(browser, 'desktop', 'allow');
    await writing.goto(`${front.url}/helper/contact`);
    await untilKept(writing);
    const question = writing.getByLabel('问题', { exact: true });
    await question.fill('写到一半的问题');
    const reading = await context.newPage();
    await reading.goto(`${front.url}/helper/student-manual`);
    await untilKept(reading);
    await reading.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await writing.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

    front.release('0.2.0-00000000');
    await reading.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await writing.getByRole('link', { name: /有新版本可用/ }).waitFor();
    await picture('update-notice');
    expect(await faultsOf(writing)).toEqual([]);
    await reading.getByRole('link', { name: /有新版本可用/ }).click();
    await reading.getByText('新版本 0.2.0-00000000').waitFor();
    await changeOver(reading);
    await reading.getByText('已经是最新版本').waitFor();
    expect(await reading.evaluate(() => 'isSamePage' in globalThis)).toBe(false);

    expect(await question.inputValue()).toBe('写到一半的问题');
    expect(await writing.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await writing.reload();
    await expect.poll(() => question.inputValue()).toBe('写到一半的问题');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a new version, while the old one still waits for a file', () => {
  test('is changed over to all the same', async () => {
    const { page, context } = await visit(browser, 'desktop', 'allow');
    await page.goto(`${front.url}/helper/appUpdater`);
    await untilKept(page);
    await page.getByText('已经是最新版本').waitFor();
    front.release('0.3.0-00000000');
    await page.getByRole('button', { name: '检查更新' }).click();
    await page.getByText('新版本 0.3.0-00000000').waitFor();
    await page.evaluate((path) => void Object.assign(globalThis, { isSamePage: true, kept: fetch(path) }), NEVER_ANSWERED);
    await changeOver(page);
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(false);
    // The old worker gives that file up after 20 s.
    await page.getByText('已经是最新版本').waitFor({ timeout: 60_000 });
    await context.close();
  });
});

describe('without a server', () => {
  test('the product opens again, with the notes of the person and nobody else’s answers', async () => {
    const { page, context, picture } = await visit(browser, 'phone', 'allow');
    await page.goto(front.url);
    await untilKept(page);
    await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
    await openBook(page, front.url, bookId, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
    await selectText(page, '程序');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).fill('断网也看得到的笔记');
    await page.getByRole('button', { name: '保存' }).click();
    await untilPlaceSent(page);
    const shelf = page.getByRole('main').getByRole('link', { name: /Python 编程起步/ });
    await page.goto(`${front.url}/bookshelf`);
    await shelf.first().waitFor();
    await page.goto(`${front.url}/user`);
    await page.getByRole('heading', { name: '登录与安全' }).waitFor();
    await page.goto(`${front.url}/user/myNotes`);
    await page.getByText('断网也看得到的笔记').waitFor();

    const kept = await keptAddresses(page);
    expect(kept.filter((path) => path.startsWith('/api') && !path.startsWith('/api/media/cover/'))).toEqual([]);
    expect(
      kept.filter((path) => !/^\/(?:assets|icons|api\/media\/cover)\/|^\/(?:index\.html|favicon\.svg|manifest\.webmanifest)$/.test(path)),
    ).toEqual([]);

    product.process.kill('SIGKILL');
    await page.reload();
    await page.getByText('断网也看得到的笔记').waitFor();
    await picture('notes-without-a-server');
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(`${front.url}/helper/student-manual`);
    await page.getByRole('heading', { name: '学生手册' }).waitFor();
    await page.goto(`${front.url}/bookshelf`);
    await shelf.first().waitFor();
    await picture('shelf-without-a-server');

    // Product spec, section 8: the updater's own row.
    await page.goto(`${front.url}/helper/appUpdater`);
    await page.getByRole('button', { name: '检查更新' }).click();
    await page.getByText('更新异常').waitFor();
    await picture('updater-without-a-server');
    await context.close();
  });
});
