/** Addresses inside a publication: splitting references, applying bases, and writing one file's address relative to another's. */

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Schemes of links that a reader may open. */
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Images allowed as data URLs; no SVG, which can contain anything. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp)\s*(?:;\s*[\w=-]+\s*)*,/i;
const DATA_FONT =
  /^data:(?:font\/(?:woff2?|ttf|otf|sfnt)|application\/(?:x-)?font-(?:woff2?|ttf|otf|sfnt|opentype|truetype)|application\/vnd\.ms-opentype)\s*(?:;\s*[\w=-]+\s*)*,/i;

/** Removes characters that browsers ignore in addresses (control characters, line breaks), so that `java\nscript:` is recognized. */
export const tidyReference = (reference: string): string => {
  let start = 0;
  let end = reference.length;
  while (start < end && reference.charCodeAt(start) <= 0x20) start++;
  while (end > start && reference.charCodeAt(end - 1) <= 0x20) end--;
  return reference.slice(start, end).replace(/[\t\n\r]/g, '');
};

export const schemeOf = (reference: string): string | undefined => SCHEME.exec(reference)?.[0].toLowerCase();
export const isDataImage = (reference: string): boolean => DATA_IMAGE.test(reference);
const DATA_SVG = /^data:image\/svg\+xml\s*((?:;\s*[\w=-]+\s*)*),/i;
/** Maximum length of an SVG in a data URL, in characters. */
const DATA_SVG_CHARS_MAX = 1_048_576;

/** Returns the bytes of an SVG in a data URL; undefined for anything else, and for one that is too long or badly encoded. */
export const readDataSvg = (reference: string): Uint8Array | undefined => {
  const start = reference.length > DATA_SVG_CHARS_MAX ? null : DATA_SVG.exec(reference);
  if (!start) return undefined;
  const data = reference.slice(start[0].length).replace(/#[^#]*$/, '');
  if (/;\s*base64/i.test(start[1] ?? '')) return Buffer.from(decodePercents(data), 'base64');
  return Buffer.from(decodePercents(data));
};

const decodePercents = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
};

export const isDataFont = (reference: string): boolean => DATA_FONT.test(reference);
export const isLinkScheme = (scheme: string): boolean => LINK_SCHEMES.has(scheme);

/** Splits a reference into its address and its fragment, which is percent-decoded if possible. */
export const splitFragment = (reference: string): { path: string; fragment: string | undefined } => {
  const at = reference.indexOf('#');
  if (at < 0) return { path: reference, fragment: undefined };
  const fragment = decodePercents(reference.slice(at + 1));
  return { path: reference.slice(0, at), fragment: fragment === '' ? undefined : fragment };
};

/** Resolves a reference against `xml:base` or `<base>`; the result is still relative to the file. */
export const joinBase = (base: string | undefined, reference: string): string => {
  if (base === undefined || base === '' || reference === '' || reference.startsWith('#')) return reference;
  if (SCHEME.test(reference) || reference.startsWith('/')) return reference;
  const { path } = splitFragment(base);
  return path.slice(0, path.lastIndexOf('/') + 1) + reference;
};

const encodePath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');

/** Returns the address of the publication file `to` relative to the file `from`; both are decoded paths. */
export const relativeUrl = (from: string, to: string): string => {
  const fromParts = from.split('/').slice(0, -1);
  const toParts = to.split('/');
  let shared = 0;
  while (shared < fromParts.length && shared < toParts.length - 1 && fromParts[shared] === toParts[shared]) shared++;
  return '../'.repeat(fromParts.length - shared) + encodePath(toParts.slice(shared).join('/'));
};
