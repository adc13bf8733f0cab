/** Whether this client can store books. */
import { findDesktop } from '@shufang/desktop-bridge';

/** Returns whether this is the desktop client on a system without a key store: books could not be stored encrypted. */
export const lacksKeyStore = (): boolean => findDesktop()?.facts.hasKeyStore === false;

/**
 * Returns whether the desktop client has a key store, or the browser what a stored book needs: a secure context with service workers, caches
 * and encryption. Both need locks.
 */
export const canStoreBooks = (): boolean =>
  'locks' in navigator &&
  (findDesktop()?.facts.hasKeyStore ?? (globalThis.isSecureContext && 'serviceWorker' in navigator && 'caches' in globalThis));

/** Returns whether this client offers to store books, or says why it cannot. */
export const offersStoredBooks = (): boolean => canStoreBooks() || lacksKeyStore();
