/** The reader in WebKit, the engine of Safari and of iPhones: what is done inside a page is heard, and a hostile book still does nothing (decision 0015). */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusFile } from './corpus.ts';
import { DEMO_READER, untilFound } from './people.ts';
import { openWebkit, type WebkitWindow } from './webkit-window.ts';

/** In the right half of the reading area, left of the button for the next page; and on the text. */
const NEXT_ZONE = { x: 1220, y: 620 };
const ARROW_LEFT = '\uE012';
const ARROW_RIGHT = '\uE014';
/** The engine's page in the client, and the documents of the book in it. */
const ENGINE = [0];

const hostileFolder = path.dirname(corpusFile('hostile/active-bidi.epub'));
const hostileFiles = readdirSync(hostileFolder).filter((name) => /^active-.*\.epub$/.test(name));

let product: Product;
let webkit: WebkitWindow;
let demoBookId: string;
let hostile: { bookId?: string; fileName: string }[];

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: { id: string; title: string }[] } };
  demoBookId = answer.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  hostile = (await product.command('import', ...hostileFiles.map((file) => path.join(hostileFolder, file)), '--publish')) as typeof hostile;
  webkit = await openWebkit();
}, 240_000);

afterAll(async () => {
  await webkit?.close();
  await product?.stop();
});

const bodyText = (): Promise<string> => webkit.ask(() => document.body.innerText);
const untilSaid = (text: string | RegExp): Promise<string> => webkit.until(String(text), bodyText, (said) => said.search(text) >= 0);
/** As the bar below tells it, such as `第 1 章 初识程序 3.2% 本节第 1 / 4 页`. */
const place = async (): Promise<string> =>
  /(?:\S+\s+){1,4}[\d.]+%\s+本节第 \d+ \/ \d+ 页/.exec((await bodyText()).replaceAll('\n', ' '))?.[0] ?? '';
/** Does `action`; answers the place it led to. */
const turns = async (action: () => Promise<unknown>): Promise<string> => {
  const before = await webkit.until('a place', place, (now) => now !== '');
  await action();
  return webkit.until('another place', place, (now) => now !== '' && now !== before);
};

const drawnMarks = (): Promise<string[]> =>
  webkit.ask(
    () =>
      [...document.querySelectorAll('iframe')].flatMap((iframe) =>
        [...((iframe.contentWindow as unknown as { CSS: typeof CSS }).CSS.highlights ?? [])].flatMap(([name, marks]) =>
          [...marks].map((range) => `${name}: ${(range as Range).toString()}`),
        ),
      ),
    [],
    ENGINE,
  );

