/** Begins the client once the page's own title bar has been painted: the code that follows keeps a phone busy for a while. */
const PAINTED_WITHIN_MS = 1_000;

let isBegun = false;
const begin = async (): Promise<void> => {
  if (isBegun) return;
  isBegun = true;
  const { start } = await import('./start.tsx');
  start();
};

if (document.visibilityState === 'hidden') void begin();
else requestAnimationFrame(() => setTimeout(() => void begin()));
// A page that goes to the background meanwhile is not painted.
setTimeout(() => void begin(), PAINTED_WITHIN_MS);
