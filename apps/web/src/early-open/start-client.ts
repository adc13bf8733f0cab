/**
 * Loads the client from the inline script of the reading page: its page lists the files in `meta` elements instead of loading them, because
 * they would delay the text.
 */
import { CLIENT_ENTRY_META, CLIENT_FILES_META } from '@shufang/contract';
import { preloadFiles } from '../app/ssr/preload-files.ts';

/** Time after which the client is loaded although the text is not shown yet. */
const TEXT_TIMEOUT_MS = 3_000;

export interface ClientStarter {
  /** Loads the files without evaluating them. */
  preload(): void;
  /** Loads the files and starts the client. */
  start(): void;
}

/** Creates the starter, which also starts the client when the user interacts with the page, and after a timeout. */
export const createClientStarter = (): ClientStarter => {
  let [isPreloaded, isStarted] = [false, false];
  const whenParsed = (work: () => void): void => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work, { once: true });
    else work();
  };
  const starter: ClientStarter = {
    preload: () => {
      if (isPreloaded) return;
      isPreloaded = true;
      whenParsed(() => void preloadFiles(CLIENT_FILES_META));
    },
    start: () => {
      if (isStarted) return;
      isStarted = true;
      whenParsed(() => {
        const entry = document.querySelector<HTMLMetaElement>(`meta[name="${CLIENT_ENTRY_META}"]`)?.content;
        if (entry !== undefined) import(/* @vite-ignore */ entry).catch(reportError);
      });
    },
  };
  for (const use of ['pointerdown', 'keydown']) addEventListener(use, starter.start, { capture: true, once: true });
  setTimeout(starter.start, TEXT_TIMEOUT_MS);
  return starter;
};
