/**
 * The reader in WebKit, the engine of Safari and of iPhones: events inside a page reach the engine, and a malicious book has no effect
 * (decision 0015).
 */
import path from 'node:path';
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusFile, corpusNames } from './corpus.ts';
import { DEMO_READER, untilFound } from './users.ts';
import { openWebkit, type WebkitWindow } from './webkit-window.ts';

/** Points of the window: in the right half of the reading area, left of the button for the next page, and on the text. */
const NEXT_ZONE = { x: 1220, y: 620 };
const ARROW_LEFT = '\uE012';
const ARROW_RIGHT = '\uE014';
/** Frame indexes of the engine's page, and of the documents of the book in it. */
const ENGINE = [0];

const hostileFolder = corpusFile('hostile');
const hostileFiles = corpusNames('hostile', /^active-.*\.epub$/);

let product: Product;
let webkit: WebkitWindow;
let demoBookId: string;
let hostile: { bookId?: string; fileName: string }[];

beforeAll(async () => {
  product = await startProduct();
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  demoBookId = response.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  hostile = (await product.command('import', ...hostileFiles.map((file) => path.join(hostileFolder, file)), '--publish')) as typeof hostile;
  webkit = await openWebkit();
}, 240_000);

afterAll(async () => {
  await webkit?.close();
  await product?.stop();
});

const bodyText = (): Promise<string> => webkit.ask(() => document.body.innerText);
const waitForOutput = (text: string | RegExp): Promise<string> => webkit.until(String(text), bodyText, (body) => body.search(text) >= 0);
/** Returns the text of the bottom bar, such as `第 1 章 初识程序 3.2% 本节第 1 / 4 页`. */
const position = async (): Promise<string> =>
  /(?:\S+\s+){1,4}[\d.]+%\s+本节第 \d+ \/ \d+ 页/.exec((await bodyText()).replaceAll('\n', ' '))?.[0] ?? '';
/** Performs `action`. Returns the position in the book afterwards. */
const turns = async (action: () => Promise<unknown>): Promise<string> => {
  const before = await webkit.until('a place', position, (now) => now !== '');
  await action();
  return webkit.until('another place', position, (now) => now !== '' && now !== before);
};

/** Returns the names of the databases that exist on the device, as of the previous call: the list itself comes asynchronously. */
const databaseNames = (): Promise<string[]> =>
  webkit.ask(() => {
    const page = globalThis as unknown as { databaseNames?: string[] };
    void indexedDB.databases().then((all) => {
      page.databaseNames = all.flatMap(({ name }) => name ?? []);
    });
    return page.databaseNames ?? [];
  });

const drawnHighlights = (): Promise<string[]> =>
  webkit.ask(
    () =>
      [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].flatMap((iframe) =>
        [...((iframe.contentWindow as unknown as { CSS: typeof CSS }).CSS.highlights ?? [])].flatMap(([name, ranges]) =>
          [...ranges].map((range) => `${name}: ${(range as Range).toString()}`),
        ),
      ),
    [],
    ENGINE,
  );

/** Returns the left and right edge and the vertical middle of the first visible heading, in window coordinates. */
const headingAt = async (): Promise<{ left: number; right: number; y: number; text: string }> => {
  const outer = await webkit.ask(() => {
    const { left, top } = document.querySelector('iframe')?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { left, top };
  });
  const inner = await webkit.ask(
    () => {
      for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
        if (iframe.style.visibility === 'hidden') continue;
        const frame = iframe.getBoundingClientRect();
        for (const heading of iframe.contentDocument?.querySelectorAll('h1, h2, h3') ?? []) {
          const box = heading.getBoundingClientRect();
          const left = frame.left + box.left;
          if (left >= 0 && left < innerWidth && box.height > 0)
            return { left, right: left + box.width, y: frame.top + box.top + box.height / 2, text: heading.textContent ?? '' };
        }
      }
      return null;
    },
    [],
    ENGINE,
  );
  if (inner === null) throw new Error('no heading is visible');
  return { left: outer.left + inner.left, right: outer.left + inner.right, y: outer.top + inner.y, text: inner.text };
};

