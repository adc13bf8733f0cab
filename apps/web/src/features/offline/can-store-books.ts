/** Whether this client can store books. The desktop client shows books under a scheme of its own, which has no cache. */
import { findDesktop } from '@shufang/desktop-bridge';

/** Returns whether the browser has what a stored book needs: a secure context with service workers, caches, encryption and locks. */
export const canStoreBooks = (): boolean =>
  findDesktop() === undefined &&
  globalThis.isSecureContext &&
  'serviceWorker' in navigator &&
  'caches' in globalThis &&
  'locks' in navigator;
