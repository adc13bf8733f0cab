/** Every screen at every promised size, signed out and in, with data and without, failed and offline: seen, read by machines, and reached by keyboard. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, type Visitor, visit } from './browser.ts';
import { DEMO_READER, signInByPassword } from './people.ts';
import { clickAt, findOnPages, openBook, selectText } from './reading.ts';

const NEWCOMER = { tel: '13922223333', password: 'Xin-laide-2026' };

interface Screen {
  readonly name: string;
  readonly path: string;
  /** What stands in the window's title. */
  readonly title: string;
  /** Asks a person who is not signed in to do so, in the dialog. */
  readonly isPersonal?: boolean;
}

let product: Product;
let browser: Browser;
let readerBook: string;
let screens: readonly Screen[];

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const book = answer.payload.items.find(({ title }) => title === 'Python 编程起步');
  if (book === undefined) throw new Error('the demo library is not there');
  readerBook = book.id;
  await product.command('user', 'create', '--tel', NEWCOMER.tel, '--password', NEWCOMER.password);
  screens = [
    { name: 'home', path: '/', title: '首页' },
    { name: 'list', path: '/course/list', title: '全部教材' },
    { name: 'list-empty', path: '/course/list?category=law&access=codeOnly', title: '全部教材' },
    { name: 'info', path: `/course/info/${readerBook}`, title: 'Python 编程起步' },
    { name: 'search', path: '/course/search?q=%E5%BE%AA%E7%8E%AF', title: '“循环”的搜索结果' },
    { name: 'search-empty', path: '/course/search?q=%E9%BE%98%E7%88%A8%E9%BD%89', title: '“龘爨齉”的搜索结果' },
    { name: 'shelf', path: '/bookshelf', title: '书房' },
    { name: 'user', path: '/user', title: '个人中心', isPersonal: true },
    { name: 'my-books', path: '/user/myBooks', title: '我的图书', isPersonal: true },
    { name: 'my-notes', path: '/user/myNotes', title: '我的笔记', isPersonal: true },
    { name: 'help', path: '/helper/contact', title: '帮助' },
    { name: 'pc', path: '/pc', title: '在电脑上使用' },
    { name: 'mobile', path: '/mobile', title: '在手机上使用' },
    { name: 'login', path: '/user/login', title: '登录' },
    { name: 'not-found', path: '/no/such/place', title: '页面不存在' },
    { name: 'learning', path: `/course/learning/${readerBook}`, title: 'Python 编程起步' },
  ];
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Quiet: loaded, nothing busy, no skeleton. */
const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await page.getByRole('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [role="progressbar"]') === null);
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="正在"]') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
};

const walk = async (visitor: Visitor, who: string): Promise<string[]> => {
  const faults: string[] = [];
  for (const screen of screens) {
    const { page } = visitor;
    await page.goto(product.url + screen.path);
    const isAsked = who === 'out' && screen.isPersonal === true;
    if (isAsked) await page.getByRole('dialog', { name: '登录' }).waitFor();
    await settle(page);
    if (isAsked) await page.getByRole('img', { name: '图形验证码图片' }).or(page.getByAltText('图形验证码图片')).first().waitFor();
    await visitor.picture(`${screen.name}-${who}`);
    const found = await faultsOf(page);
    const title = await page.title();
    if (!title.startsWith(screen.title)) found.push(`title is ${title}`);
    faults.push(
      ...found.map((fault) => `${screen.name} ${who}: ${fault}`),
      ...visitor.faults.splice(0).map((fault) => `${screen.name} ${who} console: ${fault}`),
    );
  }
  return faults;
};

const visitors = {
  desktop: { out: undefined, in: DEMO_READER },
  tablet: { new: NEWCOMER, in: DEMO_READER },
  phone: { out: undefined, in: DEMO_READER },
} as const;

