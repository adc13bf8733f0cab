/** Every demo book and three books of the corpus, as the demo reader reads and marks them at the desk and goes on reading on the phone; their pictures, films and recordings. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { drawnMarks, jumpInPlayer, largePicture, playerOf, startPlayer, stopPlayer } from './book-parts.ts';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { arriveAs, DEMO_READER } from './people.ts';
import { expectDisplay, panel, resetDisplay, setDisplay, settle, tool } from './reader-tools.ts';
import {
  clickAt,
  findOnPages,
  firstVisibleBlock,
  type Media,
  mediaOf,
  openBook,
  pageMark,
  pointOf,
  selectInBook,
  tapZone,
  turnsBy,
  untilAtRest,
  untilPlaceKept,
  untilPlaceSent,
  untilText,
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
  /** Words to mark: a highlight, and a note. */
  readonly marks: { readonly href: string; readonly highlight: string; readonly note: string };
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
    marks: { href: 'EPUB/text/ch02.xhtml', highlight: '理解变量是贴在对象上的名字', note: '计算总要用到数据' },
  },
  {
    title: '古文小读',
    chapter: { entry: '爱莲说', href: 'EPUB/text/02-ailian.xhtml', words: '爱莲说' },
    rich: { href: 'EPUB/text/cover.xhtml', holds: { pictures: 1 } },
    note: { href: 'EPUB/text/02-ailian.xhtml', selector: 'a[role="doc-noteref"]', words: '' },
    marks: { href: 'EPUB/text/02-ailian.xhtml', highlight: '世称濂溪先生', note: '借一件事物说出一番道理' },
    isLeftForward: true,
  },
  {
    title: '二十四节气画册',
    chapter: { entry: '惊蛰　春分', href: 'EPUB/text/p04.xhtml', words: '第一声春雷' },
    rich: { href: 'EPUB/text/p02.xhtml', holds: {} },
    marks: { href: 'EPUB/text/p04.xhtml', highlight: '睡了一冬的小虫', note: '在屋檐下寻找去年的家' },
    isFixedLayout: true,
  },
  {
    title: '动手学深度学习（上）',
    chapter: { entry: '线性代数', href: 'EPUB/text/ch006.xhtml', words: '标量' },
    rich: { href: 'EPUB/text/ch002.xhtml', holds: { pictures: 5, formulas: 5, tables: 1 } },
    marks: { href: 'EPUB/text/ch006.xhtml', highlight: '线性代数中的基本数学对象', note: '在数字间相加或相乘' },
  },
  {
    title: '诗经',
    chapter: { entry: '桃夭', href: 'OEBPS/text/c0005.xhtml', words: '桃之夭夭' },
    rich: { href: 'OEBPS/text/c0005.xhtml', holds: {} },
    marks: { href: 'OEBPS/text/c0005.xhtml', highlight: '灼灼其华', note: '其叶蓁蓁' },
    isLeftForward: true,
  },
  {
    title: 'War and Peace',
    chapter: { entry: 'Dramatis Personae', href: 'epub/text/dramatis-personae.xhtml', words: 'Bezúkhov' },
    rich: { href: 'epub/text/titlepage.xhtml', holds: { pictures: 1 } },
    note: { href: 'epub/text/chapter-1-1-12.xhtml', selector: 'a[href*="endnotes"]', words: '' },
    marks: { href: 'epub/text/chapter-1-1-1.xhtml', highlight: 'family estates of the Buonapartes', note: 'this means war' },
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
    await arriveAs(product, page, DEMO_READER.tel, DEMO_READER.password);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** As somebody who knows its title: by the search of the first page, its own page, and the button there. */
const findBook = async (page: Page, title: string): Promise<void> => {
  await page.goto(product.url);
  const search = page.getByRole('combobox', { name: '搜索教材' });
  await search.fill(title);
  await search.press('Enter');
  await page.waitForURL(/\/course\/search/);
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await page.waitForURL(/\/course\/info\//);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await page
    .getByRole('link', { name: /开始学习|继续学习/ })
    .first()
    .click();
  await page.waitForURL(/\/course\/learning\//);
  await untilText(page);
};

/** Forward and back by every means a desk has. */
const turnPages = async (page: Page, book: BookToRead): Promise<void> => {
  const [forward, back] = book.isLeftForward ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  // The panel beside the book has just closed: the pages are being laid out for the wider window.
  await untilAtRest(page);
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

describe.each(books)('《$title》', (book) => {
  test('is found and read at the desk: text, turning, contents, media, notes, links, settings, and the place is kept', async () => {
    const { page } = desk;
    const id = idOf(book.title);
    await findBook(page, book.title);
    expect(new URL(page.url()).pathname).toBe(`/course/learning/${id}`);
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

  test('is found and gone on with on the phone, by tapping', async () => {
    const { page } = phone;
    const id = idOf(book.title);
    await openBook(desk.page, product.url, id);
    await untilPlaceSent(desk.page);
    const place = await firstVisibleBlock(desk.page);
    await findBook(page, book.title);
    await expect.poll(() => visibleBlocks(page), { timeout: 15_000 }).toContain(place);
    await phone.picture(`${book.title}-continued`);

    await openBook(page, product.url, id, at(book.chapter.href));
    const title = page.getByLabel('阅读工具栏').getByRole('heading', { level: 1 });
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
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

test.each(books.map(({ title, isLeftForward, marks }) => ({ title, isLeftForward, ...marks })))(
  '《$title》 is marked at the desk, and the phone draws the marks at the same words',
  async ({ title, isLeftForward, href, highlight, note }) => {
    const { page } = desk;
    const id = idOf(title);
    await openBook(page, product.url, id, at(href));
    for (const words of [highlight, note]) {
      await untilAtRest(page);
      await selectInBook(page, words);
      const tools = page.getByRole('toolbar', { name: '划线工具' });
      await tools.getByRole('button', { name: words === note ? '写笔记' : '绿色' }).click();
      if (words !== note) continue;
      await page.getByRole('textbox', { name: '笔记内容' }).fill('另一台设备上也要在这里');
      await page.getByRole('button', { name: '保存' }).click();
    }
    const drawn = async (browserPage: Page) =>
      (await drawnMarks(browserPage)).map(({ name, words, before }) => `${name} ${before}|${words}`).toSorted();
    await expect.poll(async () => (await drawn(page)).length).toBe(3);
    const atDesk = await drawn(page);
    expect(new Set(atDesk.map((mark) => mark.split('|')[1]))).toEqual(new Set([highlight, note]));
    await settle(page);
    await desk.picture(`${title}-marked`);

    await openBook(phone.page, product.url, id, at(href));
    await expect.poll(() => drawn(phone.page), { timeout: 15_000 }).toEqual(atDesk);
    // Every one of them can be turned to, and lies on the page then.
    const seen = new Set<string>();
    for (let turned = 0; turned < 8; turned += 1) {
      for (const mark of await drawnMarks(phone.page)) if (mark.isOnScreen) seen.add(mark.words);
      if (seen.size === 2) break;
      await turnsBy(phone.page, () => tapZone(phone.page, isLeftForward ? 0.1 : 0.9));
    }
    expect(seen).toEqual(new Set([highlight, note]));
    await phone.picture(`${title}-marked`);
    expect([...desk.faults, ...phone.faults]).toEqual([]);
  },
);

const PROGRAMMING = 'Python 编程起步';

test.each([
  { kind: 'video' as const, href: 'EPUB/text/ch06.xhtml', caption: '查找' },
  { kind: 'audio' as const, href: 'EPUB/text/ch01.xhtml', caption: '' },
])('the $kind of a book plays on, and from where one jumps to, in pages and in a scroll', async ({ kind, href, caption }) => {
  const { page } = desk;
  const parts: { status: number; range: string | undefined }[] = [];
  page.on('response', (response) => {
    if (/\.(?:mp4|mp3)$/.test(new URL(response.url()).pathname))
      parts.push({ status: response.status(), range: response.headers()['content-range'] });
  });
  await openBook(page, product.url, idOf(PROGRAMMING), at(href));
  await resetDisplay(page);
  for (const view of ['翻页', '滚动']) {
    if (view === '滚动') {
      await setDisplay(page, [view]);
      await tool(page, '显示设置').click();
    }
    await startPlayer(page, kind);
    await expect.poll(async () => (await playerOf(page, kind)).at, { timeout: 20_000 }).toBeGreaterThan(0.3);
    const { seconds, seekableTo } = await playerOf(page, kind);
    expect(seekableTo).toBeCloseTo(seconds, 1);
    await expect.poll(async () => (await playerOf(page, kind)).caption).toContain(caption);
    await jumpInPlayer(page, kind, 0.5);
    await expect.poll(async () => (await playerOf(page, kind)).at).toBeGreaterThan(seconds * 0.5 + 0.2);
    expect(await playerOf(page, kind)).toMatchObject({ isPaused: false, fault: undefined });
    await desk.picture(`${kind}-${view === '滚动' ? 'scroll' : 'pages'}`);
    await stopPlayer(page, kind);
  }
  // Of a file the browser may ask for any part.
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) expect(part).toEqual({ status: 206, range: expect.stringMatching(/^bytes \d+-\d+\/\d+$/) });
  await resetDisplay(page);
  expect(desk.faults).toEqual([]);
});

test.each([
  { size: 'desktop' as const, view: '翻页' },
  { size: 'desktop' as const, view: '滚动' },
  { size: 'phone' as const, view: '翻页' },
])(
  'a picture is looked at closely on the $size where the book is shown by $view, and put away at the same place',
  async ({ size, view }) => {
    const visitor = size === 'phone' ? phone : desk;
    const { page } = visitor;
    const viewer = page.getByRole('dialog', { name: '图片' });
    const share = async (): Promise<number> => Number.parseInt((await viewer.getByRole('status').textContent()) ?? '', 10);
    await openBook(page, product.url, idOf(PROGRAMMING), at('EPUB/text/ch05.xhtml'));
    if (view === '滚动') {
      await setDisplay(page, [view]);
      await tool(page, '显示设置').click();
    }
    const point = await findOnPages(page, 'img[src*="call-stack"]');
    const before = await pageMark(page);
    await clickAt(page, point);
    await viewer.waitFor();
    await viewer.getByText(/图 5-1/).waitFor();
    await viewer.getByText(/从左到右画了五个时刻的调用栈/).waitFor();
    const whole = await largePicture(page);
    expect(whole.colours).toBeGreaterThan(3);
    expect(whole.pixels).toBeGreaterThanOrEqual(Math.floor(whole.width));
    expect(await faultsOf(page)).toEqual([]);
    await visitor.picture(`figure-${view === '滚动' ? 'scroll' : 'pages'}-whole`);

    if (size === 'phone') {
      const session = await page.context().newCDPSession(page);
      const pinch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: 195 + side * apart, y: 380, id })),
        });
      await pinch('touchStart', 40);
      for (const apart of [60, 80, 100, 120]) await pinch('touchMove', apart);
      await pinch('touchEnd', 0);
    } else {
      await page.mouse.move(720, 400);
      await page.mouse.wheel(0, -600);
    }
    await expect.poll(share).toBeGreaterThan(250);
    const close = await largePicture(page);
    expect(close.width).toBeGreaterThan(whole.width * 2.5);
    // The drawing is drawn anew, not blown up, as far as it is kept sharp.
    expect(close.pixels).toBeGreaterThanOrEqual(Math.min(3_000, Math.floor(close.width)));
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await largePicture(page)).left).toBeLessThan(close.left);
    await visitor.picture(`figure-${view === '滚动' ? 'scroll' : 'pages'}-close`);
    await viewer.getByRole('button', { name: '缩小' }).click();
    await page.keyboard.press('0');
    await expect.poll(share).toBe(100);
    await viewer.getByRole('button', { name: '放大' }).click();
    expect(await share()).toBe(150);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await pageMark(page)).toBe(before);

    // By keys alone: the focus is at the picture again.
    await page.keyboard.press('Enter');
    await viewer.waitFor();
    await viewer.getByRole('button', { name: '关闭图片' }).click();
    await viewer.waitFor({ state: 'detached' });
    expect(await pageMark(page)).toBe(before);
    if (view === '滚动') await resetDisplay(page);
    expect(visitor.faults).toEqual([]);
    expect(visitor.foreignRequests).toEqual([]);
  },
);
