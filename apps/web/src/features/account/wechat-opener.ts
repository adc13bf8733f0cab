/**
 * How the pop-up tells the window it came from that it is done: the pages of other sites between the two have cut them off from
 * each other, so a change in the storage of this origin carries the word.
 */
const KEY = 'wechatPopupDone';

export type WechatWord = 'signedIn' | 'bound';

/** The window this pop-up came from goes on by itself. */
export const tellOpener = (word: WechatWord): void => {
  try {
    localStorage.setItem(KEY, `${word} ${Date.now()}`);
    localStorage.removeItem(KEY);
  } catch {
    // Without storage neither window would be signed in, and the person reads on the page what to do.
  }
};

/** Hears it in the other window until the returned function is called. */
export const onPopupDone = (listener: (word: WechatWord) => void): (() => void) => {
  const handle = ({ key, newValue }: StorageEvent): void => {
    if (key === KEY && newValue !== null) listener(newValue.startsWith('bound') ? 'bound' : 'signedIn');
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
};
