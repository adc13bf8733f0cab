/** The pause after turning pages faster than the server's rate limit allows: the page is requested again until it is shown. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** Time between two retries. The frame cannot read the server's Retry-After header, which is at most one minute for page turns. */
const TRY_AGAIN_MS = 10_000;

export interface RateLimitPause {
  isOn: boolean;
  /** Call when the server refused a request because of the rate limit; starts the pause. */
  begin: () => void;
  /** Call when a page is shown; ends the pause. */
  end: () => void;
}

export const useRateLimitPause = (tryAgain: () => void): RateLimitPause => {
  /** Number of rate-limited requests since the last shown page. */
  const [refusals, setRefusals] = useState(0);
  const again = useEffectEvent(tryAgain);
  useEffect(() => {
    if (refusals === 0) return;
    // Retries at a fixed interval and not after each refusal: a retry that fails on the network gets no refusal that could start the next
    // one.
    const timer = setInterval(() => again(), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [refusals]);
  return {
    isOn: refusals > 0,
    begin: useCallback(() => setRefusals((before) => before + 1), []),
    end: useCallback(() => setRefusals(0), []),
  };
};
