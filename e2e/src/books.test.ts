/** Every demo book and three books of the corpus, as the demo reader reads them at the desk and goes on reading on the phone. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { DEMO_READER, signInByPassword } from './people.ts';
import {
  clickAt,
  findOnPages,
  firstVisibleBlock,
  type Media,
  mediaOf,
  openBook,
  pageMark,
  pointOf,
  tapZone,
  turnsBy,
  untilPlaceKept,
  untilPlaceSent,
  untilText,
  viewOf,
  visibleBlocks,
  visibleText,
} from './reading.ts';

interface BookToRead {
  readonly title: string;
  /** Contents entry, its document, and words that stand at its beginning. */
  readonly chapter: { readonly entry: string; readonly href: string; readonly words: string };
  /** A document and what it must hold at least. */
  readonly rich: { readonly href: string; readonly holds: Partial<Omit<Media, 'broken'>> };
  readonly note?: { readonly href: string; readonly selector: string; readonly words: string };
  readonly link?: { readonly href: string; readonly selector: string; readonly words: string };
  readonly printedPage?: { readonly name: string; readonly words: string };
  /** Reads from right to left: the next page lies to the left. */
  readonly isLeftForward?: boolean;
  readonly isFixedLayout?: boolean;
}

const books: readonly BookToRead[] = [
  {
    title: 'Python 编程起步',
    chapter: { entry: '第 2 章 变量与数据', href: 'EPUB/text/ch02.xhtml', words: '变量' },
    rich: { href: 'EPUB/text/ch06.xhtml', holds: { pictures: 2, formulas: 10, players: 1 } },
    note: { href: 'EPUB/text/ch02.xhtml', selector: 'a[role="doc-noteref"]', words: '代码风格指南' },
    link: { href: 'EPUB/text/ch02.xhtml', selector: 'a[href*="ch04"]', words: '列表' },
    printedPage: { name: '1', words: '初识程序' },
  },
  {
    title: '古文小读',
    chapter: { entry: '爱莲说', href: 'EPUB/text/02-ailian.xhtml', words: '爱莲说' },
    rich: { href: 'EPUB/text/cover.xhtml', holds: { pictures: 1 } },
    note: { href: 'EPUB/text/02-ailian.xhtml', selector: 'a[role="doc-noteref"]', words: '' },
    isLeftForward: true,
  },
  {
    title: '二十四节气画册',
    chapter: { entry: '惊蛰　春分', href: 'EPUB/text/p04.xhtml', words: '第一声春雷' },
    rich: { href: 'EPUB/text/p02.xhtml', holds: {} },
    isFixedLayout: true,
  },
  {
    title: '动手学深度学习（上）',
    chapter: { entry: '线性代数', href: 'EPUB/text/ch006.xhtml', words: '标量' },
    rich: { href: 'EPUB/text/ch002.xhtml', holds: { pictures: 5, formulas: 5, tables: 1 } },
  },
  {
    title: '诗经',
    chapter: { entry: '桃夭', href: 'OEBPS/text/c0005.xhtml', words: '桃之夭夭' },
    rich: { href: 'OEBPS/text/c0005.xhtml', holds: {} },
    isLeftForward: true,
  },
  {
    title: 'War and Peace',
    chapter: { entry: 'Dramatis Personae', href: 'epub/text/dramatis-personae.xhtml', words: 'Bezúkhov' },
    rich: { href: 'epub/text/titlepage.xhtml', holds: { pictures: 1 } },
    note: { href: 'epub/text/chapter-1-1-12.xhtml', selector: 'a[href*="endnotes"]', words: '' },
  },
];

let product: Product;
let browser: Browser;
let desk: Visitor;
let phone: Visitor;
const ids = new Map<string, string>();

const idOf = (title: string): string => {
  const id = ids.get(title);
  if (id === undefined) throw new Error(`《${title}》 is not in the library: ${[...ids.keys()].join('、')}`);
  return id;
};
const at = (href: string): string => `?href=${encodeURIComponent(href)}`;
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The entry's button; how far it was read may stand behind its name. */
const contentsRow = (page: Page, entry: string) =>
  panel(page, '目录')
    .getByRole('button', { name: new RegExp(`^${entry.replace('　', '\\s')}( [\\d.]+%| 已读完)?$`) })
    .first();
