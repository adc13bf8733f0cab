/** Restricts what the pages of a session may do (security.md §2, desktop client). */
import { DESKTOP_ORIGIN } from '@shufang/contract';
import type { Session, WebContents } from 'electron';
import { isRequestAllowed } from './request-filter.ts';

/** Permissions of the client's own page; all others are denied, and all are denied to books. */
const PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** Returns whether the page at `url` gets a permission. */
export const isPermitted = (permission: string, url: string): boolean =>
  PERMISSIONS.has(permission) && url.startsWith(`${DESKTOP_ORIGIN}/`);

/** Denies permissions and devices, and cancels requests that the pages of this session may not make. */
export const guardSession = (session: Session, serverOrigin: string): void => {
  session.setPermissionRequestHandler((_contents, permission, respond, { requestingUrl }) =>
    respond(isPermitted(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isPermitted(permission, `${origin.replace(/\/$/, '')}/`));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url, resourceType, frame }, respond) => {
    respond({ cancel: !isRequestAllowed({ url, resourceType, frameUrl: frame?.url }, serverOrigin) });
  });
  session.setSpellCheckerEnabled(false);
};

/**
 * Prevents navigations away from the pages of `origin`, new windows and embedded pages. `onLeave`: called with the address that the page
 * wanted to open.
 */
export const guardContents = (contents: WebContents, origin: string, onLeave: (url: string) => void): void => {
  contents.on('will-navigate', (event, url) => {
    if (url.startsWith(`${origin}/`)) return;
    event.preventDefault();
    onLeave(url);
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    onLeave(url);
    return { action: 'deny' };
  });
};
