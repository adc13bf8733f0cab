/** What a person does on the screen that came as HTML before the client has: links and the search form work by themselves; buttons are pressed once more, and choices made, when it is there. */

type Wish = readonly [Element, () => void];

/** Listens within `root`; the answered function ends that, and answers how to do what was wished for. */
export const keepWishes = (root: Element): (() => () => void) => {
  // Of many presses the last one counts.
  let pressed: Wish | undefined;
  const chosen = new Map<Element, () => void>();
  const notePress = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
    if (button !== null) pressed = [button, () => button.click()];
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
        for (const [element, act] of [...chosen, ...(pressed === undefined ? [] : [pressed])]) if (element.isConnected) act();
      });
    };
  };
};
