/** Functions that run inside the pages: they are sent to the browser, so each is self-contained. */
import type { Frame, Page } from 'playwright-core';

/** Durations of one page turn. All times are milliseconds since 1970 with fractions, so that pages of several origins share one clock. */
export interface Turn {
  /** Time from the key press until the page was painted. */
  latencyMs: number;
  /** Part of the latency during which the page was busy, without the wait for the next frame. */
  busyMs: number;
}

interface Probe {
  position(): string;
  untilMoved(from: string): Promise<{ at: number; frameMs: number }>;
  longTasks: { at: number; ms: number }[];
}
declare global {
  interface Window {
    probe: Probe;
    moved: Promise<{ at: number; frameMs: number }>;
  }
}

/**
 * Installs the measurement functions. `position` differs after each turn and jump, and is empty while no text is visible. Used in the
 * engine's page and in a bare document.
 */
const installProbe = (): void => {
  if (Reflect.has(window, 'probe')) return;
  const now = () => performance.timeOrigin + performance.now();
  const longTasks: { at: number; ms: number }[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push({ at: performance.timeOrigin + entry.startTime, ms: entry.duration });
  }).observe({ type: 'longtask', buffered: true });
  const position = (): string => {
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
        const here = position();
        const began = performance.now();
        if (here === '' || here === from) {
          if (began > giveUpAt) reject(new Error(`the page did not move from ${from}`));
          else requestAnimationFrame(look);
          return;
        }
        // Sends a message to itself, because a message is delivered only after the current frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve({ at: now(), frameMs: performance.now() - began }));
        port1.start();
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    });
  window.probe = { position, untilMoved, longTasks };
};

export const probe = async (frame: Frame): Promise<void> => frame.evaluate(installProbe);

/** Turns pages by keys, with pauses between them as a reader makes. In a bare document a key scrolls by one screen. */
export const turnPages = async (frame: Frame, count: number): Promise<Turn[]> =>
  frame.evaluate(async (turns) => {
    const taken: { latencyMs: number; busyMs: number }[] = [];
    for (let n = 0; n < turns; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 120 + Math.random() * 60));
      const from = window.probe.position();
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

/** Resolves with the time when the first text of the book was painted. Call it as soon as the frame is loaded. */
export const untilReadable = async (frame: Frame): Promise<number> => {
  await probe(frame);
  return frame.evaluate(() => window.probe.untilMoved('').then(({ at }) => at));
};

/** Returns the longest task and the number of tasks over 50 ms since `from`. */
export const longTasksSince = async (frame: Frame, from: number): Promise<number[]> =>
  frame.evaluate((start) => window.probe.longTasks.filter(({ at }) => at >= start).map(({ ms }) => ms), from);

/**
 * Measures from the start of `jump` in the app's page until the new position is painted in the engine's page. `jump` resolves with its
 * start time.
 */
export const timeJump = async (engine: Frame, jump: () => Promise<number>): Promise<number> => {
  await engine.evaluate(() => {
    window.moved = window.probe.untilMoved(window.probe.position());
  });
  const began = await jump();
  const { at } = await engine.evaluate(() => window.moved);
  return at - began;
};

export interface BareTimes {
  firstPaintMs: number;
  loadMs: number;
}

/**
 * Measures a plain document in the same browser: time until the first content was painted, and until the document was loaded and laid out.
 */
export const openBare = async (page: Page, address: string): Promise<BareTimes> => {
  await page.goto(address, { waitUntil: 'load' });
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return { firstPaintMs: paint?.startTime ?? performance.now(), loadMs: performance.now() };
  });
};
