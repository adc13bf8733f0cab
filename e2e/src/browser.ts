/** A real Chromium as a person has it: contexts of the sizes we promise, every console error kept, pictures of what was seen. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { FIRST_ANSWERS_ID, SYNC_STREAM_PATH } from '@shufang/contract';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';

const outFolder = path.join(import.meta.dirname, '..', 'out');

/** How the machine's own Chromium is started. */
export const LAUNCH = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Without a locale Chromium takes file names for ASCII and calls every Chinese download "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export const launchBrowser = (): Promise<Browser> => chromium.launch(LAUNCH);

export const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;
export type SizeName = keyof typeof sizes;

const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and page errors so far: empty in a healthy product. */
  readonly faults: string[];
  /** Requests that left this machine's own origins. */
  readonly foreignRequests: string[];
  /** What the page asked at its beginning has been answered: no call is under way, and none begins for a moment. The stream stays open. */
  untilAnswered(): Promise<void>;
  /** Keeps a picture `NN-name-size.png` under `e2e/out/<test file>`. */
  picture(name: string): Promise<void>;
}

/** Takes away the answers that come inside the page, so that its first calls are the page's own and can be answered by a test. */
export const withoutFirstAnswers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((id) => {
    // `interactive` comes before the client's code runs.
    document.addEventListener('readystatechange', () => document.getElementById(id)?.remove());
  }, FIRST_ANSWERS_ID);

/** Longer than a page takes from one answer to the call that follows from it. */
const QUIET_MS = 500;

let pictureNumber = 0;

/**
 * A fresh browser profile of one size; a phone has touch and names itself as one. `serviceWorkers`: without, so that every request is
 * the page's own and can be answered by a test; those about the installed client allow them.
 */
export const visit = async (browser: Browser, size: SizeName, serviceWorkers: 'allow' | 'block' = 'block'): Promise<Visitor> => {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers,
    ...(size === 'phone' ? { hasTouch: true, isMobile: true, userAgent: PHONE_AGENT } : {}),
  });
  // Blocked, `register` answers nothing, which no browser does: the page is told that there are none.
  if (serviceWorkers === 'block') await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  context.setDefaultTimeout(12_000);
  const page = await context.newPage();
  const faults: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !/(^|\.)localhost$|^127\./.test(hostname)) foreignRequests.push(request.url());
  });
  const underWay = new Set<Request>();
  let lastChangeAt = performance.now();
  const note = (request: Request, isUnderWay: boolean): void => {
    if (request.url().includes(SYNC_STREAM_PATH)) return;
    if (isUnderWay) underWay.add(request);
    else underWay.delete(request);
    lastChangeAt = performance.now();
  };
  page.on('request', (request) => note(request, true));
  page.on('requestfinished', (request) => note(request, false));
  page.on('requestfailed', (request) => note(request, false));
  return {
    context,
    page,
    faults,
    foreignRequests,
    untilAnswered: async () => {
      while (underWay.size > 0 || performance.now() - lastChangeAt < QUIET_MS) await page.waitForTimeout(50);
    },
    picture: async (name) => {
      // Loaded here, so that scripts that are no tests can visit too.
      const { expect } = await import('vitest');
      const folder = path.join(outFolder, path.basename(expect.getState().testPath ?? 'other', '.test.ts'));
      await mkdir(folder, { recursive: true });
      pictureNumber += 1;
      // What moves in has arrived; a caret that blinks for ever is no such thing.
      await page.evaluate(() =>
        Promise.race([
          Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
          new Promise((resolve) => setTimeout(resolve, 600)),
        ]),
      );
      await page.screenshot({ path: path.join(folder, `${String(pictureNumber).padStart(2, '0')}-${name}-${size}.png`) });
    },
  };
};
