/**
 * The iframe with the reading engine. The inline script of the reading page (`early-open/`) creates it as soon as its URL is known, so that
 * the book is shown before the client's code is loaded; `ReadingFrame` then moves it into the page. This requires `moveBefore`, because an
 * iframe that is moved in any other way loads again. Without dependencies, because it is part of the inline script.
 */
import { earlyButtonStyle } from './early-buttons.ts';

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
 * Style of the frame between the bars of the reading screen (`reading.module.css`): the text must not move when the client takes over the
 * frame. A style sheet, because the size of the window is not known yet: the script runs before the viewport element of the page.
 */
const EARLY_STYLE = `#${EARLY_HOST_ID} { position: fixed; inset: 48px 64px 44px; }
#${EARLY_HOST_ID} > iframe { width: 100%; height: 100%; border: 0; }
@media (max-width: 899.98px) { #${EARLY_HOST_ID} { inset: 48px 0 44px; } }
@media (max-width: 640px) { #${EARLY_HOST_ID} { inset: calc(28px + env(safe-area-inset-top)) 0 calc(24px + env(safe-area-inset-bottom)); } }
${earlyButtonStyle(`#${EARLY_HOST_ID}`)}`;

const findEarlyFrame = (url: string): HTMLIFrameElement | undefined => {
  const iframe = document.getElementById(EARLY_HOST_ID)?.querySelector('iframe');
  return iframe?.src === url ? iframe : undefined;
};

/**
 * Returns the frame at the position of the page before the client is loaded, hidden: the one that was created before, or a new one. Returns
 * undefined in browsers that cannot move it later.
 */
export const loadEarlyFrame = (url: string): HTMLIFrameElement | undefined => {
  if (!('moveBefore' in Element.prototype)) return undefined;
  const existing = findEarlyFrame(url);
  if (existing !== undefined) return existing;
  removeEarlyFrame();
  const host = document.createElement('div');
  host.id = EARLY_HOST_ID;
  host.style.visibility = 'hidden';
  const style = document.createElement('style');
  style.textContent = EARLY_STYLE;
  const iframe = createFrame(url);
  host.append(style, iframe);
  // The response may arrive before the browser has parsed the body.
  (document.body ?? document.documentElement).append(host);
  return iframe;
};

export const showEarlyFrame = (): void => document.getElementById(EARLY_HOST_ID)?.style.setProperty('visibility', 'visible');

/** Removes the early frame if the page has not used it. */
export const removeEarlyFrame = (): void => document.getElementById(EARLY_HOST_ID)?.remove();

/** Puts the frame with this URL into `parent`: the early frame if there is one, otherwise a new one. */
export const insertFrame = (parent: Element, url: string): HTMLIFrameElement => {
  const early = findEarlyFrame(url);
  const iframe = early ?? createFrame(url);
  if (iframe === early) parent.moveBefore(iframe, null);
  else parent.append(iframe);
  removeEarlyFrame();
  return iframe;
};
