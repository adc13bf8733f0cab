/**
 * Makes the pictures of the manuals: starts the product with its demo library, uses it in Chromium as a person would, and keeps WebP
 * files. Run by hand after a screen has changed its looks; the results are committed.
 *
 *     node tooling/build.mjs && node tooling/with-node24.mjs e2e/src/make-manual-pictures.ts [name…]
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Product, projectRoot, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { DEMO_READER, followCaptchas, readCaptcha, signInByPassword } from './people.ts';
import { openBook, selectText } from './reading.ts';

const folder = path.join(projectRoot, 'apps', 'web', 'src', 'features', 'help', 'pictures');
/** As `PICTURE_SIZE` of the web client. */
const SIZE = { width: 1200, height: 750 };
const CHAPTER = `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`;

interface Scene {
  readonly page: Page;
  readonly product: Product;
  readonly bookId: string;
}

const open = async ({ page, product }: Scene, address: string): Promise<void> => {
  await page.goto(product.url + address);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
};

const toolbarOn = async ({ page }: Scene, text: string): Promise<Locator> => {
  await selectText(page, text);
  const toolbar = page.getByRole('toolbar', { name: '划线工具' });
  await toolbar.waitFor();
  return toolbar;
};

const writeNote = async (scene: Scene, text: string, note: string): Promise<void> => {
  const { page } = scene;
  await (await toolbarOn(scene, text)).getByRole('button', { name: '写笔记' }).click();
  await page.getByRole('textbox', { name: '笔记内容' }).fill(note);
};

/** What is done before each picture; in this order, in one browser. The first ones are of a visitor, the others of the demo reader. */
const visitorPictures: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'sign-in': async (scene) => {
    await open(scene, '/');
    const captchas = followCaptchas(scene.page);
    await scene.page.getByRole('banner').getByRole('button', { name: '登录' }).click();
    const dialog = scene.page.getByRole('dialog', { name: '登录' });
    await dialog.getByLabel('手机号', { exact: true }).fill('13800000001');
    await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(scene.product, dialog, captchas.keyOf));
    captchas.stop();
  },
  buy: (scene) => open(scene, `/course/info/${scene.bookId}`),
  search: (scene) => open(scene, `/course/search?q=${encodeURIComponent('循环')}`),
};

const readerPictures: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'book-info': (scene) => open(scene, `/course/info/${scene.bookId}`),
  reader: (scene) => openBook(scene.page, scene.product.url, scene.bookId, CHAPTER),
  display: async (scene) => {
    await openBook(scene.page, scene.product.url, scene.bookId, CHAPTER);
    await scene.page.getByRole('button', { name: '显示设置', exact: true }).first().click();
    await scene.page.getByRole('dialog', { name: '显示设置' }).waitFor();
  },
  toolbar: async (scene) => {
    await openBook(scene.page, scene.product.url, scene.bookId, CHAPTER);
    await toolbarOn(scene, '你给家里的智能音箱');
  },
  note: async (scene) => {
    await openBook(scene.page, scene.product.url, scene.bookId, CHAPTER);
    await writeNote(scene, '程序', '程序就是写给计算机的步骤，和菜谱一样有先后。');
  },
  'my-notes': async (scene) => {
    await scene.page.getByRole('button', { name: '保存' }).click();
    await scene.page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });
    await open(scene, '/user/myNotes');
    await scene.page.getByText('和菜谱一样有先后').waitFor();
  },
  shelf: async (scene) => {
    await open(scene, '/bookshelf');
    await scene.page
      .getByRole('main')
      .getByRole('link', { name: /Python 编程起步/ })
      .first()
      .waitFor();
  },
  devices: async (scene) => {
    await open(scene, '/user');
    await scene.page.getByRole('heading', { name: '登录与安全' }).evaluate((heading) => heading.scrollIntoView());
  },
  contact: async (scene) => {
    await open(scene, '/helper/contact');
    await scene.page.getByLabel('问题', { exact: true }).fill('第三章的视频在手机上放不出来，换了网络也不行。');
    await scene.page.getByText('会发送哪些内容').click();
    await scene.page.getByRole('heading', { name: '提交问题' }).evaluate((heading) => heading.scrollIntoView());
  },
};

const keep = async (page: Page, name: string): Promise<void> => {
  // Pictures have come, what moves in has arrived, no caret blinks.
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  await page.waitForTimeout(1_000);
  const taken = await page.screenshot({ caret: 'hide' });
  const { size } = await sharp(taken)
    .webp({ quality: 72, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
  console.log(`${name}.webp ${Math.round(size / 1024)} KB`);
};

const newPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: SIZE, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', serviceWorkers: 'block' });
  return context.newPage();
};

const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const product = await startProduct();
const browser = await launchBrowser();
try {
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const bookId = answer.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  const scene: Scene = { page: await newPage(browser), product, bookId };
  const take = async (pictures: typeof visitorPictures): Promise<void> => {
    for (const [name, prepare] of Object.entries(pictures)) {
      await prepare(scene);
      if (wanted.length === 0 || wanted.includes(name)) await keep(scene.page, name);
    }
  };
  await take(visitorPictures);
  await scene.page.goto(product.url);
  await signInByPassword(product, scene.page, DEMO_READER.tel, DEMO_READER.password);
  await take(readerPictures);
} finally {
  await browser.close();
  await product.stop();
}
