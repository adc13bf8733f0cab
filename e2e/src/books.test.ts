/**
 * Tests every demo book and three books of the corpus: the demo reader reads and annotates them on the desktop and continues on the phone.
 * Also tests the pictures, videos and audio in these books.
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { drawnHighlights, jumpInPlayer, largePicture, playerOf, startPlayer, stopPlayer } from './media-in-books.ts';
import { expectDisplay, panel, resetDisplay, setDisplay, settle, tool } from './reader-tools.ts';
import {
  clickAt,
  findOnPages,
  firstVisibleBlock,
  type Media,
  mediaOf,
  openBook,
  pageFingerprint,
  pointOf,
  selectInBook,
  tapZone,
  turnsBy,
  untilAtRest,
  untilPictureFocused,
  untilText,
  visibleBlocks,
  visibleText,
  waitForPositionSaved,
  waitForPositionSent,
} from './reading.ts';
import { DEMO_READER, openSignedIn } from './users.ts';

interface BookToRead {
  readonly title: string;
  /** An entry of the table of contents, the document to which it leads, and the text at the beginning of that document. */
  readonly chapter: { readonly entry: string; readonly href: string; readonly text: string };
  /** A document with media, and the minimum number of each kind of media in it. */
  readonly rich: { readonly href: string; readonly holds: Partial<Omit<Media, 'broken'>> };
  readonly note?: { readonly href: string; readonly selector: string; readonly text: string };
  readonly link?: { readonly href: string; readonly selector: string; readonly text: string };
  /** Passages to annotate: one gets a highlight, one a note. */
  readonly annotations: { readonly href: string; readonly highlight: string; readonly note: string };
  readonly printedPage?: { readonly name: string; readonly text: string };
  /** Whether the book is read from right to left, so that the next page is on the left. */
  readonly isLeftForward?: boolean;
  readonly isFixedLayout?: boolean;
}

const books: readonly BookToRead[] = [
  {
    title: 'Python 编程起步',
    chapter: { entry: '第 2 章 变量与数据', href: 'EPUB/text/ch02.xhtml', text: '变量' },
    rich: { href: 'EPUB/text/ch06.xhtml', holds: { pictures: 2, formulas: 10, players: 1 } },
    note: { href: 'EPUB/text/ch02.xhtml', selector: 'a[role="doc-noteref"]', text: '代码风格指南' },
    link: { href: 'EPUB/text/ch02.xhtml', selector: 'a[href*="ch04"]', text: '列表' },
    printedPage: { name: '1', text: '初识程序' },
    annotations: { href: 'EPUB/text/ch02.xhtml', highlight: '理解变量是贴在对象上的名字', note: '计算总要用到数据' },
  },
  {
    title: '古文小读',
    chapter: { entry: '爱莲说', href: 'EPUB/text/02-ailian.xhtml', text: '爱莲说' },
    rich: { href: 'EPUB/text/cover.xhtml', holds: { pictures: 1 } },
    note: { href: 'EPUB/text/02-ailian.xhtml', selector: 'a[role="doc-noteref"]', text: '' },
    annotations: { href: 'EPUB/text/02-ailian.xhtml', highlight: '世称濂溪先生', note: '借一件事物说出一番道理' },
    isLeftForward: true,
  },
  {
    title: '二十四节气画册',
    chapter: { entry: '惊蛰　春分', href: 'EPUB/text/p04.xhtml', text: '第一声春雷' },
    rich: { href: 'EPUB/text/p02.xhtml', holds: {} },
    annotations: { href: 'EPUB/text/p04.xhtml', highlight: '睡了一冬的小虫', note: '在屋檐下寻找去年的家' },
    isFixedLayout: true,
  },
  {
    title: '动手学深度学习（上）',
    chapter: { entry: '线性代数', href: 'EPUB/text/ch006.xhtml', text: '标量' },
    rich: { href: 'EPUB/text/ch002.xhtml', holds: { pictures: 5, formulas: 5, tables: 1 } },
    annotations: { href: 'EPUB/text/ch006.xhtml', highlight: '线性代数中的基本数学对象', note: '在数字间相加或相乘' },
  },
  {
    title: '诗经',
    chapter: { entry: '桃夭', href: 'OEBPS/text/c0005.xhtml', text: '桃之夭夭' },
    rich: { href: 'OEBPS/text/c0005.xhtml', holds: {} },
    annotations: { href: 'OEBPS/text/c0005.xhtml', highlight: '灼灼其华', note: '其叶蓁蓁' },
    isLeftForward: true,
  },
  {
    title: 'War and Peace',
    chapter: { entry: 'Dramatis Personae', href: 'epub/text/dramatis-personae.xhtml', text: 'Bezúkhov' },
    rich: { href: 'epub/text/titlepage.xhtml', holds: { pictures: 1 } },
    note: { href: 'epub/text/chapter-1-1-12.xhtml', selector: 'a[href*="endnotes"]', text: '' },
    annotations: { href: 'epub/text/chapter-1-1-1.xhtml', highlight: 'family estates of the Buonapartes', note: 'this means war' },
  },
];

