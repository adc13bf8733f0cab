/** Validation of paths within the product, for short codes, home slots and return URLs. Pure; used by server and client. */

/**
 * Control and format characters, separators (`Cc`, `Cf`, `Zl`, `Zp`), lone surrogates, private and unassigned code points: a path that
 * contains one may differ from what the user sees.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Number of times that a path is decoded for the check, because each system through which a URL passes may decode it again. */
const DECODINGS_MAX = 3;

/** Returns whether the text has no invisible character, literally or percent-encoded, even repeatedly. */
export const isPlainText = (text: string): boolean => {
  let current = text;
  for (let round = 0; round <= DECODINGS_MAX; round += 1) {
    if (INVISIBLE.test(current)) return false;
    let decoded: string;
    try {
      decoded = decodeURIComponent(current);
    } catch {
      // Text that is not valid percent-encoded UTF-8 is decoded byte by byte instead, so that an encoded control character in it is still
      // found.
      decoded = current.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
    if (decoded === current) return true;
    current = decoded;
  }
  return false;
};

const BASE = 'http://product.invalid';

/**
 * Returns whether a path such as `/course/list?x=1` begins with one `/`, stays on our origin when resolved, and has no invisible
 * characters.
 */
export const isProductPath = (path: string): boolean => {
  if (!/^\/(?![/\\])[^\s\\]*$/.test(path) || !isPlainText(path) || !URL.canParse(path, BASE)) return false;
  const { origin, pathname } = new URL(path, BASE);
  return origin === BASE && !pathname.startsWith('//');
};
