/** Starts the client after the first paint, because its code keeps the network and processor of a phone busy for a while. */
import { CLIENT_FILES_META } from '@shufang/contract';
import { recordEvents } from './ssr/event-replay.ts';
import { preloadFiles } from './ssr/preload-files.ts';

const PAINT_TIMEOUT_MS = 1_000;
/** The last book covers are painted one frame after they have loaded, so the client waits for that frame. */
const FRAMES = 2;

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

/** Resolves when the text and images of the page are painted; images below the fold load lazily. */
const whenPainted = async (): Promise<void> => {
  const text = new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
  const pictures = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve());
  });
  await Promise.all([text, pictures]);
  for (let frame = 0; frame < FRAMES; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

// Starts the client without waiting for the paint if the page is hidden (a hidden page may never be painted), after a timeout, or when the
// user interacts.
if (document.visibilityState === 'hidden') void startOnce();
void whenPainted().then(startOnce);
setTimeout(() => void startOnce(), PAINT_TIMEOUT_MS);
for (const use of ['pointerdown', 'keydown', 'online']) addEventListener(use, () => void startOnce(), { capture: true });