let product: Product;
let browser: Browser;
let desktop: TestPage;
let phone: TestPage;
const ids = new Map<string, string>();

const idOf = (title: string): string => {
  const id = ids.get(title);
  if (id === undefined) throw new Error(`《${title}》 is not in the library: ${[...ids.keys()].join('、')}`);
  return id;
};
const at = (href: string): string => `?href=${encodeURIComponent(href)}`;
/**
 * Returns the button of an entry in the table of contents; after the title of the entry, its accessible name may contain the reading
 * progress.
 */
const contentsRow = (page: Page, entry: string) =>
  panel(page, '目录')
    .getByRole('button', { name: new RegExp(`^${entry.replace('　', '\\s')}(?: .*)?$`) })
    .first();
/** Opens an entry of the table of contents; in a long table it is found by the filter field, in a short one without it. */
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
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  for (const { id, title } of response.payload.items) ids.set(title, id);
  browser = await launchBrowser();
  desktop = await visit(browser, 'desktop');
  phone = await visit(browser, 'phone');
  for (const { page } of [desktop, phone]) {
    await openSignedIn(product, page, DEMO_READER.tel, DEMO_READER.password);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Finds a book by its title with the search of the home page, and opens it with the button on the book page. */
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

/** Turns pages forward and back by every input of the desktop. */
const turnPages = async (page: Page, book: BookToRead): Promise<void> => {
  const [forward, back] = book.isLeftForward ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  // The panel beside the book was just closed, so the pages are being laid out for the wider window.
  await untilAtRest(page);
  const start = await pageFingerprint(page);
  await turnsBy(page, () => tool(page, '下一页').click());
  await turnsBy(page, () => page.keyboard.press('PageDown'));
  await turnsBy(page, () => page.keyboard.press(forward as string));
  await turnsBy(page, () => page.keyboard.press(back as string));
  await turnsBy(page, () => page.keyboard.press('PageUp'));
  await turnsBy(page, () => tool(page, '上一页').click());
  expect(await pageFingerprint(page)).toBe(start);
};

/** Opens a page of the printed book from the open table of contents. */
const goByPrintedPage = async (page: Page, { printedPage }: BookToRead): Promise<void> => {
  if (printedPage === undefined) return;
  await panel(page, '目录').getByRole('button', { name: '纸书页码' }).click();
  await contentsRow(page, printedPage.name).click();
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(printedPage.text);
};

/** Follows a link of the book, and returns to it. */
const followLink = async (page: Page, id: string, { link }: BookToRead): Promise<void> => {
  if (link === undefined) return;
  await openBook(page, product.url, id, at(link.href));
  const point = await findOnPages(page, link.selector);
  const before = await firstVisibleBlock(page);
  await turnsBy(page, () => clickAt(page, point));
  expect(await visibleText(page)).toContain(link.text);
  await turnsBy(page, () => page.getByRole('button', { name: '返回', exact: true }).click());
  expect(await visibleBlocks(page)).toContain(before);
};

describe.each(books)('《$title》', (book) => {
  test('is found and read on the desktop: text, page turns, contents, media, notes, links, settings, and the position is stored', async () => {
    const { page } = desktop;
    const id = idOf(book.title);
    await findBook(page, book.title);
    expect(new URL(page.url()).pathname).toBe(`/course/learning/${id}`);
    await openBook(page, product.url, id, at(book.chapter.href));
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(book.chapter.text);
    await resetDisplay(page);
    await desktop.picture(`${book.title}-chapter`);
    await turnPages(page, book);

    await tool(page, '目录').click();
    await openContentsEntry(page, book.chapter.entry);
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(book.chapter.text);
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
    await desktop.picture(`${book.title}-rich`);

    if (book.note) {
      await openBook(page, product.url, id, at(book.note.href));
      await clickAt(page, await findOnPages(page, book.note.selector));
      const note = panel(page, '注释');
      await note.getByText(book.note.text).first().waitFor();
      await desktop.picture(`${book.title}-note`);
      await note.getByRole('button', { name: '关闭注释' }).click();
      await note.waitFor({ state: 'detached' });
    }
    await followLink(page, id, book);
    await openBook(page, product.url, id, at(book.chapter.href));
    const choices = book.isFixedLayout ? ['米黄'] : ['米黄', '楷体', '滚动'];
    await setDisplay(page, choices);
    if (!book.isFixedLayout) await panel(page, '显示设置').getByRole('button', { name: '增大字号' }).click();
    await settle(page);
    await desktop.picture(`${book.title}-display`);
    await page.reload();
    await untilText(page);
    await expectDisplay(page, choices);
    await tool(page, '显示设置').click();
    await resetDisplay(page);
    await turnsBy(page, () => page.keyboard.press('PageDown'));
    await waitForPositionSaved(page);
    await settle(page);
    const block = await firstVisibleBlock(page);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.reload();
    await expect.poll(() => visibleBlocks(page), { timeout: 60_000 }).toContain(block);
    await desktop.picture(`${book.title}-other-window`);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(desktop.problems).toEqual([]);
    expect(desktop.foreignRequests).toEqual([]);
  });

  test('is found on the phone and continued there by tapping', async () => {
    const { page } = phone;
    const id = idOf(book.title);
    await openBook(desktop.page, product.url, id);
    await waitForPositionSent(desktop.page);
    const block = await firstVisibleBlock(desktop.page);
    await findBook(page, book.title);
    await expect.poll(() => visibleBlocks(page), { timeout: 60_000 }).toContain(block);
    await phone.picture(`${book.title}-continued`);

    await openBook(page, product.url, id, at(book.chapter.href));
    const title = page.getByLabel('阅读工具栏').getByRole('heading', { level: 1 });
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const [forward, back] = book.isLeftForward ? [0.1, 0.9] : [0.9, 0.1];
    const start = await pageFingerprint(page);
    await turnsBy(page, () => tapZone(page, forward as number));
    await turnsBy(page, () => tapZone(page, back as number));
    expect(await pageFingerprint(page)).toBe(start);
    await tapZone(page, 0.5);
    await tool(page, '目录').click();
    await phone.picture(`${book.title}-contents`);
    await openContentsEntry(page, book.chapter.entry);
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(book.chapter.text);
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
    expect(phone.problems).toEqual([]);
    expect(phone.foreignRequests).toEqual([]);
  });
});

test.each(books.map(({ title, isLeftForward, annotations }) => ({ title, isLeftForward, ...annotations })))(
  '《$title》 is annotated on the desktop, and the phone draws the annotations on the same text',
  async ({ title, isLeftForward, href, highlight, note }) => {
    const { page } = desktop;
    const id = idOf(title);
    await openBook(page, product.url, id, at(href));
    for (const text of [highlight, note]) {
      await untilAtRest(page);
      await selectInBook(page, text);
      const tools = page.getByRole('toolbar', { name: '划线工具' });
      await tools.getByRole('button', { name: text === note ? '写笔记' : '绿色' }).click();
      if (text !== note) continue;
      await page.getByRole('textbox', { name: '笔记内容' }).fill('另一台设备上也要在这里');
      await page.getByRole('button', { name: '保存' }).click();
    }
    const drawn = async (browserPage: Page) =>
      (await drawnHighlights(browserPage)).map(({ name, text, before }) => `${name} ${before}|${text}`).toSorted();
    await expect.poll(async () => (await drawn(page)).length).toBe(3);
    const onDesktop = await drawn(page);
    expect(new Set(onDesktop.map((annotation) => annotation.split('|')[1]))).toEqual(new Set([highlight, note]));
    await settle(page);
    await desktop.picture(`${title}-marked`);

    await openBook(phone.page, product.url, id, at(href));
    await expect.poll(() => drawn(phone.page), { timeout: 60_000 }).toEqual(onDesktop);
    // The annotations may be on different pages, so the test turns pages until each has been on the screen.
    const seen = new Set<string>();
    for (let turned = 0; turned < 8; turned += 1) {
      for (const annotation of await drawnHighlights(phone.page)) if (annotation.isOnScreen) seen.add(annotation.text);
      if (seen.size === 2) break;
      await turnsBy(phone.page, () => tapZone(phone.page, isLeftForward ? 0.1 : 0.9));
    }
    expect(seen).toEqual(new Set([highlight, note]));
    await phone.picture(`${title}-marked`);
    expect([...desktop.problems, ...phone.problems]).toEqual([]);
  },
);

const PROGRAMMING = 'Python 编程起步';

test.each([
  { kind: 'video' as const, href: 'EPUB/text/ch06.xhtml', caption: '查找' },
  { kind: 'audio' as const, href: 'EPUB/text/ch01.xhtml', caption: '' },
])('the $kind of a book plays and can be sought to a position, in paged and in scroll view', async ({ kind, href, caption }) => {
  const { page } = desktop;
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
    await expect.poll(async () => (await playerOf(page, kind)).at, { timeout: 60_000 }).toBeGreaterThan(0.3);
    const { seconds, seekableTo } = await playerOf(page, kind);
    expect(seekableTo).toBeCloseTo(seconds, 1);
    await expect.poll(async () => (await playerOf(page, kind)).caption).toContain(caption);
    await jumpInPlayer(page, kind, 0.5);
    await expect.poll(async () => (await playerOf(page, kind)).at).toBeGreaterThan(seconds * 0.5 + 0.2);
    expect(await playerOf(page, kind)).toMatchObject({ isPaused: false, errorText: undefined });
    await desktop.picture(`${kind}-${view === '滚动' ? 'scroll' : 'pages'}`);
    await stopPlayer(page, kind);
  }
  // The browser must have requested parts of the media file instead of the whole file.
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) expect(part).toEqual({ status: 206, range: expect.stringMatching(/^bytes \d+-\d+\/\d+$/) });
  await resetDisplay(page);
  expect(desktop.problems).toEqual([]);
});

