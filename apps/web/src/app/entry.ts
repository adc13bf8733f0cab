/** Begins the client once the page's own title bar has been painted: the code that follows keeps a phone busy for a while. */
const PAINTED_WITHIN_MS = 100;

let isBegun = false;
const begin = async (): Promise<void> => {
  if (isBegun) return;
  isBegun = true;
  const { start } = await import('./start.tsx');
  start();
};

requestAnimationFrame(() => setTimeout(() => void begin()));
// A page in the background is not painted.
setTimeout(() => void begin(), PAINTED_WITHIN_MS);
