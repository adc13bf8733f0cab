/**
 * Makes the page load the client's files from its own origin when the CDN (ASSETS_URL) cannot be reached or does not respond: stores a cookie
 * for a few minutes and reloads. All files change over together, because a module that is loaded from two origins would be evaluated twice.
 */
import { ASSETS_URL_META, CLIENT_STARTED_MARKER, OWN_ASSETS_COOKIE } from '@shufang/contract';

/** Time for which the client is loaded from its own origin; then the CDN is tried again. */
const OWN_ASSETS_SECONDS = 600;

/** Time in ms in which the first file must have come from the CDN; after it the CDN counts as unreachable. */
const FIRST_FILE_TIMEOUT_MS = 10_000;

/** A URL that only the server of the app responds to: neither the CDN nor the cache of the service worker. */
const REACHABLE_URL = '/healthz';

const addressOf = (target: EventTarget | null): string =>
  target instanceof HTMLScriptElement || target instanceof HTMLImageElement
    ? target.src
    : target instanceof HTMLLinkElement
      ? target.href
      : '';

const isServerReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(REACHABLE_URL, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/** Returns whether the cookie is stored; a browser may refuse cookies, and then a reload would change nothing. */
const storeChoice = (): boolean => {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- browsers without the Cookie Store API must store it too
  document.cookie = `${OWN_ASSETS_COOKIE}=1; path=/; max-age=${OWN_ASSETS_SECONDS}; samesite=lax${secure}`;
  return document.cookie.includes(`${OWN_ASSETS_COOKIE}=1`);
};

/**
 * Watches the files of the page until it ends. A page on which the client has started is not reloaded, because it may contain input: its
 * next load uses the own origin, also that of the button of an error screen. Without a network nothing changes.
 */
export const watchAssets = (reload = (): void => location.reload()): void => {
  const assetsUrl = document.querySelector<HTMLMetaElement>(`meta[name="${ASSETS_URL_META}"]`)?.content;
  if (assetsUrl === undefined) return;
  let isChanging = false;
  const changeOver = async (): Promise<void> => {
    if (isChanging) return;
    isChanging = true;
    isChanging = (await isServerReachable()) && storeChoice();
    if (isChanging && !(CLIENT_STARTED_MARKER in document.documentElement.dataset)) reload();
  };
  addEventListener(
    'error',
    ({ target }) => {
      if (addressOf(target).startsWith(`${assetsUrl}/`)) void changeOver();
    },
    { capture: true },
  );
  // The helper of lazy imports reports a file that could not be loaded.
  addEventListener('vite:preloadError', () => void changeOver());
  setTimeout(() => {
    const hasCome = performance.getEntriesByType('resource').some(({ name }) => name.startsWith(`${assetsUrl}/`));
    if (!hasCome) void changeOver();
  }, FIRST_FILE_TIMEOUT_MS);
};
