/**
 * Loads the client from the inline script of the reading page: its page lists the files in `meta` elements instead of loading them, because
 * they would delay the text.
 */
import { CLIENT_ENTRY_META } from '@shufang/contract';

/** Time after which the client is loaded although the text is not shown yet. */
const TEXT_TIMEOUT_MS = 3_000;

/** Delay of the second attempt to load the client after a failure; each further failure doubles it, up to the maximum. */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;

const isReloaded = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
};

/**
 * Loads the client's entry. Rejects if that fails, e.g. offline. Some browsers cache the failure of an import, so after one the page is
 * reloaded when the entry can be fetched; once, because a client that fails for another reason must not take the text away again.
 */
const loadClient = async (isRetry: boolean, reload: () => void): Promise<void> => {
  const entry = document.querySelector<HTMLMetaElement>(`meta[name="${CLIENT_ENTRY_META}"]`)?.content;
  if (entry === undefined) return;
  if (isRetry && !isReloaded() && (await fetch(entry, { cache: 'no-store' })).ok) reload();
  else await import(/* @vite-ignore */ entry);
};

/**
 * Returns a function that starts the client, once. The client is also started when the user interacts with the page, and after a timeout.
 * After a failure, loading is tried again when the browser is online, when the user interacts, and after a delay.
 */
export const createClientStarter = (reload = (): void => location.reload()): (() => void) => {
  let isStarted = false;
  let retryMs = RETRY_MS;
  const load = (): void => {
    loadClient(retryMs > RETRY_MS, reload).catch((error: unknown) => {
      reportError(error);
      isStarted = false;
      setTimeout(start, retryMs);
      retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
    });
  };
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', load, { once: true });
    else load();
  };
  for (const use of ['pointerdown', 'keydown', 'online']) addEventListener(use, start, { capture: true });
  setTimeout(start, TEXT_TIMEOUT_MS);
  return start;
};
