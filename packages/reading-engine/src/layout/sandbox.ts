/**
 * How the documents of a book are sandboxed: without scripts, and on the content origin, so that the engine reaches them from outside.
 * WebKit runs no listener of ours in a document that may not run scripts (bug 218086): keys, taps and selections would never be heard of. There
 * the sandbox allows scripts and the policy that every document of a book is served with (`default-src 'none'`) alone forbids them.
 */
const WITHOUT_SCRIPTS = 'allow-same-origin';
const BY_POLICY_ALONE = 'allow-same-origin allow-scripts';

/** An empty frame is asked, not the browser's name: WebKit may mend it, and every browser on an iPhone is one. */
const hearsWithoutScripts = (): boolean => {
  const probe = document.createElement('iframe');
  probe.setAttribute('sandbox', WITHOUT_SCRIPTS);
  probe.hidden = true;
  document.body.append(probe);
  let isHeard = false;
  const heard = (): void => {
    isHeard = true;
  };
  probe.contentDocument?.addEventListener('probe', heard);
  probe.contentDocument?.dispatchEvent(new Event('probe'));
  probe.remove();
  return isHeard;
};

let flags: string | undefined;

/** The value of the `sandbox` attribute. */
export const sandboxFlags = (): string => {
  flags ??= hearsWithoutScripts() ? WITHOUT_SCRIPTS : BY_POLICY_ALONE;
  return flags;
};