/** Where the first heading that is in sight stands in the client's window: its left and right edge, half as high as it is. */
const headingAt = async (): Promise<{ left: number; right: number; y: number; text: string }> => {
  const outer = await webkit.ask(() => {
    const { left, top } = document.querySelector('iframe')?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { left, top };
  });
  const inner = await webkit.ask(
    () => {
      for (const iframe of document.querySelectorAll('iframe')) {
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
  if (inner === null) throw new Error('no heading is in sight');
  return { left: outer.left + inner.left, right: outer.left + inner.right, y: outer.top + inner.y, text: inner.text };
};

test('a reader signs in, turns pages by click, key and wheel, marks what they drag over, and finds it after a reload', async () => {
  await webkit.open(product.url);
  await webkit.press('//header//button[.="登录"]');
  await webkit.press('//a[.="使用密码登录"]');
  await webkit.type('//input[@autocomplete="username" or @type="tel"]', DEMO_READER.tel);
  await webkit.type('//input[@type="password"]', DEMO_READER.password);
  await webkit.until('the captcha', () => webkit.ask(() => document.querySelector('img[alt="图形验证码图片"]') !== null), Boolean);
  const captcha = await untilFound('the captcha', async () => (await readOutbox(product.dataDir, 'captcha')).at(-1)?.['answer'] as string);
  await webkit.type('//label[.="图形验证码"]/following::input[1]', captcha);
  // The page reloads once it has signed in.
  await webkit.ask(() => void Object.assign(globalThis, { isBefore: true }));
  await webkit.press('//*[@role="dialog"]//button[@type="submit"]');
  const isSignedIn = () => webkit.ask(() => !('isBefore' in globalThis) && localStorage.getItem('dpAuth') !== null);
  await webkit.until('the sign-in', isSignedIn, Boolean);

  await webkit.open(`${product.url}/course/learning/${demoBookId}`);
  await untilSaid('本节第');
  const nextPage = '//button[@aria-label="下一页"]';
  while (!(await bodyText()).includes('第 1 章')) await turns(() => webkit.press(nextPage));
  await turns(() => webkit.click(NEXT_ZONE));
  await turns(() => webkit.press('//button[@aria-label="上一页"]'));
  const first = await place();
  expect(await turns(() => webkit.key(ARROW_RIGHT))).not.toBe(first);
  expect(await turns(() => webkit.key(ARROW_LEFT))).toBe(first);
  await turns(() => webkit.wheel(NEXT_ZONE, 120));
  expect(await turns(() => webkit.wheel(NEXT_ZONE, -120))).toBe(first);

  const heading = await headingAt();
  await webkit.drag({ x: heading.left + 2, y: heading.y }, { x: heading.right - 2, y: heading.y });
  await webkit.press('//*[@role="toolbar" and @aria-label="划线工具"]//button[@aria-label="黄色"]');
  const marks = await webkit.until('the mark', drawnMarks, (drawn) => drawn.length > 0);
  expect(heading.text).toContain(marks[0]?.split(': ')[1]);
  await untilSaid('已同步');
  await webkit.open(`${product.url}/user/myNotes`);
  await untilSaid(marks[0]?.split(': ')[1] ?? 'a mark');
  await webkit.open(`${product.url}/course/learning/${demoBookId}`);
  await untilSaid('本节第');
  expect(await webkit.until('the mark again', drawnMarks, (drawn) => drawn.length > 0)).toEqual(marks);
});

test('a page left in the middle of writing does not keep the next book from opening', async () => {
  for (let round = 0; round < 8; round += 1) {
    await webkit.open(`${product.url}/course/learning/${demoBookId}`);
    expect(await untilSaid('本节第')).toContain('Python 编程起步');
    // A place is written 0.8 s after the page was turned: one round leaves before, one meanwhile, one after.
    await turns(() => webkit.key(ARROW_RIGHT));
    await pause(600 + round * 50);
  }
});

/** What a script that ran would have left in the book's documents and around them. */
const traces = (): Promise<string[]> =>
  webkit.ask(
    () =>
      [window, ...[...document.querySelectorAll('iframe')].map((iframe) => iframe.contentWindow)].flatMap((view) =>
        view === null
          ? ['a document went to another origin']
          : Object.keys(view).filter((name) => /^(pwned|executed|xss|hacked)/i.test(name)),
      ),
    [],
    ENGINE,
  );

describe('a hostile book', () => {
  test.each(hostileFiles)('%s can be read and does nothing', async (file) => {
    const bookId = hostile.find(({ fileName }) => fileName === file)?.bookId ?? '';
    await webkit.open(`${product.url}/course/learning/${bookId}`);
    await untilSaid('本节第');
    // Moves, clicks and keys inside wake handlers that wait for them.
    for (const share of [0.3, 0.5, 0.6]) await webkit.click({ x: Math.round(1300 * share), y: 300 });
    await webkit.key(ARROW_RIGHT);
    await webkit.click(NEXT_ZONE);
    expect(await traces()).toEqual([]);
    expect(await webkit.ask(() => location.pathname)).toBe(`/course/learning/${bookId}`);
    expect(await webkit.ask(() => [...document.querySelectorAll('iframe')].map((iframe) => iframe.sandbox.value), [], ENGINE)).toEqual(
      expect.arrayContaining(['allow-same-origin allow-scripts']),
    );
  });
});
