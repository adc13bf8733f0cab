/** Opens addresses of other sites in the system's browser, after the user has seen the address. */
import { DESKTOP_ORIGIN } from '@shufang/contract';
import { type BrowserWindow, dialog, shell } from 'electron';
import { text } from './messages.ts';
import { parseUrl } from './parse-url.ts';

const ALLOWED = new Set(['https:', 'http:', 'mailto:', 'tel:']);
/** Longest address that is shown in the dialog. */
const MAX_LENGTH = 2_000;

/**
 * Returns the address to show and open; undefined if its scheme is not allowed. A page of the client itself is opened at the server.
 */
export const externalAddress = (url: string, serverOrigin: string): string | undefined => {
  const address = url.startsWith(`${DESKTOP_ORIGIN}/`) ? serverOrigin + url.slice(DESKTOP_ORIGIN.length) : url;
  const parsed = address.length > MAX_LENGTH ? undefined : parseUrl(address);
  if (parsed === undefined) return undefined;
  // The name before an @ can look like the host of another site.
  const hasLogin = parsed.username !== '' || parsed.password !== '';
  return ALLOWED.has(parsed.protocol) && !hasLogin ? parsed.href : undefined;
};

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
