/** Opens the minimal app in Chromium and provides the actions that the tests need. */
import { defaultReadingPreferences, type ReadingPreferences } from '@shufang/contract';
import { LAUNCH } from '@shufang/dev-env/chromium';
import { type Browser, type CDPSession, chromium, type Frame, type Page } from 'playwright-core';
import type { AppRequests, FrameEventName, FrameEvents, Located } from '../src/index.ts';
import { findEngineFrame, untilAtRest } from './at-rest.ts';
import type { FixtureBook } from './fixture-books.ts';
import type { FixtureServer } from './fixture-server.ts';

export const launchChromium = (): Promise<Browser> => chromium.launch(LAUNCH);

export interface ReaderPage {
  page: Page;
  /** Requests to hosts other than the two of the fixture server. */
  foreignRequests: string[];
  /** Calls the method `by` of the navigator. `undefined` input is allowed for methods without parameters. */
  call<T = unknown>(by: string, ...input: unknown[]): Promise<T>;
  /** Opens the book and waits until it no longer moves. */
  open(book: FixtureBook, baseUrl: string, preferences?: Partial<ReadingPreferences>, locator?: unknown): Promise<void>;
  /** Waits until nothing moves: before coordinates are read and before a gesture. */
  rest(): Promise<void>;
  /** Waits until the engine has reported the location after the last page turn or jump. Returns the location. */
  located(): Promise<Located>;
  /** Returns all events of a name so far. */
  reports<K extends FrameEventName>(name: K): Promise<FrameEvents[K][]>;
  waitFor<K extends FrameEventName>(name: K, count?: number): Promise<FrameEvents[K]>;
  forget(): Promise<void>;
  engineFrame(): Frame;
  /**
   * Drags the mouse. Sent by the browser's protocol, because Playwright's own drag waits for a script in every frame, and the inner frames
   * run no scripts.
   */
  drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void>;
  /**
   * Swipes quickly across the page, at the height `y` (default 500). All events are sent at once, so that the swipe is also fast on a slow
   * machine.
   */
  swipe(from: number, to: number, y?: number): Promise<void>;
  /** Sends one touch event of a slow gesture. Without a point, the finger is lifted. */
  touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }): Promise<void>;
  /** Returns the visible inner frame. */
  shownFrame(): Promise<Frame>;
  close(): Promise<void>;
}

export const openReaderPage = async (
  browser: Browser,
  server: FixtureServer,
  size: { width: number; height: number },
  options: { hasTouch?: boolean } = {},
): Promise<ReaderPage> => {
  const context = await browser.newContext({ viewport: size, hasTouch: options.hasTouch ?? false });
  const page = await context.newPage();
  const foreignRequests: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.appOrigin && origin !== server.contentOrigin) foreignRequests.push(request.url());
  });
  // Requests that the content policy blocks are removed from the list, because the browser reports them but never sends them.
  page.on('requestfailed', (request) => {
    const at = foreignRequests.indexOf(request.url());
    if (at >= 0 && request.failure()?.errorText === 'csp') foreignRequests.splice(at, 1);
  });
  await page.goto(server.appOrigin);
  await page.waitForFunction(() => 'reader' in window);

  const call: ReaderPage['call'] = (by, ...input) =>
    page.evaluate(
      ([name, args]) => (window as never as { reader: Record<string, (...args: unknown[]) => never> }).reader[name]?.(...args) as never,
      [by, input] as [string, unknown[]],
    );
  const reports: ReaderPage['reports'] = (name) =>
    page.evaluate(
      (wanted) =>
        (window as never as { reports: { name: string; data: never }[] }).reports
          .filter((report) => report.name === wanted)
          .map((report) => report.data),
      name,
    );
  const engineFrame = () => {
    const frame = findEngineFrame(page);
    if (!frame) throw new Error('the frame was not loaded');
    return frame;
  };

  let session: Promise<CDPSession> | undefined;
  const touchscreen = () => {
    session ??= context.newCDPSession(page);
    return session;
  };

  return {
    page,
    foreignRequests,
    call,
    open: async (book, baseUrl, preferences = {}, locator) => {
      const input = {
        baseUrl,
        publication: book.publication,
        preferences: { ...defaultReadingPreferences, ...preferences },
        ...(locator ? { locator } : {}),
      } as AppRequests['open']['input'];
      await call('open', input);
      await untilAtRest(page);
    },
    rest: () => untilAtRest(page),
    reports,
    located: async (): Promise<Located> => {
      // The engine reports a turn two animation frames later, on a channel that preserves the order: wait for these frames, then send any
      // request.
      await engineFrame().evaluate(
        () =>
          new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setTimeout(done, 0), 0)))),
      );
      await call('clearSearchResult');
      const all = await reports('located');
      const last = all.at(-1);
      if (!last) throw new Error('no position was reported');
      return last;
    },
    waitFor: async (name, count = 1) => {
      await page.waitForFunction(
        ([wanted, n]) =>
          (window as never as { reports: { name: string }[] }).reports.filter((report) => report.name === wanted).length >= Number(n),
        [name, count] as const,
        { timeout: 30_000 },
      );
      const last = (await reports(name)).at(-1);
      if (!last) throw new Error(`no report ${name}`);
      return last;
    },
    forget: () => page.evaluate(() => (window as never as { reports: unknown[] }).reports.splice(0)).then(() => undefined),
    engineFrame,
    drag: async (from, to) => {
      const session = await context.newCDPSession(page);
      const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: { x: number; y: number }) =>
        session.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 });
      await send('mousePressed', from);
      for (let i = 1; i <= 5; i++)
        await send('mouseMoved', { x: from.x + ((to.x - from.x) * i) / 5, y: from.y + ((to.y - from.y) * i) / 5 });
      await send('mouseReleased', to);
    },
    touch: async (type, at) => {
      await (await touchscreen()).send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    },
    swipe: async (from, to, y = 500) => {
      const session = await touchscreen();
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
      const steps = [0.25, 0.5, 0.75, 1].map((share) => from + (to - from) * share);
      await Promise.all([send('touchStart', from), ...steps.map((x) => send('touchMove', x)), send('touchEnd')]);
    },
    shownFrame: async () => {
      const address = await engineFrame().evaluate(
        () =>
          [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].find((frame) => frame.style.visibility === 'visible')
            ?.src,
      );
      const frame = page.frames().find((each) => each.url() === address);
      if (!frame) throw new Error('no inner frame is on the screen');
      return frame;
    },
    close: () => context.close(),
  };
};
