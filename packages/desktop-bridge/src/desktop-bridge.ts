/**
 * The interface of the desktop shell for the page. In a browser every capability is false, so features check a capability such as
 * `canUpdate`, never whether they run in the desktop client.
 */
export interface DesktopBridge {
  /** Whether the page runs inside the desktop client, which sends the device code `pc`. */
  readonly isDesktop: boolean;
  /** Whether the desktop shell can update the application. */
  readonly canUpdate: boolean;
}

export const browserBridge: DesktopBridge = { isDesktop: false, canUpdate: false };

declare global {
  // The bridge that the preload script of the desktop client defines; absent in a browser.
  var shufangDesktop: DesktopBridge | undefined;
}

/** Returns the bridge of this page: that of the desktop client if it exists, otherwise that of a browser. */
export const desktopBridge = (): DesktopBridge => globalThis.shufangDesktop ?? browserBridge;
