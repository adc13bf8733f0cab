/** Begins the client once what the page brought has been painted: the code that follows keeps a phone's network and processor busy for a while. */
import { FIRST_SCREEN_FILES } from '@shufang/contract';
import { bringFiles } from './first-screen/bring-files.ts';
import { keepWishes } from './first-screen/early-wishes.ts';

const PAINTED_WITHIN_MS = 1_000;
/** The last covers are painted in the frame after they came. */
const FRAMES = 2;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const endWishes = keepWishes(root);

/** The client's code; undefined when it did not come: the network may have gone meanwhile. */
const bringClient = async () => {
  try {
    // Run at once they would keep a slow phone from answering for half a second.
    for (const file of bringFiles(FIRST_SCREEN_FILES)) {
      await import(/* @vite-ignore */ file);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return await import('./start.tsx');
  } catch (error) {
    reportError(error);
    return undefined;
  }
};

let isBegun = false;
const begin = async (): Promise<void> => {
  if (isBegun) return;
  isBegun = true;
  const client = await bringClient();
  // What was painted can be read meanwhile; the client comes with the network, or when the page is used again.
  if (client === undefined) isBegun = false;
  else await client.start(root, endWishes);
};

/** Text and pictures of the page; those further down come when they are scrolled to. */
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

// A page in the background is not painted, now or from one moment to the next; and who uses the page waits for the client.
if (document.visibilityState === 'hidden') void begin();
void whenPainted().then(begin);
setTimeout(() => void begin(), PAINTED_WITHIN_MS);
for (const use of ['pointerdown', 'keydown', 'online']) addEventListener(use, () => void begin(), { capture: true });