test('a reader signs in, turns pages by click, key and wheel, highlights a dragged selection, and finds it after a reload', async () => {
  await webkit.open(product.url);
  await webkit.press('//header//button[.="登录"]');
  await webkit.press('//a[.="使用密码登录"]');
  await webkit.type('//input[@autocomplete="username" or @type="tel"]', DEMO_READER.tel);
  await webkit.type('//input[@type="password"]', DEMO_READER.password);
  await webkit.until('the captcha', () => webkit.ask(() => document.querySelector('img[alt="图形验证码图片"]') !== null), Boolean);
  const captcha = await untilFound('the captcha', async () => (await readOutbox(product.dataDir, 'captcha')).at(-1)?.['answer'] as string);
  await webkit.type('//label[.="图形验证码"]/following::input[1]', captcha);
  // The marker disappears when the page reloads after the sign-in, by which the test recognizes that the sign-in is complete.
  await webkit.ask(() => void Object.assign(globalThis, { isBefore: true }));
  await webkit.press('//*[@role="dialog"]//button[@type="submit"]');
  const isSignedIn = () => webkit.ask(() => !('isBefore' in globalThis) && localStorage.getItem('dpAuth') !== null);
  await webkit.until('the sign-in', isSignedIn, Boolean);
  // A page left while it creates the database can block it for the next page (decision 0015).
  await webkit.until('the database on the device', databaseNames, (names) => names.includes('shufang-reader'));

  await webkit.open(`${product.url}/course/learning/${demoBookId}`);
  await waitForOutput('本节第');
  const nextPage = '//button[@aria-label="下一页"]';
  while (!(await bodyText()).includes('第 1 章')) await turns(() => webkit.press(nextPage));
  await turns(() => webkit.click(NEXT_ZONE));
  await turns(() => webkit.press('//button[@aria-label="上一页"]'));
  const first = await position();
  expect(await turns(() => webkit.key(ARROW_RIGHT))).not.toBe(first);
  expect(await turns(() => webkit.key(ARROW_LEFT))).toBe(first);
  await turns(() => webkit.wheel(NEXT_ZONE, 120));
  expect(await turns(() => webkit.wheel(NEXT_ZONE, -120))).toBe(first);

  const heading = await headingAt();
  await webkit.drag({ x: heading.left + 2, y: heading.y }, { x: heading.right - 2, y: heading.y });
  await webkit.press('//*[@role="toolbar" and @aria-label="划线工具"]//button[@aria-label="黄色"]');
  const ranges = await webkit.until('the mark', drawnHighlights, (drawn) => drawn.length > 0);
  expect(heading.text).toContain(ranges[0]?.split(': ')[1]);
  await waitForOutput('已同步');
  await webkit.open(`${product.url}/user/myNotes`);
  await waitForOutput(ranges[0]?.split(': ')[1] ?? 'a mark');
  await webkit.open(`${product.url}/course/learning/${demoBookId}`);
  await waitForOutput('本节第');
  expect(await webkit.until('the mark again', drawnHighlights, (drawn) => drawn.length > 0)).toEqual(ranges);
});

test('a page left during a write does not prevent the next book from opening', async () => {
  for (const moment of ['before', 'meanwhile', 'after', 'meanwhile', 'before', 'meanwhile']) {
    await webkit.open(`${product.url}/course/learning/${demoBookId}`);
    expect(await waitForOutput('本节第')).toContain('Python 编程起步');
    if (moment === 'before') {
      await turns(() => webkit.key(ARROW_RIGHT));
      continue;
    }
    // The page is left while it writes to the database (`meanwhile`) or when the write is complete (`after`).
    await webkit.ask(
      (leaves) => {
        Object.assign(globalThis, { isBefore: true });
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function putAndLeave(this: IDBObjectStore, ...args) {
          const leave = (): void => location.assign('/helper/contact');
          if (leaves === 'after') this.transaction.addEventListener('complete', leave);
          const request = put.apply(this, args);
          if (leaves === 'meanwhile') leave();
          return request;
        };
      },
      [moment],
    );
    await webkit.key(ARROW_RIGHT);
    await webkit.until('another page', () => webkit.ask(() => !('isBefore' in globalThis)), Boolean);
  }
  await webkit.open(`${product.url}/course/learning/${demoBookId}`);
  expect(await waitForOutput('本节第')).toContain('Python 编程起步');
});

/** Returns the traces that an executed script would leave in the book's documents and around them. */
const traces = (): Promise<string[]> =>
  webkit.ask(
    () =>
      [window, ...[...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].map((iframe) => iframe.contentWindow)].flatMap(
        (view) =>
          view === null
            ? ['a document went to another origin']
            : Object.keys(view).filter((name) => /^(pwned|executed|xss|hacked)/i.test(name)),
      ),
    [],
    ENGINE,
  );

describe('a malicious book', () => {
  test.each(hostileFiles)('%s can be read and has no other effect', async (file) => {
    const bookId = hostile.find(({ fileName }) => fileName === file)?.bookId ?? '';
    await webkit.open(`${product.url}/course/learning/${bookId}`);
    await waitForOutput('本节第');
    // Simulates pointer moves, clicks and keys, because event handlers of the book may wait for them.
    for (const share of [0.3, 0.5, 0.6]) await webkit.click({ x: Math.round(1300 * share), y: 300 });
    await webkit.key(ARROW_RIGHT);
    await webkit.click(NEXT_ZONE);
    expect(await traces()).toEqual([]);
    expect(await webkit.ask(() => location.pathname)).toBe(`/course/learning/${bookId}`);
    expect(
      await webkit.ask(
        () => [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].map((iframe) => iframe.sandbox.value),
        [],
        ENGINE,
      ),
    ).toEqual(expect.arrayContaining(['allow-same-origin allow-scripts']));
  });
});
