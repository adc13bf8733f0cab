/** What a person does on the screen that came as HTML before the client has: links and the search form work by themselves; buttons are pressed once more, and choices made, when it is there. */

/** What the device or the network still has to tell about a button comes within this. */
const READY_WITHIN_MS = 10_000;

const nameOf = (button: HTMLButtonElement): string => button.ariaLabel ?? button.textContent;

/**
 * Presses the button anew; or the only one that took its place, when it can be pressed. One that says something else by then was not meant. A press that
 * the client hears meanwhile is the newer wish.
 */
const pressWhenReady = (root: Element, pressed: HTMLButtonElement, name: string): void => {
  const press = (): boolean => {
    const named = pressed.isConnected
      ? [pressed]
      : [...root.querySelectorAll<HTMLButtonElement>('button[type="button"]')].filter((button) => nameOf(button) === name);
    const [button] = named;
    if (button === undefined || named.length > 1 || button.disabled || nameOf(button) !== name) return false;
    button.click();
    return true;
  };
  if (press()) return;
  const ended = new AbortController();
  const observer = new MutationObserver(() => {
    if (press()) ended.abort();
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ['disabled'] });
  const timer = setTimeout(() => ended.abort(), READY_WITHIN_MS);
  root.addEventListener('click', () => ended.abort(), { capture: true, signal: ended.signal });
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
};

/** Listens within `root`; the answered function ends that, and answers how to do what was wished for. */
export const keepWishes = (root: Element): (() => () => void) => {
  // Of many presses the last one counts.
  let pressed: { readonly button: HTMLButtonElement; readonly name: string } | undefined;
  const chosen = new Map<Element, () => void>();
  const notePress = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
    if (button !== null) pressed = { button, name: nameOf(button) };
  };
  const noteChosen = (target: HTMLSelectElement): void => {
    const { value } = target;
    chosen.set(target, () => {
      target.value = value;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };
  const noteChoice = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) noteChosen(target);
  };
  // Chosen before even this code was there.
  for (const select of root.querySelectorAll('select')) {
    if ([...select.options].some((option) => option.defaultSelected && !option.selected)) noteChosen(select);
  }
  root.addEventListener('click', notePress, true);
  root.addEventListener('change', noteChoice, true);
  return () => {
    root.removeEventListener('click', notePress, true);
    root.removeEventListener('change', noteChoice, true);
    // React makes a part listen for an event that reaches it first, but not from within its own work.
    return () => {
      setTimeout(() => {
        for (const [element, act] of chosen) if (element.isConnected) act();
        if (pressed !== undefined) pressWhenReady(root, pressed.button, pressed.name);
      });
    };
  };
};
