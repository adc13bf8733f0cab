import { findDesktop } from '@shufang/desktop-bridge';

/** Returns the URL of a path of the server: at the origin of the page, or in the desktop client at the server that the user chose. */
export const serverUrl = (path: string): string => {
  const desktop = findDesktop();
  return desktop === undefined ? path : `${desktop.facts.serverOrigin}${path}`;
};
