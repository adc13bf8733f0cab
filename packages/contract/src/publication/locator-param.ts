/** A place in the address of the learning screen: `/course/learning/:bookId?at=<base64url of the JSON locator>`. */
import { type Locator, locator } from './locator.ts';

const PARAM_CHARS_MAX = 8_192;

/** The locator as text that is safe in an address. */
export const encodeLocatorParam = (place: Locator): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(place));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

/** The locator in `text`, or undefined when it was cut, altered or never one. */
export const decodeLocatorParam = (text: string): Locator | undefined => {
  if (text.length > PARAM_CHARS_MAX) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return locator.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data;
  } catch {
    // An address typed or cut by hand leads to the start of the book.
    return undefined;
  }
};
