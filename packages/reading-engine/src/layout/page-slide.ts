/** The short movement by which a page that followed a finger comes to rest. */

/** At most 200 ms: a reader who turns fast never waits for it. */
const restMs = 180;

export interface PageSlide {
  /** Draws offsets from `fromPx` to 0, then ends. With reduced motion it ends at once. */
  run(fromPx: number, draw: (offsetPx: number) => void, end: () => void): void;
  /** Ends a movement under way where it leads. */
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
        const part = Math.min(1, (performance.now() - startedAt) / restMs);
        if (part >= 1) {
          finish();
          return;
        }
        draw(fromPx * (1 - part) ** 3);
        request = requestAnimationFrame(step);
      };
      draw(fromPx);
      request = requestAnimationFrame(step);
    },
    finish,
    isRunning: () => running !== undefined,
  };
};

/** Moves an iframe sideways from where its view has put it. */
export const shiftIframe = (iframe: HTMLIFrameElement, offsetPx: number): void => {
  iframe.style.translate = offsetPx === 0 ? '' : `${offsetPx}px`;
};
