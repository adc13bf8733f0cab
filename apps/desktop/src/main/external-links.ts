/** Opens addresses of other sites in the system's browser, after the user has seen the address. */
import { type BrowserWindow, dialog, shell } from 'electron';
import { externalAddress } from './external-address.ts';
import { text } from './messages.ts';

/** Asks the user and opens the address. Does nothing for an address that is not allowed. */
export const openExternally = async (window: BrowserWindow, url: string, serverOrigin: string): Promise<void> => {
  const address = externalAddress(url, serverOrigin);
  if (address === undefined) return;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: text.external.title,
    message: text.external.message,
    detail: address,
    buttons: [text.external.open, text.external.cancel],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) await shell.openExternal(address);
};
