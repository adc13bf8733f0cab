/**
 * Starts the client: at once, or on a server-rendered page after its text is painted, because evaluating the client's code keeps the
 * processor of a phone busy for a while.
 */
import { CLIENT_FILES_META, SERVER_RENDERED_ATTRIBUTE } from '@shufang/contract';
import { recordEvents } from './ssr/event-replay.ts';
import { preloadFiles } from './ssr/preload-files.ts';

const PAINT_TIMEOUT_MS = 1_000;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const stopRecording = recordEvents(root);

/** Loads the client's code; returns undefined if that fails, e.g. offline. */
const loadClient = async () => {
  try {
    // The JavaScript files are evaluated one per task, because evaluating all in one task would block a slow phone for half a second.
    for (const file of preloadFiles(CLIENT_FILES_META)) {
      await import(/* @vite-ignore */ file);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return await import('./start.tsx');
  } catch (error) {
    reportError(error);
    return undefined;
  }
};

let isStarted = false;
const startOnce = async (): Promise<void> => {
  if (isStarted) return;
  isStarted = true;
  const client = await loadClient();
  // If the client's code cannot be loaded, the painted page stays readable, and loading is tried again when the browser is online or the
  // user interacts.
  if (client === undefined) isStarted = false;
  else await client.start(root, stopRecording);
};

/** Resolves when the browser has painted the first text. */
const whenPainted = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });

// A hidden page may never be painted, so the client does not wait there. The timeout and the user's interaction also end the wait.
if (!root.hasAttribute(SERVER_RENDERED_ATTRIBUTE) || document.visibilityState === 'hidden') void startOnce();
void whenPainted().then(startOnce);
setTimeout(() => void startOnce(), PAINT_TIMEOUT_MS);
for (const use of ['pointerdown', 'keydown', 'online']) addEventListener(use, () => void startOnce(), { capture: true });
