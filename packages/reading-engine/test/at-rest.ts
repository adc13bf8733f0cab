/** Waits until a book in its frame no longer moves. Tests call it before they read coordinates, simulate input, or compare positions. */
import type { Frame, Page } from 'playwright-core';

/** Time in ms between two observations: longer than any delay after which the engine moves the page (a late font, the end of a scroll). */
const restMs = 150;
const timeoutMs = 45_000;

export const findEngineFrame = (page: Page): Frame | undefined => page.frames().find((frame) => frame.url().includes('/~engine/'));

interface LayoutSnapshot {
  /** Width and height of the frame's window, or of the frame element in the page. */
  readonly width: number;
  readonly height: number;
  readonly isBusy: boolean;
  /** Values that change when something visible moves. */
  readonly line: string;
}

/** Returns the position of the frame in the page after the page has stopped moving. */
const frameLayout = async (engine: Frame): Promise<LayoutSnapshot> => {
  const element = await engine.frameElement();
  const layout = await element.evaluate(async (node) => {
    const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    const isMoving = () => document.getAnimations().some((animation) => animation.playState === 'running' && !isEndless(animation));
    do await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    while (isMoving());
    const { left, top, width, height } = (node as Element).getBoundingClientRect();
    return { width, height, isBusy: false, line: `${left},${top}` };
  });
  await element.dispose();
  return layout;
};

/**
 * Returns the layout of the book in the frame. `isBusy`: no text is shown yet, a document or its fonts are still loading, or a page is
 * sliding.
 */
const bookLayout = (engine: Frame): Promise<LayoutSnapshot> =>
  engine.evaluate(async (pauseMs) => {
    // Timers that the engine has set earlier fire before the timer set here. Their changes are laid out in the next frame.
    await new Promise<void>((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), pauseMs));
    const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')];
    const shown = frames.filter((frame) => frame.style.visibility === 'visible');
    const isLoaded = ({ contentDocument: book }: HTMLIFrameElement) => book?.readyState === 'complete' && book.fonts.status === 'loaded';
    const lines = frames.map((frame) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const columns = [...(frame.contentDocument?.body.getClientRects() ?? [])];
      const last = columns.at(-1);
      const { scrollX, scrollY } = frame.contentWindow ?? window;
      return [
        frame.dataset['segment'],
        frame.style.visibility,
        left,
        top,
        width,
        height,
        scrollX,
        scrollY,
        columns.length,
        last?.right,
        last?.bottom,
      ].join(' ');
    });
    return {
      width: innerWidth,
      height: innerHeight,
      isBusy: shown.length === 0 || !frames.every(isLoaded) || shown.some((frame) => frame.style.translate !== ''),
      line: lines.join(' | '),
    };
  }, restMs);

/** Result of an observation that had no end: the browser draws no frames of the page or of the book, for example because it is hidden. */
const NO_RESPONSE = 'the frame does not respond';

/** Returns the layouts of frame and book, or a text if there is none, at the latest after `limitMs`. */
const observe = async (engine: Frame, limitMs: number): Promise<readonly [LayoutSnapshot, LayoutSnapshot] | string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(NO_RESPONSE), limitMs);
  });
  const observation = Promise.all([frameLayout(engine), bookLayout(engine)]).catch((error: unknown) => String(error));
  try {
    return await Promise.race([observation, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Waits until the book no longer moves: the page is at rest, the book is laid out for the current window, documents and fonts are loaded,
 * no page slides, and two observations further apart than every delay of the engine are equal. Depends on the order of events in the frame,
 * not on the speed of the machine.
 */
export const untilAtRest = async (page: Page): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  for (let before = ''; ; ) {
    const engine = findEngineFrame(page);
    // A frame that is being replaced cannot be inspected. The loop then inspects its replacement.
    const now = engine && (await observe(engine, deadline - Date.now()));
    if (now === undefined) await page.waitForTimeout(50);
    if (now !== undefined && typeof now !== 'string') {
      const [frame, book] = now;
      const isFitted = Math.abs(frame.width - book.width) < 1 && Math.abs(frame.height - book.height) < 1;
      if (!book.isBusy && isFitted && JSON.stringify(now) === before) return;
    }
    before = JSON.stringify(now ?? '');
    if (Date.now() > deadline) throw new Error(`the layout of the book keeps changing: ${before}`);
  }
};
