/**
 * The iframes of the segments. One is created ahead, because creating an iframe takes about as long as the layout of a chapter. The first one
 * is also the test for the sandbox.
 */

/**
 * The sandbox of a book's documents: without scripts, and on the content origin, so that the engine can access them from its own page.
 * WebKit calls no event listeners in a document that may not run scripts (bug 218086), so keys, taps and selections would be lost. There
 * the sandbox allows scripts, and only the content security policy of the book's documents (`default-src 'none'`) forbids them.
 */
const WITHOUT_SCRIPTS = 'allow-same-origin';
const WITH_SCRIPTS = 'allow-same-origin allow-scripts';

const createHiddenFrame = (stage: HTMLElement, flags: string): HTMLIFrameElement => {
  const iframe = document.createElement('iframe');
  iframe.setAttribute('sandbox', flags);
  iframe.style.visibility = 'hidden';
  iframe.setAttribute('aria-hidden', 'true');
  iframe.tabIndex = -1;
  stage.append(iframe);
  return iframe;
};

/**
 * Returns whether events arrive in an empty frame without scripts. The name of the browser is not used: WebKit may fix the bug, and every
 * browser on an iPhone is WebKit.
 */
const receivesEvents = ({ contentDocument }: HTMLIFrameElement): boolean => {
  let isReceived = false;
  const handleProbe = (): void => {
    isReceived = true;
  };
  contentDocument?.addEventListener('probe', handleProbe);
  contentDocument?.dispatchEvent(new Event('probe'));
  contentDocument?.removeEventListener('probe', handleProbe);
  return isReceived;
};

let sandbox: string | undefined;
let spare: HTMLIFrameElement | undefined;

/** Creates the next iframe, unless there is one in the stage. */
export const prepareFrame = (stage: HTMLElement): void => {
  if (spare?.parentNode === stage) return;
  spare = createHiddenFrame(stage, sandbox ?? WITHOUT_SCRIPTS);
  if (sandbox !== undefined) return;
  sandbox = receivesEvents(spare) ? WITHOUT_SCRIPTS : WITH_SCRIPTS;
  // The flags apply to the next document of the frame.
  spare.setAttribute('sandbox', sandbox);
};

/** Returns an empty, hidden iframe in the stage for a document of the book. */
export const takeFrame = (stage: HTMLElement): HTMLIFrameElement => {
  prepareFrame(stage);
  const iframe = spare as HTMLIFrameElement;
  spare = undefined;
  return iframe;
};
