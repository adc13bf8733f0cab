/** The one list of what a page may ask of the desktop shell. A browser gets a bridge that can do nothing, so features ask `canUpdate`, never "am I desktop". */
export interface DesktopBridge {
  /** The page runs inside the desktop client: it names itself `pc` to the server. */
  readonly isDesktop: boolean;
  /** The shell can replace the program with a newer one. */
  readonly canUpdate: boolean;
}

export const browserBridge: DesktopBridge = { isDesktop: false, canUpdate: false };

declare global {
  // Put there by the preload script of the desktop client; absent in a browser.
  var shufangDesktop: DesktopBridge | undefined;
}

/** The bridge of this page: the desktop client's when there is one, else the browser's. */
export const desktopBridge = (): DesktopBridge => globalThis.shufangDesktop ?? browserBridge;
