import { findDesktop } from '@shufang/desktop-bridge';

/** Returns the origin under which this product is opened in a browser, for addresses that are shown, shared or copied. */
export const publicOrigin = (): string => findDesktop()?.facts.serverOrigin ?? location.origin;
