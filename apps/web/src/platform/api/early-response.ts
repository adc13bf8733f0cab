/**
 * Response of a GET call that the inline script of the page sent before the client's code was loaded (`early-open/main.ts`). It is used
 * once, by the first call with the same URL and session.
 */
export interface EarlyRequest {
  /** Path and query of the call. */
  readonly url: string;
  /** Token of the session with which it was sent; undefined without a session. */
  readonly token: string | undefined;
  /** Resolves with the response; undefined if the request has failed, so that the call is sent again. */
  readonly response: Promise<EarlyResponse | undefined>;
}

export interface EarlyResponse {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly text: string;
}

declare global {
  // Defined by the inline script of the reading page; absent on other pages.
  var shufangEarlyRequest: EarlyRequest | undefined;
}

/** Returns and removes the response to the early request of this call; undefined if there is none, or it has failed. */
export const takeEarlyResponse = async (url: string, token: string | undefined): Promise<EarlyResponse | undefined> => {
  const early = globalThis.shufangEarlyRequest;
  if (early === undefined || early.url !== url || early.token !== token) return undefined;
  globalThis.shufangEarlyRequest = undefined;
  return early.response;
};
