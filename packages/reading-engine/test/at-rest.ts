/** When a book in its frame stands still: what every test waits for before it takes coordinates, acts, or compares. */
import type { Frame, Page } from 'playwright-core';

/** Longer than any wait of the engine's own before it moves the page (a late font, a drift of the columns, a resting scroll, a selection). */
const restMs = 150;
const givenUpMs = 45_000;

export const findEngineFrame = (page: Page): Frame | undefined => page.frames().find((frame) => frame.url().includes('/~engine/'));

interface Standing {
  /** Of the window the frame lies in, or has. */
  readonly width: number;
  readonly height: number;
  readonly isBusy: boolean;
  /** Everything that can be seen to move. */
  readonly line: string;
}

/** Where the frame stands in the page, once the page around it moves no more. */
const outside = async (engine: Frame): Promise<Standing> => {
  const element = await engine.frameElement();
  const standing = await element.evaluate(async (node) => {
    const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    const isMoving = () => document.getAnimations().some((animation) => animation.playState === 'running' && !isEndless(animation));
    do await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    while (isMoving());
    const { left, top, width, height } = (node as Element).getBoundingClientRect();
    return { width, height, isBusy: false, line: `${left},${top}` };
  });
  await element.dispose();
  return standing;
};

/** How the book stands in the frame; busy while the engine waits for something it has asked for, or shows nothing yet. */
const inside = (engine: Frame): Promise<Standing> =>
  engine.evaluate(async (pauseMs) => {
    // Timers of the engine that were set before end before this one, and what they did is laid out in the next frame.
    await new Promise<void>((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), pauseMs));
    const frames = [...document.querySelectorAll('iframe')];
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

/**
 * Waits until nothing of the book moves by itself any more: the page around it at rest, the window it was laid out for the one it has,
 * documents and fonts loaded, no page sliding, and all of it the same after every wait of the engine has run out. Depends on the order of
 * events in the frame, not on the speed of the machine.
 */
export const untilAtRest = async (page: Page): Promise<void> => {
  const deadline = Date.now() + givenUpMs;
  for (let before = ''; ; ) {
    const engine = findEngineFrame(page);
    // A frame that is being replaced cannot be asked: the next one can.
    const now = engine && (await Promise.all([outside(engine), inside(engine)]).catch((fault: unknown) => String(fault)));
    if (now === undefined) await page.waitForTimeout(50);
    if (Array.isArray(now)) {
      const [frame, book] = now;
      const isFitted = Math.abs(frame.width - book.width) < 1 && Math.abs(frame.height - book.height) < 1;
      if (!book.isBusy && isFitted && JSON.stringify(now) === before) return;
    }
    before = JSON.stringify(now ?? '');
    if (Date.now() > deadline) throw new Error(`the book does not come to rest: ${before}`);
  }
};
