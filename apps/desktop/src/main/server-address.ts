/** Addresses of servers as users type them. */
import { parseUrl } from './parse-url.ts';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Hosts that usually have no certificate: names without a dot, and IP addresses. */
const PLAIN_HOST = /^(?:[^./:]+|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d+)?(?:\/|$)/i;

/**
 * Returns the origin of an address of http or https; undefined if it is not one. An address without a scheme gets https, or http if its
 * host is an IP address or has no dot. A path is ignored, because users copy the address of a page.
 */
export const parseServerAddress = (text: string): string | undefined => {
  const typed = text.trim();
  const address = HAS_SCHEME.test(typed) ? typed : `${PLAIN_HOST.test(typed) ? 'http' : 'https'}://${typed}`;
  const url = /\s/.test(typed) ? undefined : parseUrl(address);
  if (url === undefined) return undefined;
  const { protocol, origin, username, password, hostname } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && hostname !== '' && username === '' && password === '' ? origin : undefined;
};

/** Returns whether a text is a usable setting CONTENT_URL: an origin of http or https, with `{book}` at most once, in its host. */
export const isContentUrl = (text: string): boolean => {
  const sample = text.replace('{book}', 'book');
  const url = sample.includes('{') ? undefined : parseUrl(sample);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === sample;
};