/** Long contents are found by their filter, short ones by the eye. */
const openContentsEntry = async (page: Page, entry: string): Promise<void> => {
  const row = contentsRow(page, entry);
  const filter = panel(page, '目录').getByRole('searchbox', { name: '筛选目录' });
  await panel(page, '目录').getByRole('list').waitFor();
  if (!(await row.isVisible()) && (await filter.isVisible())) await filter.fill(entry);
  await row.click();
};
const settle = (page: Page) => page.getByText('已同步').first().waitFor({ state: 'attached' });

beforeAll(async () => {
  product = await startProduct();
  const files = ['zh-d2l-part1.epub', 'zh-shijing-vertical.epub', 'se-war-and-peace.epub'];
  await product.command('import', ...files.map((file) => corpusFile(`epub-books/${file}`)), '--publish');
  const answer = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: { id: string; title: string }[] } };
  for (const { id, title } of answer.payload.items) ids.set(title, id);
  browser = await launchBrowser();
  desk = await visit(browser, 'desktop');
  phone = await visit(browser, 'phone');
  for (const { page } of [desk, phone]) {
    await page.goto(product.url);
    await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Forward and back by every means a desk has. */
const turnPages = async (page: Page, book: BookToRead): Promise<void> => {
  const [forward, back] = book.isLeftForward ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const start = await pageMark(page);
  await turnsBy(page, () => tool(page, '下一页').click());
  await turnsBy(page, () => page.keyboard.press('PageDown'));
  await turnsBy(page, () => page.keyboard.press(forward as string));
  await turnsBy(page, () => page.keyboard.press(back as string));
  await turnsBy(page, () => page.keyboard.press('PageUp'));
  await turnsBy(page, () => tool(page, '上一页').click());
  expect(await pageMark(page)).toBe(start);
};

/** In the contents that are open, to a page of the printed book. */
const goByPrintedPage = async (page: Page, { printedPage }: BookToRead): Promise<void> => {
  if (printedPage === undefined) return;
  await panel(page, '目录').getByRole('button', { name: '纸书页码' }).click();
  await contentsRow(page, printedPage.name).click();
  await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain(printedPage.words);
};

/** Along a link of the book, and back to where it stands. */
const followLink = async (page: Page, id: string, { link }: BookToRead): Promise<void> => {
  if (link === undefined) return;
  await openBook(page, product.url, id, at(link.href));
  const point = await findOnPages(page, link.selector);
  const before = await firstVisibleBlock(page);
  await turnsBy(page, () => clickAt(page, point));
  expect(await visibleText(page)).toContain(link.words);
  await turnsBy(page, () => page.getByRole('button', { name: '返回', exact: true }).click());
  expect(await visibleBlocks(page)).toContain(before);
};

/** Whatever a test before left behind. */
const resetDisplay = async (page: Page): Promise<void> => {
  await tool(page, '显示设置').click();
  await panel(page, '显示设置').getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => viewOf(page)).not.toBe('scroll');
  await tool(page, '显示设置').click();
  await settle(page);
};

const setDisplay = async (page: Page, choices: readonly string[]): Promise<void> => {
  await tool(page, '显示设置').click();
  const settings = panel(page, '显示设置');
  for (const choice of choices) await settings.getByRole('radio', { name: choice, exact: true }).check();
  if (choices.includes('滚动')) await expect.poll(() => viewOf(page)).toBe('scroll');
  await settle(page);
};

const expectDisplay = async (page: Page, choices: readonly string[]): Promise<void> => {
  await tool(page, '显示设置').click();
  const settings = panel(page, '显示设置');
  for (const choice of choices) expect(await settings.getByRole('radio', { name: choice, exact: true }).isChecked()).toBe(true);
  if (choices.includes('滚动')) expect(await settings.getByRole('slider', { name: '字号' }).getAttribute('aria-valuetext')).toBe('20 px');
};

