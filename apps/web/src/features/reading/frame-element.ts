/**
 * The iframe with the reading engine. The inline script of the reading page (`early-open/`) creates it as soon as its URL is known, so that
 * the book is shown before the client's code is loaded; `ReadingFrame` then moves it into the page. This requires `moveBefore`, because an
 * iframe that is moved in any other way loads again. Without dependencies, because it is part of the inline script.
 */

const EARLY_HOST_ID = 'early-reading-frame';

/** Returns the frame's URL with the app's origin, the only origin that the engine accepts. */
export const frameUrlFor = (frameUrl: string): string => {
  const url = new URL(frameUrl, location.href);
  url.searchParams.set('app', location.origin);
  return url.href;
};

const createFrame = (url: string): HTMLIFrameElement => {
  const iframe = document.createElement('iframe');
  // The frame has another origin than the app, so `allow-scripts` together with `allow-same-origin` gives it no access to the app
  // (security.md, book content).
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  iframe.allow = 'fullscreen; autoplay';
  iframe.src = url;
  return iframe;
};

/**
 * Returns the distances of the page from the edges of the window, between the bars of the reading screen (`reading.module.css`): the text
 * must not move when the client takes over the frame.
 */
const pageInset = (): string => {
  if (matchMedia('(max-width: 640px)').matches) return '68px 0 calc(24px + env(safe-area-inset-bottom))';
  return matchMedia('(max-width: 899.98px)').matches ? '88px 0 44px' : '88px 64px 44px';
};

/** Creates the frame at the position of the page before the client is loaded. Returns undefined in browsers that cannot move it later. */
export const createEarlyFrame = (url: string): HTMLIFrameElement | undefined => {
  if (!('moveBefore' in Element.prototype)) return undefined;
  const host = document.createElement('div');
  host.id = EARLY_HOST_ID;
  host.style.cssText = `position: fixed; inset: ${pageInset()}`;
  const iframe = createFrame(url);
  iframe.style.cssText = 'width: 100%; height: 100%; border: 0';
  host.append(iframe);
  // The response may arrive before the browser has parsed the body.
  (document.body ?? document.documentElement).append(host);
  return iframe;
};

/** Removes the early frame if the page has not used it. */
export const removeEarlyFrame = (): void => document.getElementById(EARLY_HOST_ID)?.remove();

/** Puts the frame with this URL into `parent`: the early frame if there is one, otherwise a new one. */
export const insertFrame = (parent: Element, url: string): HTMLIFrameElement => {
  const early = document.getElementById(EARLY_HOST_ID)?.querySelector('iframe');
  const iframe = early?.src === url ? early : createFrame(url);
  if (iframe === early) {
    parent.moveBefore(iframe, null);
    iframe.style.cssText = '';
  } else parent.append(iframe);
  removeEarlyFrame();
  return iframe;
};
