/**
 * Notifies the window that opened the pop-up for sign-in with a provider. The pages of other sites shown in the pop-up have severed `window.opener`,
 * so a storage event of this origin carries the message.
 */
const KEY = 'popUpDone';

export type PopUpMessage = 'signedIn' | 'bound';

/** Notifies the window that opened this pop-up that the sign-in is done, so that it continues. */
export const notifyOpener = (message: PopUpMessage): void => {
  try {
    localStorage.setItem(KEY, `${message} ${Date.now()}`);
    localStorage.removeItem(KEY);
  } catch {
    // The browser blocks the local storage, so neither window can be signed in; the page shows instructions.
  }
};

/** Subscribes to the pop-up's message, in the window that opened it. Returns the function that unsubscribes. */
export const onPopupDone = (listener: (message: PopUpMessage) => void): (() => void) => {
  const handle = ({ key, newValue }: StorageEvent): void => {
    if (key === KEY && newValue !== null) listener(newValue.startsWith('bound') ? 'bound' : 'signedIn');
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
};
