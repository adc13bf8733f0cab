/** A locator as a query parameter of the reader: `/course/learning/:bookId?at=<base64url of the JSON locator>`. */
import type { Locator } from './locator.ts';

const PARAM_CHARS_MAX = 8_192;

/** Returns a locator as URL-safe text. */
export const encodeLocatorParam = (value: Locator): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

/** Returns the value that `text` contains, without validating it. Throws an error if it is too long, truncated or not JSON in base64url. */
export const parseLocatorParam = (text: string): unknown => {
  if (text.length > PARAM_CHARS_MAX) throw new RangeError('the locator is too long');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
};
