/** The animation that moves a page to its final position after it followed a finger. */

/** Duration of the slide: under 200 ms, so that a reader who turns pages fast never waits. */
const durationMs = 180;

export interface PageSlide {
  /** Draws offsets from `fromPx` to 0, then calls `end`. With reduced motion it ends immediately. */
  run(fromPx: number, draw: (offsetPx: number) => void, end: () => void): void;
  /** Jumps to the end of a running animation. */
  finish(): void;
  isRunning(): boolean;
}

export const createPageSlide = (): PageSlide => {
  let request = 0;
  let running: { draw(offsetPx: number): void; end(): void } | undefined;

  const finish = () => {
    cancelAnimationFrame(request);
    const last = running;
    running = undefined;
    if (!last) return;
    last.draw(0);
    last.end();
  };

  return {
    run: (fromPx, draw, end) => {
      finish();
      running = { draw, end };
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        finish();
        return;
      }
      const startedAt = performance.now();
      const step = () => {
        const progress = Math.min(1, (performance.now() - startedAt) / durationMs);
        if (progress >= 1) {
          finish();
          return;
        }
        draw(fromPx * (1 - progress) ** 3);
        request = requestAnimationFrame(step);
      };
      draw(fromPx);
      request = requestAnimationFrame(step);
    },
    finish,
    isRunning: () => running !== undefined,
  };
};

/** Shifts an iframe horizontally from the position set by its view. */
export const shiftIframe = (iframe: HTMLIFrameElement, offsetPx: number): void => {
  iframe.style.translate = offsetPx === 0 ? '' : `${offsetPx}px`;
};
