/**
 * Makes the screenshots of the manuals: starts the product with its demo library, uses it in Chromium as a user would, and writes WebP
 * files. Run by hand after a screen has changed; the results are committed. node tooling/build.mjs && node tooling/with-node24.mjs
 * e2e/src/make-manual-pictures.ts [name…]
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setBundlePrice } from '@shufang/contract';
import { type Product, projectRoot, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { openBook, selectText } from './reading.ts';
import { createReader, DEMO_READER, followCaptchas, openSignedIn, readCaptcha, signInByPassword } from './users.ts';

const folder = path.join(projectRoot, 'apps', 'web', 'src', 'features', 'help', 'pictures');
/** Size of the screenshots, equal to `PICTURE_SIZE` of the web client. */
const SIZE = { width: 1200, height: 750 };
const CHAPTER = `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`;

interface Fixture {
  page: Page;
  readonly product: Product;
  readonly bookId: string;
}

const booksOf = async ({ url }: Product): Promise<readonly { readonly id: string; readonly title: string }[]> => {
  const response = (await (await fetch(`${url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  return response.payload.items;
};

const open = async ({ page, product }: Fixture, address: string): Promise<void> => {
  await page.goto(product.url + address);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
};

const toolbarOn = async ({ page }: Fixture, text: string): Promise<Locator> => {
  await selectText(page, text);
  const toolbar = page.getByRole('toolbar', { name: '划线工具' });
  await toolbar.waitFor();
  return toolbar;
};

const writeNote = async (fixture: Fixture, text: string, note: string): Promise<void> => {
  const { page } = fixture;
  await (await toolbarOn(fixture, text)).getByRole('button', { name: '写笔记' }).click();
  await page.getByRole('textbox', { name: '笔记内容' }).fill(note);
};

/** A user without books; the phone number is not assigned to anyone. */
const BUYER = { tel: '13800000019', password: 'Shufang-2026' } as const;

/**
 * Steps before each screenshot, executed in this order in one browser: first as an anonymous user, then as the demo reader, then as a
 * buyer.
 */
const anonymousPictures: Readonly<Record<string, (fixture: Fixture) => Promise<void>>> = {
  'sign-in': async (fixture) => {
    await open(fixture, '/');
    const captchas = followCaptchas(fixture.page);
    await fixture.page.getByRole('banner').getByRole('button', { name: '登录' }).click();
    const dialog = fixture.page.getByRole('dialog', { name: '登录' });
    await dialog.getByLabel('手机号', { exact: true }).fill('13800000001');
    await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(fixture.product, dialog, captchas.keyOf));
    captchas.stop();
  },
  buy: (fixture) => open(fixture, `/course/info/${fixture.bookId}`),
  institution: async ({ page, product }) => {
    await page.goto(`${product.url}/user/login?mode=institution`);
    await page.getByLabel('学校或单位').fill('mcys');
    await page.getByRole('button', { name: /墨池演示大学/ }).waitFor();
  },
  search: (fixture) => open(fixture, `/course/search?q=${encodeURIComponent('循环')}`),
};

const readerPictures: Readonly<Record<string, (fixture: Fixture) => Promise<void>>> = {
  'book-info': (fixture) => open(fixture, `/course/info/${fixture.bookId}`),
  reader: (fixture) => openBook(fixture.page, fixture.product.url, fixture.bookId, CHAPTER),
  display: async (fixture) => {
    await openBook(fixture.page, fixture.product.url, fixture.bookId, CHAPTER);
    await fixture.page.getByRole('button', { name: '显示设置', exact: true }).first().click();
    await fixture.page.getByRole('dialog', { name: '显示设置' }).waitFor();
  },
  'search-in-book': async (fixture) => {
    await openBook(fixture.page, fixture.product.url, fixture.bookId, CHAPTER);
    await fixture.page.getByRole('button', { name: '书内搜索' }).click();
    await fixture.page
      .getByRole('searchbox')
      .or(fixture.page.getByRole('textbox', { name: '在书中搜索' }))
      .first()
      .fill('程序');
    await fixture.page.getByText(/共找到 \d+ 处/).waitFor();
  },
  'paper-pages': async (fixture) => {
    await openBook(fixture.page, fixture.product.url, fixture.bookId, CHAPTER);
    await fixture.page.getByRole('button', { name: '目录', exact: true }).first().click();
    await fixture.page.getByRole('button', { name: '纸书页码' }).click();
  },
  toolbar: async (fixture) => {
    await openBook(fixture.page, fixture.product.url, fixture.bookId, CHAPTER);
    await toolbarOn(fixture, '你给家里的智能音箱');
  },
  note: async (fixture) => {
    await openBook(fixture.page, fixture.product.url, fixture.bookId, CHAPTER);
    await writeNote(fixture, '程序', '程序就是写给计算机的步骤，和菜谱一样有先后。');
  },
  'my-notes': async (fixture) => {
    await fixture.page.getByRole('button', { name: '保存' }).click();
    await fixture.page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });
    await open(fixture, '/user/myNotes');
    await fixture.page.getByText('和菜谱一样有先后').waitFor();
  },
  'review-cards': async (fixture) => {
    await open(fixture, '/user/myNotes?review=1');
    await fixture.page.getByRole('button', { name: '显示答案' }).click();
    await fixture.page.getByRole('group', { name: '答案' }).waitFor();
  },
  shelf: async (fixture) => {
    await open(fixture, '/bookshelf');
    await fixture.page
      .getByRole('main')
      .getByRole('link', { name: /Python 编程起步/ })
      .first()
      .waitFor();
  },
  devices: async (fixture) => {
    await open(fixture, '/user');
    await fixture.page.getByRole('heading', { name: '登录与安全' }).evaluate((heading) => heading.scrollIntoView());
  },
  contact: async (fixture) => {
    await open(fixture, '/helper/contact');
    await fixture.page.getByLabel('问题', { exact: true }).fill('第三章的视频在手机上放不出来，换了网络也不行。');
    await fixture.page.getByText('会发送哪些内容').click();
    await fixture.page.getByRole('heading', { name: '提交问题' }).evaluate((heading) => heading.scrollIntoView());
  },
};

const buyerPictures: typeof readerPictures = {
  redeem: async ({ page, product, bookId }) => {
    const { codes } = (await product.command('codes', 'mint', '--book', bookId, '--count', '1')) as { codes: string[] };
    await page.goto(`${product.url}/redeem`);
    await page.getByLabel('激活码').fill(codes[0] ?? '');
    await page.getByRole('button', { name: '查验' }).click();
    await page.getByText('正版', { exact: true }).waitFor();
  },
  refund: async ({ page, product, bookId }) => {
    await page.goto(`${product.url}/course/info/${bookId}`);
    await page.getByRole('region', { name: '购买' }).getByRole('button', { name: '购买' }).click();
    const [there] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: '打开演示支付页' }).click()]);
    await there.getByRole('button', { name: '付款成功', exact: true }).click();
    await there.getByText('付款成功').waitFor();
    await there.close();
    await page.getByRole('link', { name: '查看订单' }).click();
    await page.getByRole('button', { name: /^申请退款，订单/ }).click();
    await page
      .getByRole('dialog', { name: '申请退款' })
      .getByText(/可以退款/)
      .waitFor();
  },
  teacher: async (fixture) => {
    await open(fixture, '/user/teacher');
    for (const [label, value] of [
      ['姓名', '闻人语'],
      ['任教学校', '滨江师范大学'],
      ['院系或部门', '教育学院'],
      ['职称或职务', '讲师'],
      ['任教学科', '信息技术'],
    ] as const)
      await fixture.page.getByLabel(label).fill(value);
    await fixture.page
      .getByRole('heading', { name: '不用等审核，马上通过' })
      .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  },
  offline: async (fixture) => {
    await open(fixture, '/bookshelf');
    await fixture.page
      .getByRole('main')
      .getByRole('link', { name: /Python 编程起步/ })
      .first()
      .waitFor();
    await fixture.page.context().setOffline(true);
    await fixture.page.getByText('联网后可读').first().waitFor();
  },
  // The bundle comes last, because its step changes prices.
  bundle: async ({ page, product }) => {
    await page.context().setOffline(false);
    const editor = '13800000018';
    await product.command('user', 'create', '--tel', editor, '--password', BUYER.password, '--role', 'editor');
    const { headers } = await signIn(product, editor);
    const post = async (address: string, body: object): Promise<{ id: string }> => {
      const response = await fetch(product.url + address, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await response.json()) as { payload: { id: string } }).payload;
    };
    const books = await booksOf(product);
    for (const { id } of books) await product.command('book', 'price', id, '39.00');
    const items = books.map(({ id }) => ({ bookId: id, note: '' }));
    const collection = {
      kind: 'series',
      title: '入门三书',
      intro: '编程、古文与图画，一套入门。',
      curator: '编辑部',
      visible: true,
      items,
    };
    const { id: collectionId } = await post('/api/admin/collection/save', collection);
    await post(setBundlePrice.path, { collectionId, priceFen: 8_900 });
    await page.goto(`${product.url}/book/collection/${collectionId}`);
    await page.getByRole('button', { name: '购买整套' }).waitFor();
  },
};

const keep = async (page: Page, name: string): Promise<void> => {
  // Waits until images are loaded, animations have ended, and no caret blinks.
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
  const bookId = (await booksOf(product)).find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  const fixture: Fixture = { page: await newPage(browser), product, bookId };
  const take = async (pictures: typeof anonymousPictures): Promise<void> => {
    for (const [name, prepare] of Object.entries(pictures)) {
      await prepare(fixture);
      if (wanted.length === 0 || wanted.includes(name)) await keep(fixture.page, name);
    }
  };
  await take(anonymousPictures);
  await fixture.page.goto(product.url);
  await signInByPassword(product, fixture.page, DEMO_READER.tel, DEMO_READER.password);
  await take(readerPictures);
  await createReader(product, BUYER.tel, BUYER.password);
  fixture.page = await newPage(browser);
  await openSignedIn(product, fixture.page, BUYER.tel, BUYER.password);
  await take(buyerPictures);
} finally {
  await browser.close();
  await product.stop();
}
