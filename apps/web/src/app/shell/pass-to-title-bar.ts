/**
 * Lets the title bar of the desktop client move the window, and its buttons control it, while a modal dialog covers the bar, as the bar of a
 * system window does. Otherwise a window with a mandatory update could neither be moved nor closed.
 */

const isIn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean =>
  left <= clientX && clientX < right && top <= clientY && clientY < bottom;

/**
 * Returns whether an event happened beside a modal dialog. The backdrop of a `dialog` is no element, so the dialog is found there. The target
 * is what is found, or an ancestor of it for a click whose pointer the bar has captured; a click by a key has a button of the dialog as its
 * target, and no position.
 */
const isOnBackdrop = (event: MouseEvent): boolean => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  if (!(event.target instanceof Node && event.target.contains(found))) return false;
  if (found instanceof HTMLDialogElement) return !isIn(found.getBoundingClientRect(), event);
  return found?.hasAttribute('data-backdrop') === true;
};

/** Passes events on a backdrop to the button of the window below, or else to the bar. Returns a function that stops this. */
export const passToTitleBar = (bar: Element): (() => void) => {
  const pass = (event: MouseEvent): void => {
    const isPassed = event.target instanceof Node && bar.contains(event.target);
    if (isPassed || !isIn(bar.getBoundingClientRect(), event) || !isOnBackdrop(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const button = [...bar.querySelectorAll('[data-window-button]')].find((each) => isIn(each.getBoundingClientRect(), event));
    const copy = event instanceof PointerEvent ? new PointerEvent(event.type, event) : new MouseEvent(event.type, event);
    (button ?? bar).dispatchEvent(copy);
  };
  const names = ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu'] as const;
  for (const name of names) addEventListener(name, pass, { capture: true });
  return () => {
    for (const name of names) removeEventListener(name, pass, { capture: true });
  };
};