test.each([
  { size: 'desktop' as const, view: '翻页' },
  { size: 'desktop' as const, view: '滚动' },
  { size: 'phone' as const, view: '翻页' },
])(
  'a picture is zoomed on the $size where the book is shown by $view, and closing it returns to the same position',
  async ({ size, view }) => {
    const testPage = size === 'phone' ? phone : desktop;
    const { page } = testPage;
    const viewer = page.getByRole('dialog', { name: '图片' });
    const share = async (): Promise<number> => Number.parseInt((await viewer.getByRole('status').textContent()) ?? '', 10);
    await openBook(page, product.url, idOf(PROGRAMMING), at('EPUB/text/ch05.xhtml'));
    if (view === '滚动') {
      await setDisplay(page, [view]);
      await tool(page, '显示设置').click();
    }
    const point = await findOnPages(page, 'img[src*="call-stack"]');
    const before = await pageFingerprint(page);
    await clickAt(page, point);
    await viewer.waitFor();
    await viewer.getByText(/图 5-1/).waitFor();
    await viewer.getByText(/从左到右画了五个时刻的调用栈/).waitFor();
    const whole = await largePicture(page);
    expect(whole.colors).toBeGreaterThan(3);
    expect(whole.pixels).toBeGreaterThanOrEqual(Math.floor(whole.width));
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await testPage.picture(`figure-${view === '滚动' ? 'scroll' : 'pages'}-whole`);

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
    // The drawing is rendered again at the new scale instead of being enlarged, up to the maximum resolution.
    expect(close.pixels).toBeGreaterThanOrEqual(Math.min(3_000, Math.floor(close.width)));
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await largePicture(page)).left).toBeLessThan(close.left);
    await testPage.picture(`figure-${view === '滚动' ? 'scroll' : 'pages'}-close`);
    await viewer.getByRole('button', { name: '缩小' }).click();
    await page.keyboard.press('0');
    await expect.poll(share).toBe(100);
    await viewer.getByRole('button', { name: '放大' }).click();
    expect(await share()).toBe(150);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await pageFingerprint(page)).toBe(before);

    // The picture is opened and closed with the keyboard; afterwards the focus is on the picture in the text again.
    await untilPictureFocused(page);
    await page.keyboard.press('Enter');
    await viewer.waitFor();
    await viewer.getByRole('button', { name: '关闭图片' }).click();
    await viewer.waitFor({ state: 'detached' });
    expect(await pageFingerprint(page)).toBe(before);
    if (view === '滚动') await resetDisplay(page);
    expect([...testPage.problems, ...testPage.foreignRequests]).toEqual([]);
  },
);
