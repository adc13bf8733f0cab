import { publicOrigin } from '../../platform/public-origin.ts';

/** Returns the address of the page that joins a class, for a link or a QR code. */
export const joinAddressOf = (code: string): string => `${publicOrigin()}/class/join?code=${code}`;