describe.each(books)('《$title》', (book) => {
  test('is read at the desk: text, turning, contents, media, notes, links, settings, and the place is kept', async () => {
    const { page } = desk;
    const id = idOf(book.title);
    await openBook(page, product.url, id, at(book.chapter.href));
    await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain(book.chapter.words);
    await resetDisplay(page);
    await desk.picture(`${book.title}-chapter`);
    await turnPages(page, book);

    await tool(page, '目录').click();
    await openContentsEntry(page, book.chapter.entry);
    await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain(book.chapter.words);
    await goByPrintedPage(page, book);
    await tool(page, '目录').click();

    await openBook(page, product.url, id, at(book.rich.href));
    await expect
      .poll(async () => {
        const media = await mediaOf(page);
        return Object.entries(book.rich.holds).filter(([kind, least]) => (media[kind as keyof typeof media] as number) < least);
      })
      .toEqual([]);
    await expect.poll(async () => (await mediaOf(page)).broken).toEqual([]);
    await desk.picture(`${book.title}-rich`);

    if (book.note) {
      await openBook(page, product.url, id, at(book.note.href));
      await clickAt(page, await findOnPages(page, book.note.selector));
      const note = panel(page, '注释');
      await note.getByText(book.note.words).first().waitFor();
      await desk.picture(`${book.title}-note`);
      await note.getByRole('button', { name: '关闭注释' }).click();
      await note.waitFor({ state: 'detached' });
    }
    await followLink(page, id, book);
    await openBook(page, product.url, id, at(book.chapter.href));
    const choices = book.isFixedLayout ? ['米黄'] : ['米黄', '楷体', '滚动'];
    await setDisplay(page, choices);
    if (!book.isFixedLayout) await panel(page, '显示设置').getByRole('button', { name: '增大字号' }).click();
    await settle(page);
    await desk.picture(`${book.title}-display`);
    await page.reload();
    await untilText(page);
    await expectDisplay(page, choices);
    await tool(page, '显示设置').click();
    await resetDisplay(page);
    await turnsBy(page, () => page.keyboard.press('PageDown'));
    await untilPlaceKept(page);
    await settle(page);
    const place = await firstVisibleBlock(page);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.reload();
    await expect.poll(() => visibleBlocks(page), { timeout: 15_000 }).toContain(place);
    await desk.picture(`${book.title}-other-window`);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(desk.faults).toEqual([]);
    expect(desk.foreignRequests).toEqual([]);
  });

  test('is gone on with on the phone, by tapping', async () => {
    const { page } = phone;
    const id = idOf(book.title);
    await openBook(desk.page, product.url, id);
    await untilPlaceSent(desk.page);
    const place = await firstVisibleBlock(desk.page);
    await openBook(page, product.url, id);
    await expect.poll(() => visibleBlocks(page), { timeout: 15_000 }).toContain(place);
    await phone.picture(`${book.title}-continued`);

    await openBook(page, product.url, id, at(book.chapter.href));
    const [forward, back] = book.isLeftForward ? [0.1, 0.9] : [0.9, 0.1];
    const start = await pageMark(page);
    await turnsBy(page, () => tapZone(page, forward as number));
    await turnsBy(page, () => tapZone(page, back as number));
    expect(await pageMark(page)).toBe(start);
    await tapZone(page, 0.5);
    await tool(page, '目录').click();
    await phone.picture(`${book.title}-contents`);
    await openContentsEntry(page, book.chapter.entry);
    await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain(book.chapter.words);
    await phone.picture(`${book.title}-chapter`);
    await tool(page, '显示设置').click();
    await panel(page, '显示设置').waitFor();
    await phone.picture(`${book.title}-settings`);
    await page.keyboard.press('Escape');
    if (book.note) {
      await openBook(page, product.url, id, at(book.note.href));
      for (let turned = 0; turned < 20 && (await pointOf(page, book.note.selector)) === undefined; turned += 1)
        await turnsBy(page, () => tapZone(page, forward as number));
      const point = await pointOf(page, book.note.selector);
      if (point === undefined) throw new Error('no note on the first pages');
      await clickAt(page, point);
      await panel(page, '注释').waitFor();
      await phone.picture(`${book.title}-note`);
    }
    expect(phone.faults).toEqual([]);
    expect(phone.foreignRequests).toEqual([]);
  });
});