describe.each(Object.keys(sizes) as SizeName[])('on a %s', (size) => {
  test('every screen is sound, for the demo reader and for a stranger or a newcomer with nothing', async () => {
    const faults: string[] = [];
    for (const [who, person] of Object.entries(visitors[size])) {
      const visitor = await visit(browser, size);
      if (person) {
        await visitor.page.goto(product.url);
        await signInByPassword(product, visitor.page, person.tel, person.password);
      }
      faults.push(...(await walk(visitor, who)));
      expect(visitor.foreignRequests).toEqual([]);
      await visitor.context.close();
    }
    expect(faults).toEqual([]);
  });

  test('a failed call shows a card from which the screen comes back', async () => {
    const visitor = await visit(browser, size);
    const { page } = visitor;
    for (const [call, path] of [
      ['home/get', '/'],
      ['course/query', '/course/list'],
      ['book/info', `/course/info/${readerBook}`],
      ['search/query', '/course/search?q=%E5%BE%AA%E7%8E%AF'],
      ['learn/open', `/course/learning/${readerBook}`],
    ] as const) {
      await page.route(`**/api/${call}**`, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
      await page.goto(product.url + path);
      const retry = page.getByRole('main').getByRole('button', { name: '重试' });
      await retry.waitFor();
      await settle(page);
      await visitor.picture(`failed-${call.replace('/', '-')}`);
      expect(await faultsOf(page)).toEqual([]);
      await page.unroute(`**/api/${call}**`);
      await retry.click();
      await retry.waitFor({ state: 'detached' });
      await page.getByRole('main').getByRole('heading').first().waitFor();
    }
    await visitor.context.close();
  });

  test('without a network it says so, and goes on when there is one again', async () => {
    const visitor = await visit(browser, size);
    const { page } = visitor;
    await page.goto(product.url);
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await page.goto(`${product.url}/course/list`);
    await page.getByRole('heading', { name: '全部教材' }).waitFor();
    await visitor.context.setOffline(true);
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click();
    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('网络连接失败，请检查网络').waitFor();
    await visitor.picture('offline');
    expect(await faultsOf(page)).toEqual([]);
    await visitor.context.setOffline(false);
    await alert.getByRole('button', { name: '确定' }).click();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await visitor.context.close();
  });
});

describe('by keyboard', () => {
  test('Tab reaches every control of the home screen, in order, with a visible ring', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(product.url);
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    const reached: string[] = [];
    const ringless: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        // Beyond the last control the browser's own bar has the focus.
        if (element === document.body) return undefined;
        const hasRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration): boolean =>
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
        const drawn = [
          getComputedStyle(element),
          getComputedStyle(element, '::after'),
          ...(element.parentElement ? [getComputedStyle(element.parentElement)] : []),
        ];
        return { name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '', isRinged: drawn.some(hasRing) };
      });
      if (stop === undefined) break;
      reached.push(stop.name);
      if (!stop.isRinged) ringless.push(stop.name);
    }
    const wanted = ['跳到正文', '书房 首页', '搜索图书', '登录', '个人中心', '首页', '书房', '我的', '帮助', '搜索教材'];
    expect(wanted.filter((name) => !reached.includes(name))).toEqual([]);
    expect(ringless).toEqual([]);
    await context.close();
  });

  test('the sign-in dialog holds the focus and gives it back', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(product.url);
    const opener = page.getByRole('banner').getByRole('button', { name: '登录' });
    // The skeleton that stands here first has a button of its own, which goes.
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '登录' });
    await dialog.getByLabel('手机号', { exact: true }).waitFor();
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement?.closest('[role="dialog"]')?.tagName ?? document.activeElement?.outerHTML.slice(0, 200),
        ),
      ).toBe('SECTION');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  test('the panels, cards and dialogs of the reader are sound and give the focus back', async () => {
    const visitor = await visit(browser, 'desktop');
    const { page } = visitor;
    await openBook(page, product.url, readerBook, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
    for (const name of ['目录', '书内搜索', '笔记', '显示设置']) {
      const opener = page.getByRole('button', { name, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name }).waitFor();
      await settle(page);
      expect({ name, faults: await faultsOf(page) }).toEqual({ name, faults: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
      expect({ name, hasFocus: await opener.evaluate((element) => element === document.activeElement) }).toEqual({ name, hasFocus: true });
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '快捷键' }).waitFor();
    await settle(page);
    await visitor.picture('reader-keys');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '快捷键' }).waitFor({ state: 'detached' });

    await selectText(page, '程序');
    await settle(page);
    await visitor.picture('reader-toolbar');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor();
    await settle(page);
    await visitor.picture('reader-note-editor');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: '取消' }).click();
    // The draft is taken from the disk first; then the panel goes, and the page gets its room back.
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });

    await clickAt(page, await findOnPages(page, 'a[role="doc-noteref"]'));
    await page.getByRole('dialog', { name: '注释' }).waitFor();
    await visitor.picture('reader-footnote');
    expect(await faultsOf(page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});
