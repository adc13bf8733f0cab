/** Operates a real Chromium: contexts of the sizes we support, every console error recorded, screenshots. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEHYDRATED_STATE_ID, SERVER_RENDERED_ATTRIBUTE, SYNC_STREAM_PATH } from '@shufang/contract';
import { LAUNCH, partitionedStorage } from '@shufang/dev-env/chromium';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page, type Request, type Route } from 'playwright-core';

const outFolder = path.join(import.meta.dirname, '..', 'out');

export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, ...args] });

/**
 * Like `launchBrowser`, with the storage of frames partitioned by site as in users' browsers. The driver turns that off by default, and then a
 * private window refuses the storage of frames.
 */
export const launchPartitionedBrowser = (): Promise<Browser> => launchBrowser([partitionedStorage()]);

export const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;
export type SizeName = keyof typeof sizes;

const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

export interface TestPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and page errors so far; empty if the product works. */
  readonly problems: string[];
  /** URLs of requests to origins other than those of this machine. */
  readonly foreignRequests: string[];
  /** Opens a URL that is not a page: its document must have status 404. The one console error about that document is ignored. */
  openMissing(address: string): Promise<void>;
  /** Waits until no call is under way and none starts for a moment. The event stream does not count as a call. */
  waitForRequests(): Promise<void>;
  /** Saves a screenshot `NN-name-size.png` in `e2e/out/<test file>`. */
  picture(name: string): Promise<void>;
}

/**
 * Removes the dehydrated state and the server-rendered HTML, so that the client sends its first calls itself and a test can intercept them.
 */
export const withoutDehydratedState = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ({ id, attribute }) => {
      // The first change of the state, to `interactive`, comes before the client's code runs.
      document.addEventListener('readystatechange', () => {
        document.getElementById(id)?.remove();
        for (const root of document.querySelectorAll(`[${attribute}]`)) {
          root.removeAttribute(attribute);
          root.replaceChildren();
        }
      });
    },
    { id: DEHYDRATED_STATE_ID, attribute: SERVER_RENDERED_ATTRIBUTE },
  );

/** A URL that does not exist on the server, requested to find out whether the test intercepts requests. */
const PROBE = '/test/is-intercepted';

/**
 * Calls `page.route` on a page that is already in use. A busy page may use open connections for a moment, which bypass the route. Resolves
 * when the calls of the page reach `handle`.
 */
export const interceptRequests = async (page: Page, pattern: string, handle: (route: Route) => unknown): Promise<void> => {
  await page.route(pattern, handle);
  const probe = `**${PROBE}`;
  await page.route(probe, (route) => route.fulfill({ body: 'intercepted' }));
  const ask = (): Promise<string> => page.evaluate(async (address) => (await fetch(address)).text(), PROBE);
  while ((await ask()) !== 'intercepted') await pause(50);
  await page.unroute(probe);
};

/**
 * Time without calls after which a page is considered idle: longer than the time between a response and the next call that depends on it.
 */
const QUIET_MS = 500;

/** Time limit of a call to the browser: several times the duration of the longest response on two busy cores. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Returns the browser's response to a call. Throws an error that names the call if there is no response. */
export const withTimeout = async <Result>(question: string, result: Promise<Result>): Promise<Result> => {
  const patience = new AbortController();
  const late = async (): Promise<never> => {
    await pause(RESPONSE_TIMEOUT_MS, undefined, { signal: patience.signal });
    throw new Error(`the browser did not respond within ${RESPONSE_TIMEOUT_MS / 1000} s: ${question}`);
  };
  try {
    return await Promise.race([result, late()]);
  } finally {
    patience.abort();
  }
};

/** Chromium's message about a document with status 404. */
const MISSING_DOCUMENT = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

let pictureNumber = 0;

/**
 * Creates a browser context of one size; a phone has touch input and a phone's user agent. `serviceWorkers`: blocked by default, so that
 * the test can intercept all requests of the page; allowed in tests of the installed client. `phoneAgent`: user agent of the phone.
 */
export const visit = async (
  browser: Browser,
  size: SizeName,
  serviceWorkers: 'allow' | 'block' = 'block',
  phoneAgent = PHONE_AGENT,
): Promise<TestPage> => {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers,
    ...(size === 'phone' ? { hasTouch: true, isMobile: true, userAgent: phoneAgent } : {}),
  });
  // When service workers are blocked, `register` never settles, which happens in no real browser; without the property the page knows that
  // there is no service worker.
  if (serviceWorkers === 'block') await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const foreignRequests: string[] = [];
  /** URL of a document that the current test expects to be missing. */
  let missing: string | undefined;
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (message.text() === MISSING_DOCUMENT && missing !== undefined && message.location().url === missing) missing = undefined;
    else problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !/(^|\.)localhost$|^127\./.test(hostname)) foreignRequests.push(request.url());
  });
  const pending = new Set<Request>();
  let lastChangeAt = performance.now();
  const note = (request: Request, isPending: boolean): void => {
    if (request.url().includes(SYNC_STREAM_PATH)) return;
    if (isPending) pending.add(request);
    else pending.delete(request);
    lastChangeAt = performance.now();
  };
  let screen: Promise<CDPSession> | undefined;
  page.on('request', (request) => note(request, true));
  page.on('requestfinished', (request) => note(request, false));
  page.on('requestfailed', (request) => note(request, false));
  return {
    context,
    page,
    problems,
    foreignRequests,
    openMissing: async (address) => {
      missing = new URL(address).href;
      const response = await page.goto(address);
      if (response?.status() !== 404) problems.push(`${address} answers ${response?.status()}`);
    },
    waitForRequests: async () => {
      const deadline = performance.now() + RESPONSE_TIMEOUT_MS;
      while (pending.size > 0 || performance.now() - lastChangeAt < QUIET_MS) {
        await page.waitForTimeout(50);
        if (performance.now() > deadline) throw new Error(`no response: ${[...pending].map((request) => request.url()).join(' ')}`);
      }
    },
    picture: async (name) => {
      // Vitest is imported here, so that scripts outside of tests can use this module.
      const { expect } = await import('vitest');
      const folder = path.join(outFolder, path.basename(expect.getState().testPath ?? 'other', '.test.ts'));
      await mkdir(folder, { recursive: true });
      pictureNumber += 1;
      // The screenshot waits for animations, except endless ones.
      await withTimeout(
        `does ${name} still move in?`,
        page.evaluate(() =>
          Promise.race([
            Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
            new Promise((resolve) => setTimeout(resolve, 600)),
          ]),
        ),
      );
      // The screenshot is taken through the browser's protocol: the driver's screenshot compresses as much as possible, which takes three
      // times as long.
      screen ??= context.newCDPSession(page);
      const shot = (await screen).send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      const { data } = await withTimeout(`the picture ${name}`, shot);
      await writeFile(path.join(folder, `${String(pictureNumber).padStart(2, '0')}-${name}-${size}.png`), data, 'base64');
    },
  };
};
