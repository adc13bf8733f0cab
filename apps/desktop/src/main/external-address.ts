/** The addresses of other sites that the client gives to the system. */
import { DESKTOP_ORIGIN } from '@shufang/contract';
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
