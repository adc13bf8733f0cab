/** Dehydrated state embedded in the page (contract, `dehydrated-state.ts`): each response is used once, only without a session. */
import { DEHYDRATED_STATE_ID, dehydratedResponseKey } from '@shufang/contract';

/**
 * Age at which the embedded state expires, because the page may have been open in a background tab. It is long enough for a slow network.
 */
const MAX_AGE_MS = 120_000;

interface DehydratedState {
  readonly responses: Map<string, unknown>;
  /** Time until which the state may be used, relative to `performance.now()`. */
  readonly freshUntilMs: number;
  /** Whether the state contains every response; true on the server, where missing responses cannot be fetched. */
  readonly isComplete: boolean;
}

let state: DehydratedState | undefined;

const read = (): DehydratedState => {
  const text = document.getElementById(DEHYDRATED_STATE_ID)?.textContent;
  return {
    responses: new Map(text ? Object.entries(JSON.parse(text) as Record<string, unknown>) : []),
    freshUntilMs: MAX_AGE_MS,
    isComplete: false,
  };
};

/** Sets the state during server-side rendering, which handles one page at a time. */
export const setDehydratedState = (responses: Readonly<Record<string, unknown>>): void => {
  state = { responses: new Map(Object.entries(responses)), freshUntilMs: Number.POSITIVE_INFINITY, isComplete: true };
};

/** Returns whether usable responses are embedded in the page. */
export const hasDehydratedState = (): boolean => {
  state ??= read();
  return state.responses.size > 0 && performance.now() < state.freshUntilMs;
};

/** Returns and removes the embedded response of a GET call; undefined if there is none. */
export const takeDehydratedResponse = (url: string): unknown => {
  state ??= read();
  const key = dehydratedResponseKey(url);
  const response = performance.now() < state.freshUntilMs ? state.responses.get(key) : undefined;
  if (response === undefined && state.isComplete) throw new Error(`the dehydrated state has no response for ${key}`);
  state.responses.delete(key);
  return response;
};
