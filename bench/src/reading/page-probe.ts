/** Measures inside the pages themselves: these functions are sent to the browser, so each stands on its own. */
import type { Frame, Page } from 'playwright-core';

/** All times are milliseconds since 1970 with fractions, so that pages of several origins share one clock. */
export interface Turn {
  /** From the key to the page painted. */
  latencyMs: number;
  /** Of it the time the page was busy, without the wait for the screen's next picture. */
  busyMs: number;
}

interface Probe {
  place(): string;
  untilMoved(from: string): Promise<{ at: number; frameMs: number }>;
  longTasks: { at: number; ms: number }[];
}
declare global {
  interface Window {
    probe: Probe;
    moved: Promise<{ at: number; frameMs: number }>;
  }
}

/** `place` differs after every turn and jump; empty while nothing can be read. For the engine's page and for a bare document. */
const installProbe = (): void => {
  if (Reflect.has(window, 'probe')) return;
  const now = () => performance.timeOrigin + performance.now();
  const longTasks: { at: number; ms: number }[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push({ at: performance.timeOrigin + entry.startTime, ms: entry.duration });
  }).observe({ type: 'longtask', buffered: true });
  const place = (): string => {
    const frames = [...document.querySelectorAll('iframe')];
    if (frames.length === 0 && !location.pathname.startsWith('/~engine/')) return `bare ${scrollX} ${scrollY}`;
    const shown = frames.find((frame) => frame.style.visibility === 'visible');
    const inner = shown?.contentWindow;
    if (!shown || !inner?.document.body?.hasChildNodes()) return '';
    return `${shown.dataset['segment']} ${shown.getAttribute('src')} ${inner.scrollX} ${inner.scrollY}`;
  };
  const untilMoved = (from: string): Promise<{ at: number; frameMs: number }> =>
    new Promise((resolve, reject) => {
      const giveUpAt = performance.now() + 15_000;
      const look = (): void => {
        const here = place();
        const began = performance.now();
        if (here === '' || here === from) {
          if (began > giveUpAt) reject(new Error(`the page did not move from ${from}`));
          else requestAnimationFrame(look);
          return;
        }
        // A message is delivered after the picture of this frame is made.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve({ at: now(), frameMs: performance.now() - began }));
        port1.start();
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    });
  window.probe = { place, untilMoved, longTasks };
};

export const probe = async (frame: Frame): Promise<void> => frame.evaluate(installProbe);

/** Turns pages by key, with a reader's pause between them. On a bare document the key's work is one screen of scrolling. */
export const turnPages = async (frame: Frame, count: number): Promise<Turn[]> =>
  frame.evaluate(async (turns) => {
    const taken: { latencyMs: number; busyMs: number }[] = [];
    for (let n = 0; n < turns; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 120 + Math.random() * 60));
      const from = window.probe.place();
      const shown = [...document.querySelectorAll('iframe')].find((each) => each.style.visibility === 'visible')?.contentDocument;
      const moved = window.probe.untilMoved(from);
      const began = performance.now();
      if (shown) shown.documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
      else {
        const before = scrollY;
        scrollBy({ top: innerHeight, behavior: 'instant' });
        if (scrollY === before) scrollTo({ top: 0, behavior: 'instant' });
      }
      const handledMs = performance.now() - began;
      const { at, frameMs } = await moved;
      taken.push({ latencyMs: at - performance.timeOrigin - began, busyMs: handledMs + frameMs });
    }
    return taken;
  }, count);

/** When the first text of a book was painted. Call as soon as the frame has come. */
export const untilReadable = async (frame: Frame): Promise<number> => {
  await probe(frame);
  return frame.evaluate(() => window.probe.untilMoved('').then(({ at }) => at));
};

/** Longest and number of tasks over 50 ms since `from`. */
export const longTasksSince = async (frame: Frame, from: number): Promise<number[]> =>
  frame.evaluate((start) => window.probe.longTasks.filter(({ at }) => at >= start).map(({ ms }) => ms), from);

/** From `act` in the app's page to the other place painted in the engine's. `act` runs in the page and answers when it began. */
export const timeJump = async (engine: Frame, act: () => Promise<number>): Promise<number> => {
  await engine.evaluate(() => {
    window.moved = window.probe.untilMoved(window.probe.place());
  });
  const began = await act();
  const { at } = await engine.evaluate(() => window.moved);
  return at - began;
};

export interface BareTimes {
  firstPaintMs: number;
  loadMs: number;
}

/** A plain document in the same browser: navigation to its first content painted, and to all of it loaded and laid out. */
export const openBare = async (page: Page, address: string): Promise<BareTimes> => {
  await page.goto(address, { waitUntil: 'load' });
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return { firstPaintMs: paint?.startTime ?? performance.now(), loadMs: performance.now() };
  });
};
