/** The wait after pages were fetched faster than the server gives them: tries again by itself until a page is shown. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** The frame cannot read how long the server asks to wait; it is at most a minute while somebody turns pages. */
const TRY_AGAIN_MS = 10_000;

export interface Pause {
  isOn: boolean;
  /** The server refused one more chapter for now. */
  begin: () => void;
  /** A page is shown. */
  end: () => void;
}

export const usePause = (tryAgain: () => void): Pause => {
  /** How often the server has refused since a page was shown. */
  const [refusals, setRefusals] = useState(0);
  const again = useEffectEvent(tryAgain);
  useEffect(() => {
    if (refusals === 0) return;
    // Again and again: an attempt may fail on its way, and then nothing tells of another refusal.
    const timer = setInterval(() => again(), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [refusals]);
  return {
    isOn: refusals > 0,
    begin: useCallback(() => setRefusals((before) => before + 1), []),
    end: useCallback(() => setRefusals(0), []),
  };
};
