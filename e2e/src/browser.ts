/** A real Chromium as a person has it: contexts of the sizes we promise, every console error kept, pictures of what was seen. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_ANSWERS_ID, FIRST_SCREEN_ATTRIBUTE, SYNC_STREAM_PATH } from '@shufang/contract';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page, type Request, type Route } from 'playwright-core';

const outFolder = path.join(import.meta.dirname, '..', 'out');

/**
 * What Chromium does without. Of two such lists it heeds the last, so the driver's own stands here again as far as it matters on a desk
 * without the world around it. The pages behind the address bar nobody sees: each new profile would load two of them, in a process.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

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
    `--disable-features=${disabledFeatures.join(',')}`,
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

/**
 * Takes away what comes inside the page, the answers and the screen made of them, so that its first calls are the page's own and can be
 * answered by a test.
 */
export const withoutFirstAnswers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ({ id, attribute }) => {
      // `interactive` comes before the client's code runs.
      document.addEventListener('readystatechange', () => {
        document.getElementById(id)?.remove();
        for (const root of document.querySelectorAll(`[${attribute}]`)) {
          root.removeAttribute(attribute);
          root.replaceChildren();
        }
      });
    },
    { id: FIRST_ANSWERS_ID, attribute: FIRST_SCREEN_ATTRIBUTE },
  );

/** An address nobody answers: asked for to see whether a test stands before the network. */
const PROBE = '/test/stands-before-the-network';

/**
 * `page.route` for a page that is in use already. A busy page goes on for a moment with the connections it has, past the test: this
 * answers when its calls really come to `handle`.
 */
export const standBefore = async (page: Page, pattern: string, handle: (route: Route) => unknown): Promise<void> => {
  await page.route(pattern, handle);
  const probe = `**${PROBE}`;
  await page.route(probe, (route) => route.fulfill({ body: 'stands' }));
  const ask = (): Promise<string> => page.evaluate(async (address) => (await fetch(address)).text(), PROBE);
  while ((await ask()) !== 'stands') await pause(50);
  await page.unroute(probe);
};

/** Longer than a page takes from one answer to the call that follows from it. */
const QUIET_MS = 500;

/** Several times what the longest answer takes on two busy cores. */
const ANSWER_MS = 40_000;

/** What the browser answers to a question of ours; a browser that never answers is a fault with a name, not a test that ran out of time. */
export const answered = async <Answer>(question: string, answer: Promise<Answer>): Promise<Answer> => {
  const patience = new AbortController();
  const late = async (): Promise<never> => {
    await pause(ANSWER_MS, undefined, { signal: patience.signal });
    throw new Error(`the browser did not answer within ${ANSWER_MS / 1000} s: ${question}`);
  };
  try {
    return await Promise.race([answer, late()]);
  } finally {
    patience.abort();
  }
};

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
  let screen: Promise<CDPSession> | undefined;
  page.on('request', (request) => note(request, true));
  page.on('requestfinished', (request) => note(request, false));
  page.on('requestfailed', (request) => note(request, false));
  return {
    context,
    page,
    faults,
    foreignRequests,
    untilAnswered: async () => {
      const deadline = performance.now() + ANSWER_MS;
      while (underWay.size > 0 || performance.now() - lastChangeAt < QUIET_MS) {
        await page.waitForTimeout(50);
        if (performance.now() > deadline) throw new Error(`not answered: ${[...underWay].map((request) => request.url()).join(' ')}`);
      }
    },
    picture: async (name) => {
      // Loaded here, so that scripts that are no tests can visit too.
      const { expect } = await import('vitest');
      const folder = path.join(outFolder, path.basename(expect.getState().testPath ?? 'other', '.test.ts'));
      await mkdir(folder, { recursive: true });
      pictureNumber += 1;
      // What moves in has arrived; a caret that blinks for ever is no such thing.
      await answered(
        `does ${name} still move in?`,
        page.evaluate(() =>
          Promise.race([
            Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
            new Promise((resolve) => setTimeout(resolve, 600)),
          ]),
        ),
      );
      // Straight through the browser's protocol: the driver's own picture is pressed as small as it can be, which takes thrice as long.
      screen ??= context.newCDPSession(page);
      const shot = (await screen).send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      const { data } = await answered(`the picture ${name}`, shot);
      await writeFile(path.join(folder, `${String(pictureNumber).padStart(2, '0')}-${name}-${size}.png`), data, 'base64');
    },
  };
};
