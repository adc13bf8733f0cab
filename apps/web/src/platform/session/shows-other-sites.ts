import { findDesktop } from '@shufang/desktop-bridge';

/**
 * Returns whether this window can show pages of other sites, which signing in through a provider or an institution requires. The window of
 * the desktop client shows only the client's own page (security.md §2, desktop client).
 */
export const showsOtherSites = (): boolean => findDesktop() === undefined;
