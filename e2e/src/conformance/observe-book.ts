/** Opens an imported test in Chromium, turns all its pages, and records what is on the screen: facts of the DOM and pictures. */
import path from 'node:path';
import { findEngineFrame } from '@shufang/reading-engine/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { untilAtRest } from '../reading.ts';

/** A document of the book on the screen; boxes in pixels of the engine's frame. */
export interface SeenDocument {
  readonly segment: number;
  readonly layout: 'reflowable' | 'fixed';
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Size of the document's window in its own pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** The text of which at least a line is on the screen. */
  readonly text: string;
  readonly pictures: number;
  readonly brokenPictures: number;
  readonly innerFrames: number;
  readonly isRightToLeft: boolean;
}

export interface Screen {
  readonly view: string;
  readonly stage: { readonly width: number; readonly height: number };
  readonly documents: readonly SeenDocument[];
  /** Corner of the engine's frame in the picture. */
  readonly origin: { readonly x: number; readonly y: number };
  /** File name of the picture. */
  readonly picture: string;
}

export interface Observation {
  readonly screens: readonly Screen[];
  /** Screens in a window that is higher than wide. */
  readonly portrait: readonly Screen[];
  readonly foreignRequests: readonly string[];
}

const PAGES_MAX = 30;

const look = async (page: Page): Promise<Omit<Screen, 'picture' | 'origin'>> => {
  const engine = findEngineFrame(page);
  if (engine === undefined) throw new Error('the reading engine did not appear');
  return engine.evaluate(() => {
    const documents = [...document.querySelectorAll('iframe')].flatMap((iframe) => {
      const inside = iframe.contentDocument;
      if (inside === null || getComputedStyle(iframe).visibility === 'hidden') return [];
      const { left, top, width, height } = iframe.getBoundingClientRect();
      if (left >= innerWidth - 1 || top >= innerHeight - 1 || left + width <= 1 || top + height <= 1) return [];
      const scale = width / iframe.offsetWidth;
      const isOnScreen = (rect: DOMRect): boolean =>
        rect.width > 0 &&
        left + rect.left * scale < innerWidth &&
        left + rect.right * scale > 0 &&
        top + rect.top * scale < innerHeight &&
        top + rect.bottom * scale > 0;
      const parts: string[] = [];
      const walker = inside.createTreeWalker(inside.documentElement, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const range = inside.createRange();
        range.selectNodeContents(node);
        if (node.parentElement?.closest('head, style') === null && [...range.getClientRects()].some(isOnScreen))
          parts.push(node.textContent ?? '');
      }
      const pictures = [...inside.querySelectorAll('img')].filter((image) => [...image.getClientRects()].some(isOnScreen));
      const drawings = [...inside.querySelectorAll('svg')].filter((drawing) => isOnScreen(drawing.getBoundingClientRect()));
      const isFixed = inside.documentElement.dataset['sfView'] === undefined;
      return [
        {
          segment: Number(iframe.dataset['segment']),
          layout: isFixed ? ('fixed' as const) : ('reflowable' as const),
          box: { x: left, y: top, width, height },
          size: { width: iframe.offsetWidth, height: iframe.offsetHeight },
          text: parts.join(' ').replace(/\s+/g, ' ').trim(),
          pictures: pictures.length + drawings.length,
          brokenPictures: pictures.filter((image) => image.complete && image.naturalWidth === 0).length,
          innerFrames: inside.querySelectorAll('iframe, object, embed').length,
          isRightToLeft: getComputedStyle(inside.body ?? inside.documentElement).direction === 'rtl',
        },
      ];
    });
    documents.sort((a, b) => a.segment - b.segment);
    const stage = document.getElementById('stage');
    return { view: stage?.dataset['view'] ?? '', stage: { width: innerWidth, height: innerHeight }, documents };
  });
};

/** Returns the position in the book, which changes with every page turn. */
const positionOf = async (page: Page): Promise<string> =>
  (await findEngineFrame(page)?.evaluate(() =>
    [
      document.getElementById('stage')?.scrollTop,
      ...[...document.querySelectorAll('iframe')]
        .filter((iframe) => iframe.style.visibility === 'visible')
        .map((iframe) => `${iframe.dataset['segment']} ${iframe.contentWindow?.scrollX} ${iframe.contentWindow?.scrollY}`),
    ].join('|'),
  )) ?? '';

/** Time until a page has turned on a busy machine, and until nothing is known to follow at the end of the book. */
const TURN_MS = 20_000;
const END_MS = 1_500;

const isAtEnd = (page: Page): Promise<boolean> => page.locator('[data-turn="next"] button').isDisabled();

const turn = async (page: Page): Promise<boolean> => {
  const before = await positionOf(page);
  await page.keyboard.press('PageDown');
  for (const start = Date.now(); Date.now() - start < ((await isAtEnd(page)) ? END_MS : TURN_MS); ) {
    if ((await positionOf(page)) !== before) {
      await untilAtRest(page);
      return true;
    }
    await page.waitForTimeout(50);
  }
  return false;
};

const turnPages = async (page: Page, folder: string, name: string): Promise<Screen[]> => {
  await untilAtRest(page);
  const screens: Screen[] = [];
  do {
    const picture = `${name}-${String(screens.length + 1).padStart(2, '0')}.png`;
    await page.screenshot({ path: path.join(folder, picture), animations: 'disabled' });
    const frame = await findEngineFrame(page)?.frameElement();
    const { x = 0, y = 0 } = (await frame?.boundingBox()) ?? {};
    screens.push({ ...(await look(page)), origin: { x, y }, picture });
  } while (screens.length < PAGES_MAX && (await turn(page)));
  return screens;
};

const LANDSCAPE = { width: 1280, height: 800 };
const PORTRAIT = { width: 800, height: 1180 };

/** Time limit of a step, also on a busy machine: a slow machine decides no test. */
const STEP_MS = 120_000;

const newPage = async (context: BrowserContext): Promise<Page> => {
  context.setDefaultTimeout(STEP_MS);
  return context.newPage();
};

/** Opens the book at its start, in a new profile. */
export const openFresh = async (
  browser: Browser,
  address: string,
  viewport: { width: number; height: number } = LANDSCAPE,
): Promise<Page> => {
  const page = await newPage(await browser.newContext({ locale: 'zh-CN', viewport }));
  await page.goto(address);
  await page.getByRole('region', { name: '阅读区' }).waitFor();
  await untilAtRest(page);
  return page;
};

/** Observes a whole book. `inPortrait`: also in a window higher than wide. */
export const observeBook = async (
  browser: Browser,
  address: string,
  folder: string,
  id: string,
  inPortrait: boolean,
): Promise<Observation> => {
  const foreignRequests: string[] = [];
  const turnThrough = async (viewport: typeof LANDSCAPE, name: string): Promise<Screen[]> => {
    const context = await browser.newContext({ locale: 'zh-CN', viewport });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (!/(?:^|\.)localhost$/.test(url.hostname) && !['data:', 'blob:', 'about:'].includes(url.protocol)) foreignRequests.push(url.href);
    });
    const page = await newPage(context);
    await page.goto(address);
    await page.getByRole('region', { name: '阅读区' }).waitFor();
    const screens = await turnPages(page, folder, name);
    await context.close();
    return screens;
  };
  const screens = await turnThrough(LANDSCAPE, id);
  return { screens, portrait: inPortrait ? await turnThrough(PORTRAIT, `${id}-portrait`) : [], foreignRequests };
};
