/** Calls `refit` when a segment has changed its size after it was laid out, because a font or a picture without a size was loaded late. */
import type { SegmentFrame } from './segment-frame.ts';

/** Time in ms for which no further font or picture must arrive. */
const settleMs = 60;

/** `refit` returns false if the segment cannot be laid out now; it is then called again. */
export const watchSize = (frame: SegmentFrame, refit: (frame: SegmentFrame) => boolean): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!refit(frame)) schedule();
    }, settleMs);
  };
  frame.document.fonts.addEventListener('loadingdone', schedule);
  frame.document.addEventListener(
    'load',
    (event) => {
      const element = event.target as Element | null;
      if (element?.localName === 'img' && !(element.hasAttribute('width') && element.hasAttribute('height'))) schedule();
    },
    { capture: true },
  );
};
