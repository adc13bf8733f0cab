/**
 * The sandbox of a book's documents: without scripts, and on the content origin, so that the engine can access them from its own page.
 * WebKit calls no event listeners in a document that may not run scripts (bug 218086), so keys, taps and selections would be lost. There
 * the sandbox allows scripts, and only the content security policy of the book's documents (`default-src 'none'`) forbids them.
 */
const WITHOUT_SCRIPTS = 'allow-same-origin';
const WITH_SCRIPTS = 'allow-same-origin allow-scripts';

/**
 * Finds out with an empty frame whether events arrive in a sandbox without scripts. The name of the browser is not used: WebKit may fix the
 * bug, and every browser on an iPhone is WebKit.
 */
const receivesEventsWithoutScripts = (): boolean => {
  const probe = document.createElement('iframe');
  probe.setAttribute('sandbox', WITHOUT_SCRIPTS);
  probe.hidden = true;
  document.body.append(probe);
  let isReceived = false;
  const handleProbe = (): void => {
    isReceived = true;
  };
  probe.contentDocument?.addEventListener('probe', handleProbe);
  probe.contentDocument?.dispatchEvent(new Event('probe'));
  probe.remove();
  return isReceived;
};

let flags: string | undefined;

/** Returns the value of the `sandbox` attribute of the iframes that contain the book's documents. */
export const sandboxFlags = (): string => {
  flags ??= receivesEventsWithoutScripts() ? WITHOUT_SCRIPTS : WITH_SCRIPTS;
  return flags;
};
