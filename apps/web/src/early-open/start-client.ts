/**
 * Loads the client from the inline script of the reading page: its page lists the files in `meta` elements instead of loading them, because
 * they would delay the text.
 */
import { CLIENT_ENTRY_META } from '@shufang/contract';

/** Time after which the client is loaded although the text is not shown yet. */
const TEXT_TIMEOUT_MS = 3_000;

const loadClient = (): void => {
  const entry = document.querySelector<HTMLMetaElement>(`meta[name="${CLIENT_ENTRY_META}"]`)?.content;
  if (entry !== undefined) import(/* @vite-ignore */ entry).catch(reportError);
};

/**
 * Returns a function that starts the client, once. The client is also started when the user interacts with the page, and after a timeout.
 */
export const createClientStarter = (): (() => void) => {
  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', loadClient, { once: true });
    else loadClient();
  };
  for (const use of ['pointerdown', 'keydown']) addEventListener(use, start, { capture: true, once: true });
  setTimeout(start, TEXT_TIMEOUT_MS);
  return start;
};
