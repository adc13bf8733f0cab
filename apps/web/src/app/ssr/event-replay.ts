/**
 * Event replay: records clicks and selections on the server-rendered page before hydration, and replays them afterwards. Links and the
 * search form work natively.
 */

/**
 * Maximum time for which a clicked button that is still disabled after hydration is watched; if it becomes enabled within this time, it is
 * clicked.
 */
const REPLAY_TIMEOUT_MS = 10_000;

const labelOf = (button: HTMLButtonElement): string => button.ariaLabel ?? button.textContent;

/**
 * Replays the click on the same button, or on its sole replacement, as soon as it is enabled. Skips a button whose label has changed. A
 * newer click by the user cancels the replay.
 */
const replayClickWhenEnabled = (root: Element, clicked: HTMLButtonElement, label: string): void => {
  const replay = (): boolean => {
    const candidates = clicked.isConnected
      ? [clicked]
      : [...root.querySelectorAll<HTMLButtonElement>('button[type="button"]')].filter((button) => labelOf(button) === label);
    const [button] = candidates;
    if (button === undefined || candidates.length > 1 || button.disabled || labelOf(button) !== label) return false;
    button.click();
    // If the click made React hydrate this part of the page, React may have replaced the button, and the click is lost. If the click was
    // handled, the button is re-rendered only later and is still in the document.
    return button.isConnected;
  };
  if (replay()) return;
  const ended = new AbortController();
  const observer = new MutationObserver(() => {
    if (replay()) ended.abort();
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ['disabled'] });
  const timer = setTimeout(() => ended.abort(), REPLAY_TIMEOUT_MS);
  root.addEventListener('click', () => ended.abort(), { capture: true, signal: ended.signal });
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
};

/** Records events within `root`. Returns a function that stops recording and returns the function that replays them. */
export const recordEvents = (root: Element): (() => () => void) => {
  // The last click before hydration, the only one that is replayed.
  let lastClick: { readonly button: HTMLButtonElement; readonly label: string } | undefined;
  const changes = new Map<Element, () => void>();
  const recordClick = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
    if (button !== null) lastClick = { button, label: labelOf(button) };
  };
  const recordSelection = (target: HTMLSelectElement): void => {
    const { value } = target;
    changes.set(target, () => {
      target.value = value;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };
  const recordChange = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) recordSelection(target);
  };
  // Selections that the user made before this code ran are recorded as well.
  for (const select of root.querySelectorAll('select')) {
    if ([...select.options].some((option) => option.defaultSelected && !option.selected)) recordSelection(select);
  }
  root.addEventListener('click', recordClick, true);
  root.addEventListener('change', recordChange, true);
  return () => {
    root.removeEventListener('click', recordClick, true);
    root.removeEventListener('change', recordChange, true);
    // React hydrates a part of the page when an event reaches it, but not while React is rendering, so the replay waits for the next task.
    return () => {
      setTimeout(() => {
        for (const [element, replay] of changes) if (element.isConnected) replay();
        if (lastClick !== undefined) replayClickWhenEnabled(root, lastClick.button, lastClick.label);
      });
    };
  };
};
